import { headerOf } from "../files/header-of.ts";
import type { Combined, Importer, ImportRow, StoredPart } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import type { SourceFacts } from "../source-licence.ts";
import { readShortPositions, type ShortPositionPart } from "./read-short-positions.ts";

export const SHORT_POSITIONS_SOURCE: SourceFacts = {
  id: "asic-short-positions",
  publisher: "Australian Securities and Investments Commission",
  title: "Daily aggregated short position reports",
  licence: "CC-BY-4.0",
  licenceClass: "open",
  attribution: "© Australian Securities & Investments Commission: Reproduced with permission",
  url: "https://asic.gov.au/regulatory-resources/markets/short-selling/short-position-reports-table/",
  precedence: 30,
};

/** Daily reports of short positions: UTF-16 with tabs until 2022, plain CSV since. */
export const SHORT_POSITION_REPORTS: Importer<ShortPositionPart> = {
  id: "asic-short-positions",
  title: "ASIC daily short position reports",
  version: 1,
  stage: "facts",
  sources: [SHORT_POSITIONS_SOURCE],
  recognise(file) {
    // A page saved under a report's name is claimed, so that it is refused with its name and not passed over.
    if (file.isHtml && isReportName(file))
      return { confidence: 40, what: "ASIC short position report by its name" };
    const header = headerOf(file, delimiterOf(file));
    const found = ["product", "product code", "reported short positions", "total product in issue"];
    if (found.filter((cell) => header.includes(cell)).length < 3) return undefined;
    return { confidence: 90, what: "ASIC daily short position report" };
  },
  read: (file) => readShortPositions(file, delimiterOf(file)),
  explain: (file) => [
    `${file.encoding}, separated by ${delimiterOf(file) === "\t" ? "tabs" : "commas"}; the date stands in the file name`,
    "Product Code to short_positions.stock_code, the percentage to short_percent, Product to product_name",
    "every date to trading_dates; codes to companies, named after the product unless a company list names them",
    "of two reports for a day the higher issue number counts",
  ],
  combine: combineReports,
};

/** The header's separator. */
function delimiterOf(file: ImportFile): string {
  return file.firstLine.includes("\t") ? "\t" : ",";
}

function isReportName(file: ImportFile): boolean {
  return /RR\d{8}-\d{3}-SSDailyAggShortPos/i.test(file.name);
}

function combineReports(parts: readonly StoredPart<ShortPositionPart>[]): Combined {
  const byDate = new Map<string, ShortPositionPart>();
  let replaced = 0;
  for (const { part } of parts) {
    const before = byDate.get(part.date);
    if (before !== undefined) replaced++;
    if (before === undefined || before.issue <= part.issue) byDate.set(part.date, part);
  }
  const reports = [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  const names = new Map<string, string>();
  const positions: ImportRow[] = [];
  for (const { date, codes, products, percents } of reports) {
    for (let i = 0; i < codes.length; i++) {
      names.set(codes[i], products[i]);
      positions.push({ stock_code: codes[i], date, product_name: products[i], short_percent: percents[i] });
    }
  }
  const shared = { sourceId: SHORT_POSITIONS_SOURCE.id, vintage: reports.at(-1)!.date };
  const companies = [...names].map(([code, product]) => ({
    stock_code: code,
    company_name: companyOf(product),
  }));
  return {
    fragments: [
      { table: "companies", ...shared, rows: companies },
      { table: "short_positions", ...shared, rows: positions },
      { table: "trading_dates", ...shared, rows: reports.map(({ date }) => ({ date })) },
    ],
    rejects: [],
    notes: replaced === 0 ? [] : [`${replaced} reports were replaced by a later issue for the same day`],
  };
}

/** The product's name without the class of its securities: `ACRUX LIMITED ORDINARY` is `ACRUX LIMITED`. */
function companyOf(product: string): string {
  return product.replace(
    /\s+(ORDINARY( FULLY PAID)?|FPO|UNITS\/ORD STAPLED|STAPLED SECURITIES?|CDI \d.*)$/i,
    "",
  );
}
