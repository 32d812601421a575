import { STATES } from "../../dataset/states.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { headerOf } from "../files/header-of.ts";
import type { FileReading, Importer } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dateOfText, lastDayOf } from "../series/period.ts";
import type { SourceFacts } from "../source-licence.ts";
import { type PostcodeRent, postcodeRentFragments, rentsOfWholePostcodes } from "./postcode-rents.ts";
import { combineFigures, type FigurePart, type SuburbFigure } from "./suburb-figures.ts";

export const SA_RENTS_SOURCE: SourceFacts = {
  id: "sa-rents",
  publisher: "SA Housing Authority",
  title: "South Australian private rent report",
  licence: "CC-BY-4.0",
  licenceClass: "open",
  attribution: "Source: SA Housing Authority",
  url: "https://data.sa.gov.au/data/dataset/private-rent-report",
  precedence: 40,
};

const STATE = STATES.find(({ code }) => code === "SA")!;

/** Columns of the postcode files: totals by dwelling. */
const CSV_TOTALS: readonly (readonly [string, SuburbFigure["dwellingType"]])[] = [
  ["total_flats", "unit"],
  ["total_houses", "house"],
  ["total_all", "all"],
];
/** Columns of the workbook. */
const SHEET_TOTALS: readonly (readonly [string, SuburbFigure["dwellingType"]])[] = [
  ["Flats/Units", "unit"],
  ["Houses", "house"],
  ["Total", "all"],
];

/** Figures of suburbs and the state, and rents of postcodes. */
export interface RentPart extends FigurePart {
  readonly postcodes: readonly PostcodeRent[];
}

/** Quarterly rent reports of South Australia: the workbook by suburb, or the CSV by postcode. */
export const SA_RENTS: Importer<RentPart> = {
  id: "sa-rents",
  title: "South Australian private rent report",
  version: 2,
  stage: "facts",
  sources: [SA_RENTS_SOURCE],
  recognise(file) {
    if (isPostcodeFile(file)) return { confidence: 85, what: "South Australian rents by postcode" };
    return isWorkbook(file) ? { confidence: 85, what: "South Australian rents by suburb" } : undefined;
  },
  read: (file) => (file.isWorkbook ? readWorkbook(file) : readPostcodes(file)),
  explain: (file) =>
    file.isWorkbook
      ? [
          "sheet Suburb: total medians of flats, houses and all dwellings to house_prices median_rent by suburb, AUD a week",
          "sheet PC: the same by postcode to economic_series rents.median_weekly.{unit,house,all}.{postcode}",
          "a count of * (one to five bonds) hides the median; Grand Total is the state",
        ]
      : [
          "the row South Australia gives the state's median_rent in house_prices",
          "postcodes go to economic_series rents.median_weekly.{unit,house,all}.{postcode}, AUD a week",
          "a count of * (one to five bonds) hides the median",
        ],
  combine(parts, context) {
    const combined = combineFigures(parts, SA_RENTS_SOURCE, STATE, context);
    const postcodes = postcodeRentFragments(parts, SA_RENTS_SOURCE, STATE.name);
    return { ...combined, fragments: [...combined.fragments, ...postcodes] };
  },
};

function isPostcodeFile(file: ImportFile): boolean {
  const header = headerOf(file);
  return (
    ["quarterperiodend", "metro_restofstate", "postcode"].filter((cell) => header.includes(cell)).length >= 2
  );
}

function isWorkbook(file: ImportFile): boolean {
  try {
    if (!file.isWorkbook) return false;
    const head = file.sheetHeads().get("Suburb") ?? [];
    return head.some(isTitle);
  } catch {
    return false;
  }
}

function isTitle(row: readonly SheetCell[]): boolean {
  return /median weekly rental/i.test(String(row[0] ?? ""));
}

function readPostcodes(file: ImportFile): FileReading<RentPart> {
  const [header, ...rows] = file.csv();
  const at = new Map(header.map((cell, i) => [cell.trim().toLowerCase(), i]));
  const needed = ["quarterperiodend", "metro_restofstate", "postcode"];
  for (const column of [...needed, ...CSV_TOTALS.flatMap(([name]) => [`${name}_count`, `${name}_median$`])]) {
    if (!at.has(column)) throw new TerraceError("bad_dataset", `${file.path}: no column "${column}"`);
  }
  const tally = new RejectTally();
  const figures: SuburbFigure[] = [];
  const postcodes: PostcodeRent[] = [];
  let read = 0;
  let used = 0;
  let quarter = "";
  rows.forEach((cells, r) => {
    if (cells.every((cell) => cell.trim() === "")) return;
    read++;
    const row = r + 2;
    const text = (column: string) => (cells[at.get(column)!] ?? "").trim();
    const date = dateOfText(`${text("quarterperiodend")}-01`);
    if (date === undefined) {
      tally.reject("no quarter", row, `quarter "${text("quarterperiodend")}"`);
      return;
    }
    quarter = lastDayOf(date);
    const isState = /^south australia$/i.test(text("metro_restofstate"));
    const postcode = text("postcode");
    if (!isState && !/^[0-9]{4}$/.test(postcode)) {
      const rule = /^total$/i.test(postcode) ? "part of the state" : "no postcode";
      tally.reject(rule, row, `${text("metro_restofstate")} "${postcode}"`);
      return;
    }
    const before = figures.length + postcodes.length;
    for (const [name, dwellingType] of CSV_TOTALS) {
      const value = rentIn(text(`${name}_count`), text(`${name}_median$`), row, `${postcode} ${name}`, tally);
      if (value === undefined) continue;
      if (isState) figures.push(rent(null, dwellingType, quarter, value, row));
      else postcodes.push({ postcode, dwellingType, lastDay: quarter, value, row });
    }
    if (figures.length + postcodes.length > before) used++;
  });
  if (figures.length === 0) {
    throw new TerraceError(
      "bad_dataset",
      `${file.path}: no row "South Australia" with totals in ${read} rows`,
    );
  }
  return {
    part: { figures, postcodes: rentsOfWholePostcodes(postcodes, tally) },
    report: { rowsRead: read, rowsUsed: used, rejects: tally.rules(), vintage: quarter, notes: [] },
  };
}

const POSTCODE_SHEET = "PC";

function readWorkbook(file: ImportFile): FileReading<RentPart> {
  const tally = new RejectTally();
  const suburbs = readSheet(file, "Suburb", tally);
  const hasPostcodes = (file.sheetHeads().get(POSTCODE_SHEET) ?? []).some(isTitle);
  const postcodes = hasPostcodes ? readSheet(file, POSTCODE_SHEET, tally) : undefined;
  const rents = (postcodes?.figures ?? []).flatMap(({ name, dwellingType, lastDay, value, row }) => {
    if (name === null) return [];
    if (/^[0-9]{4}$/.test(name)) return [{ postcode: name, dwellingType, lastDay, value, row }];
    tally.reject("no postcode", row, `sheet "${POSTCODE_SHEET}": "${name}"`);
    return [];
  });
  return {
    part: { figures: suburbs.figures, postcodes: rentsOfWholePostcodes(rents, tally) },
    report: {
      rowsRead: suburbs.read + (postcodes?.read ?? 0),
      rowsUsed: suburbs.used + (postcodes?.used ?? 0),
      rejects: tally.rules(),
      vintage: suburbs.quarter,
      notes: hasPostcodes ? [] : [`no sheet "${POSTCODE_SHEET}" with rents by postcode`],
    },
  };
}

/** Rents of one sheet by the name in its first column; the total has none. */
function readSheet(
  file: ImportFile,
  sheet: string,
  tally: RejectTally,
): { figures: SuburbFigure[]; quarter: string; read: number; used: number } {
  const rows = file.sheet(sheet);
  const refuse = (reason: string): never => {
    throw new TerraceError("bad_dataset", `${file.path}, sheet "${sheet}": ${reason}`);
  };
  const quarter = quarterOf(rows) ?? refuse("no title with the last day of a quarter, such as 30 June 2023");
  const top = rows.findIndex((row) => /^row labels$/i.test(String(row[0] ?? "").trim()));
  if (top < 0) return refuse('no row "Row Labels"');
  const columns = SHEET_TOTALS.map(([label, dwellingType]) => {
    const find = (kind: string) => {
      const wanted = `${label} ${kind}`.toLowerCase();
      for (const row of rows.slice(0, top)) {
        const at = row.findIndex(
          (cell) =>
            String(cell ?? "")
              .trim()
              .toLowerCase() === wanted,
        );
        if (at >= 0) return at;
      }
      return refuse(`no column "${label} ${kind}"`);
    };
    return { label, dwellingType, count: find("Count"), median: find("Median") };
  });
  const figures: SuburbFigure[] = [];
  let read = 0;
  let used = 0;
  let hasTotal = false;
  for (let r = top + 1; r < rows.length; r++) {
    const name = String(rows[r][0] ?? "").trim();
    if (name === "" || rows[r].slice(1).every((cell) => cell === null)) continue;
    if (/^(metro|country|rest of state) total$/i.test(name)) continue;
    const isTotal = /^grand total$/i.test(name);
    hasTotal ||= isTotal;
    read++;
    const before = figures.length;
    for (const { label, dwellingType, count, median } of columns) {
      const value = rentIn(
        cellText(rows[r][count]),
        cellText(rows[r][median]),
        r + 1,
        `${name}, ${label}`,
        tally,
      );
      if (value !== undefined) figures.push(rent(isTotal ? null : name, dwellingType, quarter, value, r + 1));
    }
    if (figures.length > before) used++;
  }
  if (!hasTotal) return refuse(`cut short: no row "Grand Total" after row ${rows.length}`);
  return { figures, quarter, read, used };
}

function quarterOf(rows: readonly SheetCell[][]): string | undefined {
  for (const row of rows.slice(0, 20)) {
    const match = /(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})/.exec(String(row[0] ?? ""));
    const date = match === null ? undefined : dateOfText(`${match[1]}-${match[2]}-${match[3]}`);
    if (date !== undefined) return lastDayOf(date);
  }
  return undefined;
}

/** The weekly rent; undefined where there are no bonds or too few for the publisher to count. */
function rentIn(
  count: string,
  median: string,
  row: number,
  what: string,
  tally: RejectTally,
): number | undefined {
  if (median === "") return undefined;
  if (count === "*") return void tally.reject("one to five bonds", row, `${what}: count *`);
  const value = Number(median);
  if (Number.isFinite(value) && value > 0) return value;
  return void tally.reject("not a rent", row, `${what}: "${median}" is no rent`);
}

function rent(
  name: string | null,
  dwellingType: SuburbFigure["dwellingType"],
  lastDay: string,
  value: number,
  row: number,
): SuburbFigure {
  return { name, measure: "median_rent", dwellingType, lastDay, frequency: "Q", value, row };
}

function cellText(cell: SheetCell | undefined): string {
  return String(cell ?? "").trim();
}
