import { headerOf } from "../files/header-of.ts";
import type { Combined, Importer, ImportRow, StoredPart } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { sourceFacts } from "../source-licence.ts";
import { readShortPositions } from "./read-short-positions.ts";
import { isYearlyTable, readYearlyPositions } from "./read-yearly-positions.ts";
import type { ShortPositionDay, ShortPositionPart } from "./short-position-part.ts";

export const SHORT_POSITIONS_SOURCE = sourceFacts({
  id: "asic-short-positions",
  publisher: "Australian Securities and Investments Commission",
  title: "Daily aggregated short position reports",
  attribution: "© Australian Securities & Investments Commission: Reproduced with permission",
  url: "https://asic.gov.au/regulatory-resources/markets/short-selling/short-position-reports-table/",
  precedence: 30,
});

/** Reports of short positions, daily (UTF-16 with tabs until 2022, plain CSV since) or a year of them in one table. */
export const SHORT_POSITION_REPORTS: Importer<ShortPositionPart> = {
  id: "asic-short-positions",
  title: "ASIC daily short position reports",
  version: 2,
  sources: [SHORT_POSITIONS_SOURCE],
  refusesCut: true,
  recognise(file) {
    // A page saved under a report's name is claimed, so that it is refused with its name and not passed over.
    if (file.isHtml && isReportName(file))
      return { confidence: 40, what: "ASIC short position report by its name" };
    if (isYearlyTable(file)) return { confidence: 90, what: "ASIC short positions of a year" };
    const header = headerOf(file, delimiterOf(file));
    const found = ["product", "product code", "reported short positions", "total product in issue"];
    if (found.filter((cell) => header.includes(cell)).length < 3) return undefined;
    return { confidence: 90, what: "ASIC daily short position report" };
  },
  read: (file) =>
    isYearlyTable(file) ? readYearlyPositions(file) : readShortPositions(file, delimiterOf(file)),
  explain: (file) => [
    `${file.encoding}, separated by ${delimiterOf(file) === "\t" ? "tabs" : "commas"}; the date is in the file name`,
    "Product Code to short_positions.stock_code, the percentage to short_percent, Product to product_name",
    "the shares short to reported_short_positions and those on issue to total_product_in_issue",
    "every date to trading_dates; a percentage that is blank or a dash is none",
    "refused: a report that was cut short, and one about a day that cannot be out yet, four weekdays after it",
    "of two reports for a day the higher issue number counts, and a daily report before a yearly table",
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
  const byDate = new Map<string, ShortPositionDay>();
  let replaced = 0;
  for (const { part } of parts) {
    for (const day of part.days) {
      const before = byDate.get(day.date);
      if (before !== undefined) replaced++;
      if (before === undefined || before.issue <= day.issue) byDate.set(day.date, day);
    }
  }
  const days = [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  const positions: ImportRow[] = days.flatMap(({ date, codes, products, shorts, onIssue, percents }) =>
    codes.map((code, i) => ({
      stock_code: code,
      date,
      product_name: products[i],
      reported_short_positions: shorts[i],
      total_product_in_issue: onIssue[i],
      short_percent: percents[i],
    })),
  );
  const shared = { sourceId: SHORT_POSITIONS_SOURCE.id, vintage: days.at(-1)!.date };
  return {
    fragments: [
      { table: "short_positions", ...shared, rows: positions },
      { table: "trading_dates", ...shared, rows: days.map(({ date }) => ({ date })) },
    ],
    notes: replaced === 0 ? [] : [`${replaced} reports were replaced by a later issue for the same day`],
  };
}
