import type { Importer } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { labelRows } from "../series/labelled-columns.ts";
import { combineSeries, explainSeries, type SeriesPart } from "../series/series-part.ts";
import { ABS_CATALOGUES } from "./abs-sources.ts";
import { absSheets, catalogueOf, readAbsTable } from "./read-abs-table.ts";

const SOURCES = [...ABS_CATALOGUES.values()];

/** ABS time-series workbooks, and the same layout saved as CSV. */
export const ABS_TIME_SERIES: Importer<SeriesPart> = {
  id: "abs-time-series",
  title: "ABS time-series workbooks",
  version: 5,
  sources: SOURCES,
  recognise(file) {
    const sheets = sheetsOf(file);
    if (sheets.length === 0) return undefined;
    const catalogue = catalogueOf(file, sheets);
    const source = ABS_CATALOGUES.get(catalogue ?? "");
    const name = source?.title ?? `catalogue ${catalogue ?? "unknown"}`;
    return { confidence: 90, what: `ABS time series, ${name}` };
  },
  read: readAbsTable,
  explain(file) {
    const { part } = readAbsTable(file);
    const headers = sheetsOf(file).map(
      ({ name, rows }) =>
        `${name || "text"}: series ids in row ${(labelRows(rows).get("series id") ?? -1) + 1}`,
    );
    return [...headers, ...part.series.map(explainSeries)];
  },
  combine: (parts) => combineSeries(parts, SOURCES),
};

function sheetsOf(file: ImportFile) {
  try {
    return absSheets(file);
  } catch {
    return [];
  }
}
