import type { Importer } from "../importer.ts";
import { combineSeries, explainSeries, type SeriesPart } from "../series/series-part.ts";
import { RBA_TABLES, RBA_THIRD_PARTY } from "./rba-tables.ts";
import { rbaSheet, readRbaTable } from "./read-rba-table.ts";

const SOURCES = [...RBA_TABLES.map(({ source }) => source), RBA_THIRD_PARTY];

/** Statistical tables of the Reserve Bank of Australia: CSV, XLS and XLSX. */
export const RBA_TABLE_IMPORTER: Importer<SeriesPart> = {
  id: "rba-tables",
  title: "RBA statistical tables",
  version: 4,
  sources: SOURCES,
  recognise(file) {
    const sheet = sheetOf(file);
    if (sheet === undefined) return undefined;
    const title = RBA_TABLES.find(({ id }) => id === sheet.tableId)?.source.title;
    return { confidence: 90, what: `RBA ${title ?? `table ${sheet.tableId || "without a number"}`}` };
  },
  read: readRbaTable,
  explain: (file) => readRbaTable(file).part.series.map(explainSeries),
  combine: (parts) => combineSeries(parts, SOURCES),
};

function sheetOf(file: Parameters<typeof rbaSheet>[0]) {
  try {
    return rbaSheet(file);
  } catch {
    return undefined;
  }
}
