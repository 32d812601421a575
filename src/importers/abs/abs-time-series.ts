import { cellText } from "../files/plain-table.ts";
import { publishedOn } from "../files/published-on.ts";
import type { FileReading, Importer } from "../importer.ts";
import { lookupOf } from "../lookup.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import {
  type LabelledColumn,
  type LabelledTable,
  labelledSheets,
  labelRows,
  pointsOf,
  readLabelledTable,
} from "../series/labelled-columns.ts";
import { dateOfText, type Frequency } from "../series/period.ts";
import type { Points } from "../series/points.ts";
import { combineSeries, explainSeries, type SeriesPart, type StoredSeries } from "../series/series-part.ts";
import { regionOfTitle } from "../series/series-regions.ts";
import { adjustmentOf, baseUnitOf, scaled } from "../series/series-target.ts";
import { catalogueOfDescriptions, labelsOf, targetOf, valuationOf } from "./abs-meaning.ts";
import { ABS_CATALOGUES } from "./abs-sources.ts";

const SOURCES = [...ABS_CATALOGUES.values()];

export const ABS_TIME_SERIES: Importer<SeriesPart> = {
  id: "abs-time-series",
  title: "ABS time-series workbooks",
  version: 5,
  sources: SOURCES,
  recognise(file) {
    const sheets = absSheets(file);
    if (sheets.length === 0) return undefined;
    const catalogue = catalogueOf(file, sheets);
    const source = ABS_CATALOGUES.get(catalogue ?? "");
    const name = source?.title ?? `catalogue ${catalogue ?? "unknown"}`;
    return { confidence: 90, what: `ABS time series, ${name}` };
  },
  read: readAbsTable,
  explain(file) {
    const { part } = readAbsTable(file);
    const headers = absSheets(file).map(
      ({ name, rows }) =>
        `${name || "text"}: series ids in row ${(labelRows(rows).get("series id") ?? -1) + 1}`,
    );
    return [...headers, ...part.series.map(explainSeries)];
  },
  combine: (parts) => combineSeries(parts, SOURCES),
};

const LABELS = ["unit", "series type", "frequency", "series start", "series end", "no. obs", "series id"];
const FREQUENCIES = lookupOf<Frequency>({ month: "M", quarter: "Q", biannual: "H", annual: "A", year: "A" });

/** Sheets, or the CSV file, with ABS header rows; three of the seven labels are enough. */
function absSheets(file: ImportFile) {
  return labelledSheets(file, isAbsText, (labels, name) => {
    if (file.isWorkbook && !/^data\d*$/i.test(name.trim())) return false;
    return LABELS.filter((label) => labels.has(label)).length >= 3 && !labels.has("publication date");
  });
}

function isAbsText({ head }: ImportFile): boolean {
  return /^(\uFEFF)?[^\n]*;/.test(head) && /(^|\n)"?Series (Type|ID)"?,/i.test(head);
}

/** Cells of a workbook's index sheet; empty for CSV. */
function indexCells(file: ImportFile): string[] {
  const rows = file.isWorkbook ? (file.sheetHeads().get("Index") ?? []) : [];
  return rows.flat().map(cellText);
}

/** Table titles from the index sheet. In many tables only they name the region and the valuation. */
function tableTitle(file: ImportFile): string {
  return indexCells(file)
    .filter((cell) => /^tables?\b/i.test(cell))
    .join("; ");
}

/** Catalogue number from the index sheet, else guessed from the series' descriptions. */
function catalogueOf(file: ImportFile, sheets: readonly { rows: SheetCell[][] }[]): string | undefined {
  const [number] = indexCells(file).flatMap((cell) => /^(\d{4}\.\d)\b/.exec(cell)?.[1] ?? []);
  return number ?? catalogueOfDescriptions(sheets.flatMap(({ rows }) => (rows[0] ?? []).map(cellText)));
}

/** Reads every series that can be mapped. Rejects a file with fewer rows than its header announces. */
function readAbsTable(file: ImportFile): FileReading<SeriesPart> {
  const sheets = absSheets(file);
  const catalogue = catalogueOf(file, sheets);
  const source = ABS_CATALOGUES.get(catalogue ?? "");
  if (catalogue === undefined || source === undefined)
    file.refuse(
      `time series of catalogue ${catalogue ?? "unknown"}; read are ${[...ABS_CATALOGUES.keys()].join(", ")}`,
    );
  const tally = new RejectTally();
  const series: StoredSeries[] = [];
  let read = 0;
  let used = 0;
  let newest = "";
  const title = tableTitle(file);
  for (const sheet of sheets) {
    const table = readLabelledTable(file, sheet, LABELS, tally);
    for (const column of table.columns) {
      refuseTruncated(file, table, column, tally);
      const points = pointsOf(table, column, tally);
      read += points.values.length;
      newest = [newest, points.lastDays.at(-1) ?? ""].sort().at(-1)!;
      const stored = storedSeries(catalogue, source.id, title, column, points, tally, table.idRow);
      if (stored === undefined) continue;
      series.push(stored);
      if (stored.target !== undefined) used += points.values.length;
    }
  }
  if (newest === "") file.refuse("no figure in any series");
  const published = publishedOn(file, newest);
  return tally.reading({
    part: { series, published },
    rowsRead: read,
    rowsUsed: used,
    vintage: published ?? newest,
    notes: [
      `${series.filter(({ target }) => target !== undefined).length} series; rows are counted as observations`,
      ...(published === undefined
        ? ["the vintage is the last day of the newest period: the file does not say when it was published"]
        : []),
    ],
  });
}

function storedSeries(
  catalogue: string,
  sourceId: string,
  title: string,
  column: LabelledColumn,
  points: Points,
  tally: RejectTally,
  row: number,
): StoredSeries | undefined {
  const { id, header } = column;
  const description = header.get("first line")!;
  const reject = (rule: string, reason: string) =>
    tally.reject(rule, row, `${id} (${description}): ${reason}`);
  const unit = baseUnitOf(header.get("unit")!);
  if (unit === undefined) return void reject("unknown unit", `unit "${header.get("unit")}"`);
  const frequency = FREQUENCIES[header.get("frequency")!.toLowerCase()];
  if (frequency === undefined)
    return void reject("unknown frequency", `frequency "${header.get("frequency")}"`);
  const adjustment = adjustmentOf(header.get("series type")!);
  if (adjustment === undefined)
    return void reject("unknown series type", `type "${header.get("series type")}"`);
  const labels = labelsOf(description);
  const region = labels.region ?? regionOfTitle(title);
  if (region === null)
    return void reject("region unknown", `neither it nor the title says which: "${title}"`);
  const target = targetOf(catalogue, {
    parts: labels.parts,
    region,
    unit: unit.unit,
    adjustment,
    frequency,
    valuation: valuationOf(title),
  });
  if (target === undefined) reject("series not mapped", "no rule matches this title");
  else if (target.economic === undefined && target.price === undefined) {
    return void reject("region has no place", "neither the price tables nor the catalogue have it");
  }
  const values = points.values.map((value) => scaled(value, unit.factor));
  const known = target === undefined ? {} : { target };
  return { id, sourceId, ...known, frequency, lastDays: points.lastDays, values };
}

/** Throws when rows announced in the header are missing (the file was cut). Reports a gap between points. */
function refuseTruncated(file: ImportFile, table: LabelledTable, column: LabelledColumn, tally: RejectTally) {
  const dateOf = (label: string) => {
    const cell = column.header.get(label)!;
    return /^\d+$/.test(cell) ? file.dateOfSerial(Number(cell)) : dateOfText(cell);
  };
  const announced = Number(column.header.get("no. obs"));
  const start = dateOf("series start");
  const end = dateOf("series end");
  if (start === undefined || end === undefined || !Number.isInteger(announced))
    file.refuse(`${column.id} has no readable start, end and number of observations`);
  const found = new Set(
    table.dates.filter(({ date }) => date >= start && date <= end).map(({ date }) => date),
  ).size;
  if (found < announced) {
    file.refuse(
      `cut short: ${column.id} announces ${announced} observations from ${start} to ${end}, ` +
        `found rows for ${found}, the last in row ${table.dates.at(-1)!.row}`,
    );
  }
  // Change series begin a year later, so only gaps between the first figure and the announced end count.
  const points = table.dates
    .map(({ row, date }, i) => ({ row, date, value: column.values[i] }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const first = points.find(({ value }) => value !== null)?.date ?? end;
  const gap = points.find(({ date, value }) => value === null && date > first && date <= end);
  if (gap !== undefined)
    tally.reject("observation missing", gap.row, `${column.id} has no figure for ${gap.date}`);
}
