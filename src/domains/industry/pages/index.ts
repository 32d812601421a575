import {
  GetIndustryIntelligenceResponseSchema,
  IndustryIntelligenceRecordSchema,
} from "../../../gen/shorts/v1alpha1/industry_pb.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { type PageSet, pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { orderedSum } from "../../../snapshot/tables/ordered-sums.ts";

export const MAX_RECORDS = 200;
/** Entity totals per metric of a source. */
const TOTALS_A_METRIC = 8;

/** The page key of a request for an industry, a stock or both; "" means all. */
export function factsKey(industry: string, stockCode: string): string {
  return `${industry}\n${stockCode}`;
}

/** SQL: every record once per page key that it belongs to. */
const KEYED = `
keyed AS (
  SELECT
    unnest(list_distinct([
      chr(10),
      coalesce(industry, '') || chr(10),
      chr(10) || coalesce(stock_code, ''),
      coalesce(industry, '') || chr(10) || coalesce(stock_code, '')
    ])) AS page_key,
    *
  FROM serve.industry_records
)`;

const KEYS = `WITH ${KEYED} SELECT DISTINCT page_key FROM keyed ORDER BY page_key`;

const DATE = (column: string) => `strftime(${column}, '%Y-%m-%d')`;

const RECORDS = `
WITH ${KEYED}
SELECT
  page_key, source_key, source_record_id, signal_kind, industry, stock_code, entity_abn, metric_key, metric_label,
  metric_value IS NOT NULL AS has_metric_value, metric_value, unit, ${DATE("period_start")} AS period_start,
  ${DATE("period_end")} AS period_end, ${DATE("as_of")} AS as_of, title, summary, source_url, confidence
FROM keyed
QUALIFY row_number() OVER (
  PARTITION BY page_key ORDER BY keyed.as_of DESC, signal_kind, source_key, metric_key, source_record_id
) <= ${MAX_RECORDS}
ORDER BY page_key, keyed.as_of DESC, signal_kind, source_key, metric_key, source_record_id`;

const SOURCES = `
WITH ${KEYED}
SELECT
  page_key, source_key, display_name, industry_sources.signal_kind, publisher, industry_sources.source_url, licence, cadence
FROM (SELECT DISTINCT page_key, source_key FROM keyed)
JOIN serve.industry_sources USING (source_key)
ORDER BY page_key, signal_kind, display_name, source_key`;

const TIME_BUCKETS = `
WITH ${KEYED},
dated AS (
  SELECT *, year(day) + (month(day) >= 7)::INTEGER AS end_year
  FROM (SELECT *, coalesce(period_end, as_of) AS day FROM keyed WHERE metric_value IS NOT NULL)
)
SELECT
  page_key, signal_kind, source_key, metric_key, min(metric_label) AS metric_label, unit,
  (end_year - 1) || '-' || lpad((end_year % 100)::VARCHAR, 2, '0') AS bucket_label,
  (end_year - 1) || '-07-01' AS bucket_start,
  ${orderedSum("metric_value")} AS total_value,
  count(*)::INTEGER AS record_count,
  count(DISTINCT stock_code)::INTEGER AS entity_count,
  count(*) FILTER (metric_value = 0)::INTEGER AS zero_value_count
FROM dated
GROUP BY page_key, signal_kind, source_key, metric_key, unit, end_year
ORDER BY page_key, signal_kind, source_key, metric_key, bucket_start, unit`;

const ENTITY_TOTALS = `
WITH ${KEYED},
totals AS (
  SELECT
    page_key, signal_kind, source_key, metric_key, stock_code, unit, ${orderedSum("metric_value")} AS total_value,
    count(*)::INTEGER AS record_count, ${DATE("max(as_of)")} AS latest_as_of
  FROM keyed
  WHERE metric_value IS NOT NULL AND stock_code IS NOT NULL
  GROUP BY page_key, signal_kind, source_key, metric_key, stock_code, unit
)
SELECT
  page_key, signal_kind, source_key, metric_key, stock_code, coalesce(company_name, stock_code) AS entity_label, unit,
  total_value, record_count, latest_as_of
FROM totals
LEFT JOIN main.companies USING (stock_code)
QUALIFY row_number() OVER (
  PARTITION BY page_key, signal_kind, source_key, metric_key ORDER BY total_value DESC, stock_code, unit
) <= ${TOTALS_A_METRIC}
ORDER BY page_key, signal_kind, source_key, metric_key, total_value DESC, stock_code, unit`;

const keyColumns = ["page_key"];
const FIELDS = GetIndustryIntelligenceResponseSchema.fields.map(({ name }) => name);

const partOf = (...names: string[]) =>
  rowEncoder(GetIndustryIntelligenceResponseSchema, {
    keyColumns,
    without: FIELDS.filter((name) => !names.includes(name)),
  });
const sourcesPart = partOf("sources");
const attributionPart = partOf("source_attribution");
const sumsPart = partOf("time_buckets", "entity_totals");
const recordPart = rowEncoder(IndustryIntelligenceRecordSchema, { keyColumns });

/** Elements before the records: sources, attribution, sums. */
export const PARTS_BEFORE_RECORDS = 3;

/** The facts of each industry, each stock, both together, and all: parts of the response, then records. */
const FACT_PAGES = pageSet({
  name: "industry_facts",
  queries: {
    records: RECORDS,
    timeBuckets: TIME_BUCKETS,
    entityTotals: ENTITY_TOTALS,
    sources: SOURCES,
    keys: KEYS,
  },
  documents: async function* (results) {
    const records = rowGroups(results.stretches<Row>("records"));
    const buckets = rowGroups(results.stretches<Row>("timeBuckets"));
    const totals = rowGroups(results.stretches<Row>("entityTotals"));
    const sources = rowGroups(results.stretches<Row>("sources"));
    for await (const rows of results.stretches<Row>("keys")) {
      for (const { page_key } of rows) {
        const key = page_key as string;
        const own = await sources.take(key);
        const parts = [
          sourcesPart({ sources: own }),
          attributionPart({
            source_attribution: own.map(({ display_name }) => display_name ?? "").join("; "),
          }),
          sumsPart({ time_buckets: await buckets.take(key), entity_totals: await totals.take(key) }),
          ...(await records.take(key)).map(recordPart),
        ];
        yield { key, elements: parts.map((binary) => ({ binary })) };
      }
    }
  },
});

export const INDUSTRY_PAGES: readonly PageSet[] = [FACT_PAGES];
