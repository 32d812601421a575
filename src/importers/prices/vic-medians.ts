import { tellCutList } from "../files/alphabetical-end.ts";
import { publishedOn } from "../files/published-on.ts";
import type { FileReading, Importer } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { sourceFacts } from "../source-licence.ts";
import { combineFigures, type FigurePart, type SuburbFigure } from "./suburb-figures.ts";

export const VIC_MEDIANS_SOURCE = sourceFacts({
  id: "vic-vpsr",
  publisher: "Valuer-General Victoria",
  title: "Victorian Property Sales Report, medians by suburb",
  licenceClass: "unsettled",
  url: "https://www.land.vic.gov.au/valuations/resources-and-reports/property-sales-statistics",
  precedence: 40,
});

/** Yearly medians by suburb of the Victorian Property Sales Report: workbook, or its sheet as CSV. */
export const VIC_MEDIANS: Importer<FigurePart> = {
  id: "vic-suburb-medians",
  title: "Victorian Property Sales Report by suburb",
  version: 2,
  sources: [VIC_MEDIANS_SOURCE],
  recognise(file) {
    if (!hasTable(file)) return undefined;
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

/** Houses, units or land: only the file or sheet name says which. */
function dwellingOf(file: ImportFile): SuburbFigure["dwellingType"] | undefined {
  const words = [file.name, ...(file.isWorkbook ? file.sheetNames : [])].join(" ");
  if (/unit|apartment/i.test(words)) return "unit";
  if (/land|block/i.test(words)) return "land";
  return /house/i.test(words) ? "house" : undefined;
}

function readVicMedians(file: ImportFile): FileReading<FigurePart> {
  const dwellingType = dwellingOf(file);
  if (dwellingType === undefined)
    file.refuse(
      `nothing says whether these are houses, units or land; keep the published name, such as "Houses-by-suburb"`,
    );
  const { rows, headerRow } = wholeTable(file);
  const tally = new RejectTally();
  const lastYear = columnsOf(rows[headerRow]).reduce((last, { year = 0 }) => Math.max(last, year), 0);
  if (lastYear === 0) file.refuse(`no column of a full year in row ${headerRow + 1}`);
  const published = publishedOn(file, `${lastYear}-12-31`);
  const years = datedColumns(rows[headerRow], headerRow + 1, published, tally);
  for (const title of unknownTitles(rows[headerRow])) {
    tally.reject("unknown column", headerRow + 1, `"${title}" is not a year; its figures are left out`);
  }
  const figures: SuburbFigure[] = [];
  const seen = new Map<string, number>();
  let read = 0;
  let used = 0;
  for (let r = headerRow + 1; r < rows.length; r++) {
    const cells = rows[r];
    const name = String(cells[0] ?? "").trim();
    if (name === "" && cells.every((cell) => cell === null || cell === "")) continue;
    read++;
    if (name === "") tally.reject("no locality", r + 1, "the first cell is empty");
    else if (seen.has(name))
      tally.reject("locality twice", r + 1, `"${name}" is in row ${seen.get(name)} too`);
    else {
      seen.set(name, r + 1);
      const before = figures.length;
      for (const { at, lastDay, isPreliminary } of years) {
        const value = numberIn(cells[at], r + 1, `${name} ${lastDay}`, tally);
        if (value === undefined) continue;
        figures.push({
          name,
          measure: "median_price",
          dwellingType,
          lastDay,
          frequency: "A",
          value,
          row: r + 1,
          ...(isPreliminary ? { isPreliminary: true } : {}),
        });
      }
      if (figures.length > before) used++;
    }
  }
  if (figures.length === 0) file.refuse(`no figure below row ${headerRow + 1}`);
  tellCutList([...seen.keys()], rows.length, tally);
  return tally.reading({
    part: { figures },
    rowsRead: read,
    rowsUsed: used,
    vintage: published ?? `${lastYear}-12-31`,
    notes:
      published === undefined
        ? ["the vintage is the last day of the last full year: the file does not say when it was published"]
        : [],
  });
}

/** Whether the first rows hold the table; a file that cannot be read is none. */
function hasTable(file: ImportFile): boolean {
  try {
    return tableOf(file) !== undefined;
  } catch {
    return false;
  }
}

/** The sheet whose first rows have the table's header, and where the header is in it. */
function tableOf(file: ImportFile): { name: string; head: SheetCell[][]; headerRow: number } | undefined {
  for (const [name, head] of sheetsOf(file)) {
    const headerRow = head.findIndex(isHeader);
    if (headerRow >= 0) return { name, head, headerRow };
  }
  return undefined;
}

/** All rows of the table. The first ones of a damaged sheet can be read where the whole of it cannot. */
function wholeTable(file: ImportFile): { rows: SheetCell[][]; headerRow: number } {
  const { name, head, headerRow } = tableOf(file) ?? { name: "", head: [], headerRow: 0 };
  const rows = name === "" ? head : file.sheet(name);
  if (!isHeader(rows[headerRow] ?? [])) file.refuse(`cannot be read whole: no row "Locality" with years`);
  return { rows, headerRow };
}

/** Whether a row begins with "Locality" and holds at least three years. */
function isHeader(row: readonly SheetCell[]): boolean {
  return /^(locality|suburb)$/i.test(String(row[0] ?? "").trim()) && columnsOf(row).length >= 3;
}

function sheetsOf(file: ImportFile): Iterable<[string, SheetCell[][]]> {
  if (file.isWorkbook) return file.sheetHeads();
  return /^"?(locality|suburb)"?,/i.test(file.firstLine) ? [["", file.csv()]] : [];
}

/** Columns of full years, and of the preliminary one, which has no year of its own. */
function columnsOf(header: readonly SheetCell[]): { at: number; year?: number }[] {
  return header.flatMap((cell, at) => {
    const text = String(cell ?? "").trim();
    if (/^(19|20)\d\d$/.test(text)) return [{ at, year: Number(text) }];
    return /^prelim/i.test(text) ? [{ at }] : [];
  });
}

/** The columns with the last days of their periods; years that are missing in the middle are reported. */
function datedColumns(
  header: readonly SheetCell[],
  row: number,
  published: string | undefined,
  tally: RejectTally,
): { at: number; lastDay: string; isPreliminary: boolean }[] {
  const columns = columnsOf(header);
  const years = columns.flatMap(({ year }) => year ?? []).sort((a, b) => a - b);
  for (let year = years[0]; year < years.at(-1)!; year++) {
    if (!years.includes(year))
      tally.reject("year missing", row, `no column ${year} between ${years[0]} and ${years.at(-1)}`);
  }
  for (const [title, year] of changedYears(header)) {
    if (year < years[0] || year > years.at(-1)!)
      tally.reject("year missing", row, `no column ${year}, though "${title}" is its change`);
  }
  return columns.flatMap(({ at, year }): { at: number; lastDay: string; isPreliminary: boolean }[] => {
    if (year !== undefined) return [{ at, lastDay: `${year}-12-31`, isPreliminary: false }];
    if (published !== undefined) return [{ at, lastDay: published, isPreliminary: true }];
    tally.reject(
      "preliminary without a date",
      row,
      `"${String(header[at]).trim()}": the file does not say when it was made`,
    );
    return [];
  });
}

/** The years that changes such as "13-23" are between. */
function changedYears(header: readonly SheetCell[]): [title: string, year: number][] {
  return header.flatMap((cell): [string, number][] => {
    const title = String(cell ?? "").trim();
    const ends = /^((?:19|20)?\d\d)\s*[-–/]\s*((?:19|20)?\d\d)$/.exec(title)?.slice(1) ?? [];
    return ends.map((end) => [title, end.length === 2 ? 2000 + Number(end) : Number(end)]);
  });
}

/** Titles that are not a year, no preliminary year and no change between years, such as "22-23", "PA" and "Change". */
function unknownTitles(header: readonly SheetCell[]): string[] {
  return header
    .slice(1)
    .map((cell) => String(cell ?? "").trim())
    .filter(
      (title) =>
        title !== "" &&
        !/^(19|20)\d\d$|^prelim|^(19|20)?\d\d\s*[-–/]\s*(19|20)?\d\d$|^pa$|change|growth|%|p\.?a\.?/i.test(
          title,
        ),
    );
}

function numberIn(cell: SheetCell | undefined, row: number, what: string, tally: RejectTally) {
  const text = String(cell ?? "").replace(/[$,\s]/g, "");
  if (text === "" || text === "-" || /^na$/i.test(text)) return undefined;
  const value = Number(text.replace(/\^$/, ""));
  if (Number.isFinite(value) && value > 0) return value;
  tally.reject("not a price", row, `${what}: "${cell}" is not a price`);
  return undefined;
}
