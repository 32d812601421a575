import { badDataset } from "../../runtime/errors.ts";
import { cellText } from "../files/plain-table.ts";
import type { FileReading } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { type PostcodeRent, rentsOfWholePostcodes } from "./postcode-rents.ts";
import { rent, rentIn } from "./rent-cells.ts";
import { rentQuarter } from "./rent-quarter.ts";
import { type RentLayout, rentLayout } from "./sa-rents-layout.ts";
import type { FigurePart, SuburbFigure } from "./suburb-figures.ts";

/** Figures of suburbs and the state, and rents of postcodes. */
export interface RentPart extends FigurePart {
  readonly postcodes: readonly PostcodeRent[];
}

/** Names of the sheet by suburb over the years, and of the one by postcode. */
const SUBURB_SHEETS = /^(final )?suburbs?$/i;
const POSTCODE_SHEETS = /^(final )?(pcs?|postcodes?)$/i;

export function isRentWorkbook(file: ImportFile): boolean {
  try {
    return file.isWorkbook && sheetOf(file, SUBURB_SHEETS) !== undefined;
  } catch {
    return false;
  }
}

/** The first of the sheets that speaks of bonds and rents above its table. */
function sheetOf(file: ImportFile, names: RegExp): string | undefined {
  return file.sheetNames.find((name) => {
    if (!names.test(name.trim())) return false;
    const words = (file.sheetHeads().get(name) ?? []).flat().join(" ");
    return /median weekly rent/i.test(words) || (/\bbonds?\b/i.test(words) && /\brent/i.test(words));
  });
}

/** Rents by suburb and by postcode of a quarterly workbook of any year. */
export function readRentWorkbook(file: ImportFile): FileReading<RentPart> {
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

/** Rents of one sheet by the name in its label column; the state has none. */
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

/** The suburb of a row. In two label columns the first names a part of the state, and the state where it is the total. */
function nameOf(row: readonly SheetCell[], { nameColumn }: RentLayout): string {
  const name = cellText(row[nameColumn]);
  const part = nameColumn === 0 ? "" : cellText(row[0]);
  return /^(south australia|grand total)/i.test(part) ? part : name;
}
