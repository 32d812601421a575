import type { Row } from "../../dataset/csv-writer.ts";
import { generateCompanies } from "../economy/companies.ts";
import type { MarketPlan, WriteTable } from "../market/write-market.ts";
import { peopleRows, profileRows, similarityRows } from "./company-texts.ts";
import { announcementRows, reportRows, signalRows } from "./filings.ts";
import { fundamentalsRows } from "./fundamentals.ts";
import { corporateTaxRows, directorTradeRows, dividendRows, entityCodeRows } from "./money.ts";

type StockRows = (seed: number, code: string, position: number, codes: readonly string[]) => Iterable<Row>;

/** The rows of a company in each table about single stocks; what is in them follows from seed, code and place. */
const STOCK_ROWS: readonly (readonly [table: string, rowsOf: StockRows])[] = [
  ["company_profiles", profileRows],
  ["company_people", peopleRows],
  ["company_similarities", similarityRows],
  ["company_reports", reportRows],
  ["fundamentals_periods", fundamentalsRows],
  ["director_trades", directorTradeRows],
  ["dividends", dividendRows],
  ["announcements", announcementRows],
  ["stock_signals", signalRows],
  ["entity_codes", entityCodeRows],
  ["corporate_tax", corporateTaxRows],
];

/** Writes every table about single stocks, for the companies of the market of the same plan. */
export async function writeStocks(
  write: WriteTable,
  { seed, scale, wholeMarket }: MarketPlan,
): Promise<void> {
  const codes = generateCompanies(seed, scale, wholeMarket).map(({ code }) => code);
  for (const [table, rowsOf] of STOCK_ROWS) {
    await write(table, codes, (code, position) => rowsOf(seed, code, position, codes));
  }
}
