import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { fromFolder } from "./build-db.ts";

export interface RawPosition {
  readonly stock_code: string;
  readonly date: string;
  readonly product_name: string | null;
  readonly reported_short_positions: number | null;
  readonly total_product_in_issue: number | null;
  readonly short_percent: number | null;
}

export interface RawPrice {
  readonly stock_code: string;
  readonly date: string;
  readonly close: number;
  readonly volume: number | null;
}

export interface RawListing {
  readonly stock_code: string;
  readonly company_name: string | null;
  readonly industry: string | null;
  readonly tags: readonly string[] | null;
  readonly logo_url: string | null;
  readonly summary: string | null;
  readonly market_cap: string | null;
  readonly pe_ratio: number | null;
  readonly dividend_yield: number | null;
}

export interface RawIndexPrice {
  readonly index_code: string;
  readonly date: string;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number;
  readonly volume: number | null;
}

/** The rows of the market's tables, in no order. */
export interface RawMarket {
  readonly positions: readonly RawPosition[];
  readonly prices: readonly RawPrice[];
  readonly companies: readonly RawListing[];
  readonly history: readonly {
    stock_code: string;
    observed_from: string;
    industry: string;
    source: string;
  }[];
  readonly indices: readonly { index_code: string; name: string; return_type: string; currency: string }[];
  readonly indexPrices: readonly RawIndexPrice[];
}

const TABLES = [
  "companies",
  "industry_history",
  "short_positions",
  "stock_prices",
  "index_definitions",
  "index_prices",
];

/** Reads the rows back from a build database. */
export async function rawMarket(db: BuildDatabase): Promise<RawMarket> {
  const read = async <Row>(columns: string, table: string) =>
    (await db.rows<object>(`SELECT ${columns} FROM ${table} ORDER BY hash(${table}::VARCHAR)`)).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
      ),
    ) as Row[];
  return {
    positions: await read("* REPLACE (date::VARCHAR AS date)", "short_positions"),
    prices: await read("stock_code, date::VARCHAR AS date, close, volume", "stock_prices"),
    companies: await read("* EXCLUDE (listing_date)", "companies"),
    history: await read("* REPLACE (observed_from::VARCHAR AS observed_from)", "industry_history"),
    indices: await read("*", "index_definitions"),
    indexPrices: await read("* REPLACE (date::VARCHAR AS date)", "index_prices"),
  };
}

/** The rows of a dataset folder's CSV files, read without the loader under test. */
export const rawMarketOfFolder = (datasetDir: string) => fromFolder(datasetDir, TABLES, rawMarket);
