import { type CsvRow, opinionRows } from "../data/read-csv.ts";
import { compareBy, compareParts } from "./plain-steps.ts";

type PlainFacts = ReturnType<typeof plainFacts>;

/** The public facts of the dataset, and company names. */
export function plainFacts() {
  const shown = opinionRows("industry_sources").filter(
    (row) => row.enabled !== "false" && row.public_enabled === "true",
  );
  const sources = new Map(shown.map((row) => [row.source_key, row]));
  const records = opinionRows("industry_records")
    .filter((row) => sources.has(row.source_key))
    .map((row) => {
      // A source that requires an exact identifier links nothing without one.
      const isGuess = sources.get(row.source_key)!.exact_entity_required === "true" && row.entity_abn === "";
      return isGuess ? { ...row, stock_code: "" } : row;
    });
  return {
    records,
    sources,
    nameOf: new Map(opinionRows("companies").map((row) => [row.stock_code, row.company_name])),
  };
}

const sum = (rows: readonly CsvRow[]) => rows.reduce((total, row) => total + Number(row.metric_value), 0);

/** The records that match a request, newest first. */
export function plainRecords({ records }: PlainFacts, industry: string, code: string): CsvRow[] {
  const key = (row: CsvRow) => [row.signal_kind, row.source_key, row.metric_key, row.source_record_id];
  return records
    .filter(
      (row) => (industry === "" || row.industry === industry) && (code === "" || row.stock_code === code),
    )
    .sort((a, b) => (a.as_of === b.as_of ? compareParts(key(a), key(b)) : a.as_of < b.as_of ? 1 : -1));
}

/** Sums by metric, unit and financial year. */
export function plainBuckets(records: readonly CsvRow[]) {
  const endYear = (row: CsvRow) => {
    const [year, month] = (row.period_end || row.as_of).split("-").map(Number);
    return month >= 7 ? year + 1 : year;
  };
  const valued = records.filter((row) => row.metric_value !== "");
  const groups = Map.groupBy(valued, (row) =>
    JSON.stringify([row.signal_kind, row.source_key, row.metric_key, endYear(row), row.unit]),
  );
  return [...groups]
    .map(([text, own]) => {
      const [signalKind, sourceKey, metricKey, year, unit] = JSON.parse(text);
      return {
        signalKind,
        sourceKey,
        metricKey,
        metricLabel: own.map((row) => row.metric_label).sort()[0],
        unit,
        bucketLabel: `${year - 1}-${String(year).slice(2)}`,
        bucketStart: `${year - 1}-07-01`,
        totalValue: sum(own),
        recordCount: own.length,
        entityCount: new Set(own.map((row) => row.stock_code).filter((code) => code !== "")).size,
        zeroValueCount: own.filter((row) => Number(row.metric_value) === 0).length,
      };
    })
    .sort(compareBy("signalKind", "sourceKey", "metricKey", "bucketStart", "unit"));
}

/** The eight largest sums of stocks for each metric of a source. */
export function plainTotals(records: readonly CsvRow[], { nameOf }: PlainFacts) {
  const valued = records.filter((row) => row.metric_value !== "" && row.stock_code !== "");
  const metrics = Map.groupBy(valued, (row) =>
    JSON.stringify([row.signal_kind, row.source_key, row.metric_key]),
  );
  return [...metrics]
    .sort(([a], [b]) => compareParts(JSON.parse(a), JSON.parse(b)))
    .flatMap(([text, rows]) => {
      const [signalKind, sourceKey, metricKey] = JSON.parse(text);
      return [...Map.groupBy(rows, (row) => JSON.stringify([row.stock_code, row.unit]))]
        .map(([entity, own]) => {
          const [stockCode, unit] = JSON.parse(entity);
          return {
            signalKind,
            sourceKey,
            metricKey,
            stockCode,
            entityLabel: nameOf.get(stockCode) || stockCode,
            unit,
            totalValue: sum(own),
            recordCount: own.length,
            latestAsOf: own
              .map((row) => row.as_of)
              .sort()
              .at(-1)!,
          };
        })
        .sort(compareBy("totalValue", "stockCode", "unit"))
        .slice(0, 8);
    });
}
