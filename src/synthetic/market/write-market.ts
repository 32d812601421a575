import type { Row } from "../../dataset/csv-writer.ts";
import { dateText } from "../calendar.ts";
import type { Company } from "../economy/companies.ts";
import { INDEX_CODES, indexDefinitionRows, indexRows } from "./indices.ts";
import { industryHistoryRows } from "./industry-history.ts";
import { marketLines } from "./lines.ts";
import { marketDays } from "./market-days.ts";
import { priceRows } from "./price-rows.ts";
import { shortRows } from "./short-rows.ts";

/** Writes the rows of each item to a table. */
export type WriteTable = <T>(
  name: string,
  items: readonly T[],
  rowsOf: (item: T, position: number) => Rows,
) => Promise<void>;

/** What an item has in a table: a row, none or several. */
export type Rows = Row | null | undefined | Iterable<Row>;

export interface MarketPlan {
  readonly seed: number;
  /** Every day since reports began. */
  readonly wholeMarket: boolean;
  readonly companies: readonly Company[];
}

/** The share market: companies, what is reported short of each security, prices and indices. */
export async function writeMarket(write: WriteTable, plan: MarketPlan): Promise<void> {
  const { seed, wholeMarket, companies } = plan;
  const lines = marketLines(seed, companies);
  const { reports, sessions } = marketDays(wholeMarket);
  await write("companies", companies, (c) => c.row);
  await write("company_exposures", companies, (c) => c.exposures);
  await write("industry_history", companies, industryHistoryRows);
  await write("short_positions", lines, (line) => shortRows(seed, line, reports));
  await write("stock_prices", lines, (line) => priceRows(seed, line, sessions));
  await write("trading_dates", reports, (day) => ({ date: dateText(day) }));
  await write("index_definitions", indexDefinitionRows(), (row) => row);
  await write("index_prices", INDEX_CODES, (code) => indexRows(seed, code, sessions));
}
