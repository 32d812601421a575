import type { Row } from "../../dataset/csv-writer.ts";
import { peopleRows, profileRows, similarityRows } from "./company-texts.ts";
import { announcementRows, reportRows, signalRows } from "./filings.ts";
import { fundamentalsRows } from "./fundamentals.ts";
import { corporateTaxRows, directorTradeRows, dividendRows, entityCodeRows } from "./money.ts";

type StockRows = (seed: number, code: string, position: number, codes: readonly string[]) => Iterable<Row>;

/** The rows of a company in each table about single stocks; what is in them follows from seed, code and place. */
export const STOCK_ROWS: readonly (readonly [table: string, rowsOf: StockRows])[] = [
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
