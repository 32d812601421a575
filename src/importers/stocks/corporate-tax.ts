import { TerraceError } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { headerOf } from "../files/header-of.ts";
import { cellText, PlainTable, type TableRow } from "../files/plain-table.ts";
import { type FileReading, type Importer, type ImportRow, type RowsPart, rowsTo } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { dateOfText } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";

export const CORPORATE_TAX_SOURCE = sourceFacts({
  id: "ato-corporate-tax",
  publisher: "Australian Taxation Office",
  title: "Corporate tax transparency: report of entity tax information",
  licence: "CC-BY-3.0-AU",
  licenceClass: "open",
  url: "https://data.gov.au/data/dataset/corporate-transparency",
});

const COLUMNS = ["name", "abn", "total income $", "taxable income $", "tax payable $", "income year"];

/** Tables of the tax office about large corporate entities: the workbook, or its sheet as CSV. */
export const CORPORATE_TAX: Importer<RowsPart> = {
  id: "ato-corporate-tax",
  title: "ATO corporate tax transparency",
  sources: [CORPORATE_TAX_SOURCE],
  recognise(file) {
    const header = file.isWorkbook ? taxSheet(file)?.header : headerOf(file);
    if (header === undefined || COLUMNS.filter((name) => header.includes(name)).length < 4) return undefined;
    return { confidence: 90, what: "corporate tax transparency, income tax details" };
  },
  read: readCorporateTax,
  explain: () => [
    "Name, ABN, Total income, Taxable income, Tax payable to corporate_tax; Income year 2023-24 is 2024",
    "a blank amount is zero or less, which the law keeps unpublished: it stays missing",
    "rows without a business number are left out; entity_codes links a number to a listed code",
  ],
  combine: rowsTo("corporate_tax", CORPORATE_TAX_SOURCE),
};

/** The sheet whose first rows have the table's header, and where the header is in it. */
function taxSheet(file: ImportFile): { name: string; headerRow: number; header: string[] } | undefined {
  try {
    for (const [name, rows] of file.sheetHeads()) {
      for (const [headerRow, row] of rows.entries()) {
        const header = row.map((cell) => cellText(cell).toLowerCase());
        if (COLUMNS.filter((column) => header.includes(column)).length >= 4)
          return { name, headerRow, header };
      }
    }
  } catch (error) {
    if (!(error instanceof TerraceError)) throw error;
  }
  return undefined;
}

function readCorporateTax(file: ImportFile): FileReading<RowsPart> {
  const sheet = file.isWorkbook ? taxSheet(file)! : undefined;
  const all: readonly (readonly SheetCell[])[] = sheet === undefined ? file.csv() : file.sheet(sheet.name);
  const headerRow = sheet?.headerRow ?? 0;
  // The first rows of a damaged sheet can be read where the whole of it cannot.
  if (all[headerRow] === undefined)
    return file.refuse(`cannot be read whole: no row ${headerRow + 1} with titles`);
  const width = sheet === undefined ? "same" : "any";
  const table = new PlainTable(file, COLUMNS, { rows: all, titleRow: headerRow, width });
  const found = new Map<string, ImportRow>();
  const nameYear = /(20\d{2})-(\d{2})/.exec(file.name);
  let newest = 0;
  const readRow = ({ text, reject }: TableRow) => {
    const amounts = COLUMNS.slice(2, 5).map((column) => amountOf(text(column)));
    const year = incomeYear(text("income year"));
    const abn = text("abn").replaceAll(/\s/g, "");
    const name = text("name");
    if (year === undefined)
      return reject("no income year", `${name}: "${text("income year")}" is not a year such as 2023-24`);
    if (name === "") return reject("no name", `business number "${abn}"`);
    if (abn === "") return reject("no business number", `${name}: blank at the source`);
    if (!/^\d{1,11}$/.test(abn)) return reject("no business number", `${name}: "${abn}"`);
    if (amounts.includes(undefined))
      return reject(
        "not an amount",
        `${name}: "${text("total income $")}", "${text("taxable income $")}", "${text("tax payable $")}"`,
      );
    const [total, taxable, payable] = amounts as (number | null)[];
    if (total === null) return reject("no total income", name);
    newest = Math.max(newest, year);
    // A number cell drops leading zeros.
    const key = `${abn.padStart(11, "0")} ${year}`;
    if (found.has(key)) return reject("entity twice", `${name} occurs twice for ${text("income year")}`);
    found.set(key, {
      abn: abn.padStart(11, "0"),
      income_year: year,
      entity_name: name,
      total_income: total,
      taxable_income: taxable,
      tax_payable: payable,
      source: CORPORATE_TAX_SOURCE.id,
    });
  };
  for (const row of table.records()) readRow(row);
  if (found.size === 0) return file.refuse(`no entity in ${table.rowsRead} rows`);
  if (nameYear !== null && newest > Number(nameYear[1]) + 1) {
    return file.refuse(`holds income year ${yearText(newest)}, later than the ${nameYear[0]} of its name`);
  }
  const end = `${newest}-06-30`;
  const cutOff = cutOffDay(file);
  if (cutOff !== undefined && cutOff < end) {
    return file.refuse(
      `holds income year ${yearText(newest)}, which was not over at its cut-off date ${cutOff}`,
    );
  }
  return table.reading({
    part: { rows: [...found.values()] },
    rowsUsed: found.size,
    vintage: cutOff ?? end,
    notes:
      cutOff === undefined
        ? [`the file does not say when it was made; its newest income year ended on ${end}`]
        : [],
  });
}

/** The whole amount of a cell, null for a blank one, undefined for anything else. */
function amountOf(text: string): number | null | undefined {
  if (text === "") return null;
  const plain = text.replaceAll(",", "");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** 2024 for `2023-24`. */
function incomeYear(text: string): number | undefined {
  const match = /^(20\d{2})[-–](\d{2})$/.exec(text);
  if (match === null) return undefined;
  const year = Number(match[1]) + 1;
  return year % 100 === Number(match[2]) ? year : undefined;
}

function yearText(year: number): string {
  return `${year - 1}-${String(year % 100).padStart(2, "0")}`;
}

/** The day in "The cut-off date for the 2023-24 report was 18 August 2025." of the workbook's first sheet. */
function cutOffDay(file: ImportFile): string | undefined {
  if (!file.isWorkbook) return undefined;
  for (const rows of file.sheetHeads().values()) {
    const match = /cut-off date[^.]{0,200}? was (\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})/.exec(
      rows.flat().join(" "),
    );
    const day = match === null ? undefined : dateOfText(`${match[1]}-${match[2]}-${match[3]}`);
    if (day !== undefined && dayNumberOf(day) !== undefined) return day;
  }
  return undefined;
}
