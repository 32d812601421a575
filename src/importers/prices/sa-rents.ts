import { badDataset } from "../../runtime/errors.ts";
import { byColumns, cellText, PlainTable } from "../files/plain-table.ts";
import type { FileReading, Importer } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dateOfText, lastDayOf } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";
import { type PostcodeRent, postcodeRentFragments, rentsOfWholePostcodes } from "./postcode-rents.ts";
import { type RentLayout, rentLayout } from "./sa-rents-layout.ts";
import { combineFigures, type FigurePart, type SuburbFigure } from "./suburb-figures.ts";

const SA_RENTS_SOURCE = sourceFacts({
  id: "sa-rents",
  publisher: "SA Housing Authority",
  title: "South Australian private rent report",
  url: "https://data.sa.gov.au/data/dataset/private-rent-report",
  precedence: 40,
});

const CSV_TOTALS: readonly (readonly [string, SuburbFigure["dwellingType"]])[] = [
  ["total_flats", "unit"],
  ["total_houses", "house"],
  ["total_all", "all"],
];
export const SA_RENTS: Importer<RentPart> = {
  id: "sa-rents",
  title: "South Australian private rent report",
  version: 3,
  sources: [SA_RENTS_SOURCE],
  recognise(file) {
    if (isRentWorkbook(file)) return { confidence: 85, what: "South Australian rents by suburb" };
    return isPostcodeFile(file);
  },
  read: (file) => (file.isWorkbook ? readRentWorkbook(file) : readPostcodes(file)),
  explain: (file) =>
    file.isWorkbook
      ? [
          "sheet Suburb (Suburbs, Final Suburbs): total medians of flats, houses and all dwellings to house_prices median_rent by suburb, AUD a week",
          "sheet PC: the same by postcode to economic_series rents.median_weekly.{unit,house,all}.{postcode}",
          "a count of * (one to five bonds) hides the median; Grand Total is the state",
        ]
      : [
          "the row South Australia gives the state's median_rent in house_prices",
          "postcodes go to economic_series rents.median_weekly.{unit,house,all}.{postcode}, AUD a week",
          "a count of * (one to five bonds) hides the median",
        ],
  combine(parts, context) {
    const combined = combineFigures(parts, SA_RENTS_SOURCE, "SA", context);
    const postcodes = postcodeRentFragments(parts, SA_RENTS_SOURCE, "South Australia");
    return { ...combined, fragments: [...combined.fragments, ...postcodes] };
  },
};

const NEEDED = ["quarterperiodend", "metro_restofstate", "postcode"];
const isPostcodeFile = byColumns(NEEDED, 2, { confidence: 85, what: "South Australian rents by postcode" });

function readPostcodes(file: ImportFile): FileReading<RentPart> {
  const totals = CSV_TOTALS.flatMap(([name]) => [`${name}_count`, `${name}_median$`]);
  const table = new PlainTable(file, [...NEEDED, ...totals]);
  const { tally } = table;
  const figures: SuburbFigure[] = [];
  const postcodes: PostcodeRent[] = [];
  let used = 0;
  let quarter = "";
  for (const { row, text, reject } of table.records()) {
    const date = dateOfText(`${text("quarterperiodend")}-01`);
    if (date === undefined) {
      reject("no quarter", `quarter "${text("quarterperiodend")}"`);
      continue;
    }
    quarter = lastDayOf(date);
    const isState = /^south australia$/i.test(text("metro_restofstate"));
    const postcode = text("postcode");
    if (!isState && !/^[0-9]{4}$/.test(postcode)) {
      const rule = /^total$/i.test(postcode) ? "part of the state" : "no postcode";
      reject(rule, `${text("metro_restofstate")} "${postcode}"`);
      continue;
    }
    const before = figures.length + postcodes.length;
    for (const [name, dwellingType] of CSV_TOTALS) {
      const value = rentIn(text(`${name}_count`), text(`${name}_median$`), row, `${postcode} ${name}`, tally);
      if (value === undefined) continue;
      if (isState) figures.push(rent(null, dwellingType, quarter, value, row));
      else postcodes.push({ postcode, dwellingType, lastDay: quarter, value, row });
    }
    if (figures.length + postcodes.length > before) used++;
  }
  if (figures.length === 0) file.refuse(`no row "South Australia" with totals in ${table.rowsRead} rows`);
  return table.reading({
    part: { figures, postcodes: rentsOfWholePostcodes(postcodes, tally) },
    rowsUsed: used,
    vintage: quarter,
  });
}

interface RentPart extends FigurePart {
  readonly postcodes: readonly PostcodeRent[];
}

/** Names of the suburb sheet and of the postcode sheet over the years. */
const SUBURB_SHEETS = /^(final )?suburbs?$/i;
const POSTCODE_SHEETS = /^(final )?(pcs?|postcodes?)$/i;

function isRentWorkbook(file: ImportFile): boolean {
  try {
    return file.isWorkbook && sheetOf(file, SUBURB_SHEETS) !== undefined;
  } catch {
    return false;
  }
}

/** The first such sheet with bonds and rents mentioned above its table. */
function sheetOf(file: ImportFile, names: RegExp): string | undefined {
  return file.sheetNames.find((name) => {
    if (!names.test(name.trim())) return false;
    const words = (file.sheetHeads().get(name) ?? []).flat().join(" ");
    return /median weekly rent/i.test(words) || (/\bbonds?\b/i.test(words) && /\brent/i.test(words));
  });
}

/** Reads rents by suburb and postcode from a quarterly workbook of any year. */
function readRentWorkbook(file: ImportFile): FileReading<RentPart> {
  const tally = new RejectTally();
  const suburbs = readSheet(file, sheetOf(file, SUBURB_SHEETS)!, tally);
  const postcodeSheet = sheetOf(file, POSTCODE_SHEETS);
  const postcodes = postcodeSheet === undefined ? undefined : readSheet(file, postcodeSheet, tally);
  const rents = (postcodes?.figures ?? []).flatMap(({ name, dwellingType, lastDay, value, row }) => {
    if (name === null) return [];
    if (/^[0-9]{4}$/.test(name)) return [{ postcode: name, dwellingType, lastDay, value, row }];
    tally.reject("no postcode", row, `sheet "${postcodeSheet}": "${name}"`);
    return [];
  });
  return tally.reading({
    part: { figures: suburbs.figures, postcodes: rentsOfWholePostcodes(rents, tally) },
    rowsRead: suburbs.read + (postcodes?.read ?? 0),
    rowsUsed: suburbs.used + (postcodes?.used ?? 0),
    vintage: suburbs.quarter,
    notes: postcodeSheet === undefined ? ['no sheet "PC" with rents by postcode'] : [],
  });
}

/** Rents of a sheet by the name in its label column; null for the state. */
function readSheet(file: ImportFile, sheet: string, tally: RejectTally) {
  const rows = file.sheet(sheet);
  const refuse = (reason: string): never => {
    throw badDataset(`${file.path}, sheet "${sheet}": ${reason}`);
  };
  const quarter =
    rentQuarter(rows, file.name) ?? refuse("no title with a quarter, such as 1 April - 30 June 2023");
  const layout = rentLayout(rows, refuse);
  const figures: SuburbFigure[] = [];
  let read = 0;
  let used = 0;
  let hasTotal = false;
  for (let r = layout.firstRow; r < rows.length; r++) {
    const name = nameOf(rows[r], layout);
    if (name === "" || rows[r].slice(layout.nameColumn + 1).every((cell) => cell === null)) continue;
    if (/^(metro|country|rest of state)?( ?total)?$/i.test(name)) continue;
    const isTotal = /^(grand total|south australia( total)?)$/i.test(name);
    hasTotal ||= isTotal;
    read++;
    const before = figures.length;
    for (const { label, dwellingType, count, median } of layout.totals) {
      const cells = [cellText(rows[r][count]), cellText(rows[r][median])] as const;
      const value = rentIn(...cells, r + 1, `${name}, ${label}`, tally);
      if (value !== undefined) figures.push(rent(isTotal ? null : name, dwellingType, quarter, value, r + 1));
    }
    if (figures.length > before) used++;
  }
  if (!hasTotal) return refuse(`cut short: no row "Grand Total" after row ${rows.length}`);
  return { figures, quarter, read, used };
}

/** Suburb of a row. With two label columns the first is a part of the state, or in a total row the state. */
function nameOf(row: readonly SheetCell[], { nameColumn }: RentLayout): string {
  const name = cellText(row[nameColumn]);
  const part = nameColumn === 0 ? "" : cellText(row[0]);
  return /^(south australia|grand total)/i.test(part) ? part : name;
}

/** Weekly rent; undefined when there are no bonds, or too few to be published. */
function rentIn(
  count: string,
  median: string,
  row: number,
  what: string,
  tally: RejectTally,
): number | undefined {
  if (median === "" || /^(na|n\.a\.|-)$/i.test(median)) return undefined;
  if (count === "*") return void tally.reject("one to five bonds", row, `${what}: count *`);
  const value = Number(median.replace(/^\$/, ""));
  if (Number.isFinite(value) && value > 0) return value;
  if (value === 0 && (count === "0" || count === "")) return undefined;
  return void tally.reject("not a rent", row, `${what}: "${median}" is not a rent`);
}

/** Median rent of a suburb in a quarter; null name for the state. */
export function rent(
  name: string | null,
  dwellingType: SuburbFigure["dwellingType"],
  lastDay: string,
  value: number,
  row: number,
): SuburbFigure {
  return { name, measure: "median_rent", dwellingType, lastDay, frequency: "Q", value, row };
}

/** Rows at the top of a sheet to search for a title. */
const TITLE_ROWS = 20;

const DAY = /(\d{1,2})(?:st|nd|rd|th)? ([A-Z][a-z]{2})[a-z]* (\d{4})/g;
const MONTH = /\b([A-Z][a-z]{2})[a-z]*\.?(?: quarter)?,? (\d{4})/gi;

/**
 * Last day of the report's quarter, from its title: "1 October 2021 - 31 December 2021", "June Quarter 2010"
 * or "April - June 2010" (a range counts by its end), else from the file name `…_2010-06.xls`. Undefined
 * unless that month ends a quarter.
 */
export function rentQuarter(rows: readonly (readonly SheetCell[])[], fileName: string): string | undefined {
  const titles = rows
    .slice(0, TITLE_ROWS)
    .flat()
    .filter((cell) => typeof cell === "string" && /rent|quarter|bond/i.test(cell)) as string[];
  for (const pattern of [DAY, MONTH]) {
    for (const title of titles) {
      const last = [...title.matchAll(pattern)].at(-1);
      const [day, month, year] = pattern === DAY ? (last ?? []).slice(1) : ["1", ...(last ?? []).slice(1)];
      const date = last === undefined ? undefined : dateOfText(`${day}-${month}-${year}`);
      if (date !== undefined && isQuarterEnd(date)) return lastDayOf(date);
    }
  }
  const named = /(\d{4})-(\d{2})(?!\d)/.exec(fileName);
  const date = named === null ? undefined : dateOfText(`${named[1]}-${named[2]}-01`);
  return date !== undefined && isQuarterEnd(date) ? lastDayOf(date) : undefined;
}

function isQuarterEnd(date: string): boolean {
  return ["03", "06", "09", "12"].includes(date.slice(5, 7));
}
