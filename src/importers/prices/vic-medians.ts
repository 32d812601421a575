import { reportCutList } from "../files/alphabetical-end.ts";
import { cellText, PlainTable, type TableRow, type TitledSheet, titledSheet } from "../files/plain-table.ts";
import { publishedOn } from "../files/published-on.ts";
import type { FileReading, Importer } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { sourceFacts } from "../source-licence.ts";
import { combineFigures, type FigurePart, type SuburbFigure } from "./suburb-figures.ts";

const VIC_MEDIANS_SOURCE = sourceFacts({
  id: "vic-vpsr",
  publisher: "Valuer-General Victoria",
  title: "Victorian Property Sales Report, medians by suburb",
  licenceClass: "unsettled",
  url: "https://www.land.vic.gov.au/valuations/resources-and-reports/property-sales-statistics",
  precedence: 40,
});

/** Importer for yearly suburb medians of the Victorian Property Sales Report (workbook or CSV). */
export const VIC_MEDIANS: Importer<FigurePart> = {
  id: "vic-suburb-medians",
  title: "Victorian Property Sales Report by suburb",
  version: 2,
  sources: [VIC_MEDIANS_SOURCE],
  recognise(file) {
    if (tableOf(file) === undefined) return undefined;
    return {
      confidence: 60,
      what: `Victorian suburb medians by year, ${dwellingOf(file) ?? "unknown"} sales`,
    };
  },
  read: readVicMedians,
  explain: (file) => [
    `one row a locality, one column a year: house_prices median_price ${dwellingOf(file) ?? "?"} by 31 December`,
    `the column "Prelim" is preliminary and dated by the day the workbook was made: its year was not over; without that`,
    `day it is left out; "-" and "NA" are not a figure; changes are left out`,
    "localities are matched to Victorian suburbs by name; a council in brackets tells twins apart",
  ],
  combine: (parts, context) => combineFigures(parts, VIC_MEDIANS_SOURCE, "VIC", context),
};

/** Houses, units or land, which only the file or sheet name shows. */
function dwellingOf(file: ImportFile): SuburbFigure["dwellingType"] | undefined {
  const words = [file.name, ...(file.isWorkbook ? file.sheetNames : [])].join(" ");
  if (/unit|apartment/i.test(words)) return "unit";
  if (/land|block/i.test(words)) return "land";
  return /house/i.test(words) ? "house" : undefined;
}

function readVicMedians(file: ImportFile): FileReading<FigurePart> {
  const dwellingType = dwellingOf(file);
  if (dwellingType === undefined)
    file.refuse(`houses, units or land? Keep the published file name, such as "Houses-by-suburb"`);
  const sheet = tableOf(file)!;
  const table = PlainTable.titled(file, [], sheet, "any");
  const { titles: header, titleRow } = sheet;
  const lastYear = columnsOf(header).reduce((last, { year = 0 }) => Math.max(last, year), 0);
  if (lastYear === 0) file.refuse(`no column of a full year in row ${titleRow + 1}`);
  const published = publishedOn(file, `${lastYear}-12-31`);
  const rejectTitle = (rule: string, reason: string) => table.tally.reject(rule, titleRow + 1, reason);
  const years = datedColumns(header, published, rejectTitle);
  for (const title of unknownTitles(header))
    rejectTitle("unknown column", `"${title}" is not a year; its figures are left out`);
  const figures: SuburbFigure[] = [];
  const names: string[] = [];
  let used = 0;
  for (const { row, cells, reject, before } of table.records()) {
    const name = cellText(cells[0]);
    const above = name === "" ? undefined : before(name);
    if (name === "") reject("no locality", "the first cell is empty");
    else if (above !== undefined) reject("locality twice", `"${name}" is in row ${above} too`);
    else {
      names.push(name);
      const own = years.flatMap(({ at, ...period }): SuburbFigure[] => {
        const value = priceIn(cells[at], `${name} ${period.lastDay}`, reject);
        if (value === undefined) return [];
        return [{ name, measure: "median_price", dwellingType, ...period, frequency: "A", value, row }];
      });
      figures.push(...own);
      if (own.length > 0) used++;
    }
  }
  if (figures.length === 0) file.refuse(`no figure below row ${titleRow + 1}`);
  reportCutList(names, titleRow + 1 + table.below.length, table.tally);
  return table.reading({
    part: { figures },
    rowsUsed: used,
    vintage: published ?? `${lastYear}-12-31`,
    notes:
      published === undefined
        ? ["the vintage is the last day of the last full year: the file does not say when it was published"]
        : [],
  });
}

/** The sheet or CSV with the table; undefined if there is none or the file is unreadable. */
function tableOf(file: ImportFile): TitledSheet | undefined {
  try {
    return titledSheet(file, areTitles, /^"?(locality|suburb)"?,/i);
  } catch {
    return undefined;
  }
}

function areTitles(cells: readonly string[]): boolean {
  return /^(locality|suburb)$/i.test(cells[0] ?? "") && columnsOf(cells).length >= 3;
}

/** Columns of full years and, without `year`, the preliminary one. */
function columnsOf(header: readonly string[]): { at: number; year?: number }[] {
  return header.flatMap((title, at) => {
    if (/^(19|20)\d\d$/.test(title)) return [{ at, year: Number(title) }];
    return /^prelim/i.test(title) ? [{ at }] : [];
  });
}

type Reject = TableRow["reject"];

/** Columns with the last day of each period. Reports years missing in the middle. */
function datedColumns(header: readonly string[], published: string | undefined, reject: Reject) {
  const columns = columnsOf(header);
  const years = columns.flatMap(({ year }) => year ?? []).sort((a, b) => a - b);
  for (let year = years[0]; year < years.at(-1)!; year++) {
    if (!years.includes(year))
      reject("year missing", `no column ${year} between ${years[0]} and ${years.at(-1)}`);
  }
  for (const [title, year] of changedYears(header)) {
    if (year < years[0] || year > years.at(-1)!)
      reject("year missing", `no column ${year}, though "${title}" is its change`);
  }
  return columns.flatMap(({ at, year }): { at: number; lastDay: string; isPreliminary?: true }[] => {
    if (year !== undefined) return [{ at, lastDay: `${year}-12-31` }];
    if (published !== undefined) return [{ at, lastDay: published, isPreliminary: true }];
    reject("preliminary without a date", `"${header[at]}": the file does not say when it was made`);
    return [];
  });
}

/** Years named in change columns such as "13-23". */
function changedYears(header: readonly string[]): [title: string, year: number][] {
  return header.flatMap((title) => {
    const ends = /^((?:19|20)?\d\d)\s*[-–/]\s*((?:19|20)?\d\d)$/.exec(title)?.slice(1) ?? [];
    return ends.map((end): [string, number] => [title, end.length === 2 ? 2000 + Number(end) : Number(end)]);
  });
}

/** Titles other than years, "Prelim" and changes ("22-23", "PA", "Change"). */
function unknownTitles(header: readonly string[]): string[] {
  const known =
    /^$|^(19|20)\d\d$|^prelim|^(19|20)?\d\d\s*[-–/]\s*(19|20)?\d\d$|^pa$|change|growth|%|p\.?a\.?/i;
  return header.slice(1).filter((title) => !known.test(title));
}

function priceIn(cell: SheetCell | undefined, what: string, reject: Reject): number | undefined {
  const text = cellText(cell).replace(/[$,\s]/g, "");
  if (text === "" || text === "-" || /^na$/i.test(text)) return undefined;
  const value = Number(text.replace(/\^$/, ""));
  return Number.isFinite(value) && value > 0
    ? value
    : reject("not a price", `${what}: "${cell}" is not a price`);
}
