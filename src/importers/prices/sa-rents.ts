import { knownBy } from "../files/header-of.ts";
import { PlainTable } from "../files/plain-table.ts";
import type { FileReading, Importer } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText, lastDayOf } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";
import { type PostcodeRent, postcodeRentFragments, rentsOfWholePostcodes } from "./postcode-rents.ts";
import { isRentWorkbook, type RentPart, readRentWorkbook, rent, rentIn } from "./sa-rents-workbook.ts";
import { combineFigures, type SuburbFigure } from "./suburb-figures.ts";

export const SA_RENTS_SOURCE = sourceFacts({
  id: "sa-rents",
  publisher: "SA Housing Authority",
  title: "South Australian private rent report",
  url: "https://data.sa.gov.au/data/dataset/private-rent-report",
  precedence: 40,
});

/** Columns of the postcode files: totals by dwelling. */
const CSV_TOTALS: readonly (readonly [string, SuburbFigure["dwellingType"]])[] = [
  ["total_flats", "unit"],
  ["total_houses", "house"],
  ["total_all", "all"],
];
/** Quarterly rent reports of South Australia: the workbook by suburb, or the CSV by postcode. */
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
const isPostcodeFile = knownBy(NEEDED, 2, { confidence: 85, what: "South Australian rents by postcode" });

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
