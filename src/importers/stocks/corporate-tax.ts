import { headerOf, PlainTable, titledSheet } from "../files/plain-table.ts";
import { type FileReading, type Importer, type RowsPart, rowsTo } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dayIn } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";

const CORPORATE_TAX_SOURCE = sourceFacts({
  id: "ato-corporate-tax",
  publisher: "Australian Taxation Office",
  title: "Corporate tax transparency: report of entity tax information",
  licence: "CC-BY-3.0-AU",
  licenceClass: "open",
  url: "https://data.gov.au/data/dataset/corporate-transparency",
});

const COLUMNS = ["name", "abn", "total income $", "taxable income $", "tax payable $", "income year"];

export const CORPORATE_TAX: Importer<RowsPart> = {
  id: "ato-corporate-tax",
  title: "ATO corporate tax transparency",
  sources: [CORPORATE_TAX_SOURCE],
  recognise: (file) =>
    (file.isWorkbook ? taxSheet(file) !== undefined : areTitles(headerOf(file)))
      ? { confidence: 90, what: "corporate tax transparency, income tax details" }
      : undefined,
  read: readCorporateTax,
  explain: () => [
    "Name, ABN, Total income, Taxable income, Tax payable to corporate_tax; Income year 2023-24 is 2024",
    "a blank amount is zero or less, which the law keeps unpublished: it stays missing",
    "rows without a business number are left out; entity_codes links a number to a listed code",
  ],
  combine: rowsTo("corporate_tax", CORPORATE_TAX_SOURCE),
};

function areTitles(cells: readonly string[]): boolean {
  return COLUMNS.filter((column) => cells.some((cell) => cell.toLowerCase() === column)).length >= 4;
}

const taxSheet = (file: ImportFile) => titledSheet(file, areTitles);

function readCorporateTax(file: ImportFile): FileReading<RowsPart> {
  const table = PlainTable.titled(file, COLUMNS, taxSheet(file));
  const nameYear = /(20\d{2})-(\d{2})/.exec(file.name);
  let newest = 0;
  const rows = table.take("no entity", ({ text, reject, before }) => {
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
    // A numeric cell drops leading zeros.
    const number = abn.padStart(11, "0");
    if (before(`${number} ${year}`) !== undefined)
      return reject("entity twice", `${name} occurs twice for ${text("income year")}`);
    return {
      abn: number,
      income_year: year,
      entity_name: name,
      total_income: total,
      taxable_income: taxable,
      tax_payable: payable,
      source: CORPORATE_TAX_SOURCE.id,
    };
  });
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
    part: { rows },
    vintage: cutOff ?? end,
    notes:
      cutOff === undefined
        ? [`the file does not say when it was made; its newest income year ended on ${end}`]
        : [],
  });
}

/** Parses an amount; null for a blank cell, undefined for anything else. */
function amountOf(text: string): number | null | undefined {
  if (text === "") return null;
  const plain = text.replaceAll(",", "");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

function incomeYear(text: string): number | undefined {
  const match = /^(20\d{2})[-–](\d{2})$/.exec(text);
  if (match === null) return undefined;
  const year = Number(match[1]) + 1;
  return year % 100 === Number(match[2]) ? year : undefined;
}

function yearText(year: number): string {
  return `${year - 1}-${String(year % 100).padStart(2, "0")}`;
}

/** Day in "The cut-off date for the 2023-24 report was 18 August 2025." on any sheet. */
function cutOffDay(file: ImportFile): string | undefined {
  if (!file.isWorkbook) return undefined;
  for (const rows of file.sheetHeads().values()) {
    const named = /cut-off date[^.]{0,200}? was (\d{1,2} [A-Z][a-z]+ \d{4})/.exec(rows.flat().join(" "));
    const day = dayIn(named?.[1] ?? "");
    if (day !== undefined) return day;
  }
  return undefined;
}
