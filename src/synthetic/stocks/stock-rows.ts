import type { Row } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import type { MarketPlan, WriteTable } from "../market/write-market.ts";
import { peopleRows, profileRows, type Stocks, similarityRows } from "./company-texts.ts";
import { announcementRows, reportRows, signalRows } from "./filings.ts";
import { fundamentalsRows } from "./fundamentals.ts";
import { corporateTaxRows, directorTradeRows, dividendRows, entityCodeRows } from "./money.ts";

type StockRows = (random: Random, code: string, position: number, stocks: Stocks) => Iterable<Row>;

/** The rows of a company in each table about single stocks, with the stream that they are drawn from by its code. */
const STOCK_ROWS: readonly (readonly [table: string, stream: string, rowsOf: StockRows])[] = [
  ["company_profiles", "profiles", profileRows],
  ["company_people", "people", peopleRows],
  ["company_similarities", "similar", similarityRows],
  ["company_reports", "reports", reportRows],
  ["fundamentals_periods", "fundamentals", fundamentalsRows],
  ["director_trades", "director-trades", directorTradeRows],
  ["dividends", "dividends", dividendRows],
  ["announcements", "announcements", announcementRows],
  ["stock_signals", "signals", signalRows],
  ["entity_codes", "entities", entityCodeRows],
  ["corporate_tax", "tax", corporateTaxRows],
];

/** Writes every table about single stocks. */
export async function writeStocks(write: WriteTable, { seed, companies }: MarketPlan): Promise<void> {
  const codes = companies.map(({ code }) => code);
  for (const [table, stream, rowsOf] of STOCK_ROWS) {
    await write(table, codes, (code, position) =>
      rowsOf(new Random(seed, `${stream}/${code}`), code, position, { seed, codes }),
    );
  }
}
