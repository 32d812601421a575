import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { byColumns, PlainTable } from "../files/plain-table.ts";
import { type Importer, type ImportRow, tablesTo, UNDATED } from "../importer.ts";
import { plainLink, textOfLine } from "../news/plain-text.ts";
import type { ImportFile } from "../run/import-file.ts";
import { sourceFacts } from "../source-licence.ts";

const CITED_FACT_SOURCE = sourceFacts({
  id: "cited-facts",
  publisher: "the operator's own collection",
  title: "Cited facts about industries",
  licence: "as cited",
  licenceClass: "open",
  attribution: "Each fact names its source and licence",
});

type FactPart = ReturnType<typeof readFacts>["part"];

/** Columns every fact needs: what it states, its publisher, licence and date. */
const NEEDED = [
  "source_key",
  "source_record_id",
  "publisher",
  "licence",
  "source_url",
  "signal_kind",
  "metric_key",
  "unit",
  "as_of",
];

/** Importer for cited facts as CSV: columns of `industry_records` and `industry_sources` side by side. */
export const CITED_FACTS: Importer<FactPart> = {
  id: "cited-facts",
  title: "Cited facts about industries (CSV)",
  sources: [CITED_FACT_SOURCE],
  recognise: byColumns(NEEDED, NEEDED.length - 1, { confidence: 85, what: "cited facts about industries" }),
  read: readFacts,
  explain: () => [
    "columns to industry_records and industry_sources by their names; the first row of a source describes it",
    `needed: ${NEEDED.join(", ")}; a fact without a source, licence or date is refused`,
  ],
  combine: tablesTo(CITED_FACT_SOURCE, ({ sources, records }) => ({
    industry_sources: sources,
    industry_records: records,
  })),
};

function readFacts(file: ImportFile) {
  const table = new PlainTable(file, NEEDED, { width: "any" });
  const sources = new Map<string, ImportRow>();
  let vintage = UNDATED;
  const records = table.take("no fact that can be used", ({ text, reject, before }) => {
    const cell = (name: string) => textOfLine(text(name));
    const broken = NEEDED.find((name) => cell(name) === "") ?? problemOf(cell);
    const key = `${cell("source_key")} ${cell("source_record_id")}`;
    if (broken !== undefined) return reject(broken, `${broken} is "${cell(broken).slice(0, 60)}"`);
    if (before(key) !== undefined) return reject("fact twice", `${key} occurs twice`);
    if (!sources.has(cell("source_key"))) sources.set(cell("source_key"), sourceRow(cell));
    if (cell("as_of") > vintage) vintage = cell("as_of");
    return recordRow(cell);
  });
  return table.reading({ part: { sources: [...sources.values()], records }, vintage });
}

type CellOf = (name: string) => string;

/** The first column with an unreadable cell. */
function problemOf(cell: CellOf): string | undefined {
  const isNumber = (text: string) => text === "" || /^-?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text);
  const isDay = (text: string) => text === "" || dayNumberOf(text) !== undefined;
  if (plainLink(cell("source_url")) === undefined) return "source_url";
  return (
    ["metric_value", "confidence"].find((name) => !isNumber(cell(name))) ??
    ["period_start", "period_end", "as_of"].find((name) => !isDay(cell(name)))
  );
}

function sourceRow(cell: CellOf): ImportRow {
  return {
    source_key: cell("source_key"),
    display_name: cell("display_name") || cell("publisher"),
    signal_kind: cell("signal_kind"),
    publisher: cell("publisher"),
    source_url: cell("source_url"),
    licence: cell("licence"),
    cadence: cell("cadence"),
    collection_method: "manual",
    enabled: true,
    public_enabled: true,
    exact_entity_required: cell("exact_entity_required").toLowerCase() === "true",
  };
}

function recordRow(cell: CellOf): ImportRow {
  const optional = (name: string) => cell(name) || null;
  const number = (name: string) => (cell(name) === "" ? null : Number(cell(name)));
  return {
    source_key: cell("source_key"),
    source_record_id: cell("source_record_id"),
    signal_kind: cell("signal_kind"),
    industry: optional("industry"),
    stock_code: optional("stock_code"),
    entity_abn: cell("entity_abn").replaceAll(" ", "") || null,
    metric_key: cell("metric_key"),
    metric_label: cell("metric_label") || cell("metric_key"),
    metric_value: number("metric_value"),
    unit: cell("unit"),
    period_start: optional("period_start"),
    period_end: optional("period_end"),
    as_of: cell("as_of"),
    title: cell("title") || `${cell("metric_label") || cell("metric_key")} ${cell("as_of")}`,
    summary: optional("summary"),
    source_url: cell("source_url"),
    confidence: number("confidence") ?? 1,
  };
}
