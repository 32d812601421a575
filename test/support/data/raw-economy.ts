import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { fromFolder } from "./build-db.ts";

/** The economy's dataset tables as plain rows; dates are `YYYY-MM-DD`. */
export interface RawEconomy {
  readonly series: readonly RawSeries[];
  readonly observations: readonly { series_key: string; period: string; value: number }[];
  readonly companies: readonly RawCompany[];
  readonly exposures: readonly { stock_code: string; region: string; weight: number; basis: string }[];
  readonly shorts: readonly {
    stock_code: string;
    date: string;
    product_name: string;
    short_percent: number | null;
  }[];
  readonly prices: readonly {
    stock_code: string;
    date: string;
    close: number;
    adjusted_close: number | null;
  }[];
}

export interface RawSeries {
  readonly series_key: string;
  readonly topic: string;
  readonly metric: string;
  readonly product: string | null;
  readonly region_type: string;
  readonly region_code: string;
  readonly region_name: string;
  readonly unit: string;
  readonly frequency: string;
  readonly adjustment: string;
  readonly source_key: string;
  readonly licence: string;
  readonly internal_only: boolean;
}

export interface RawCompany {
  readonly stock_code: string;
  readonly company_name: string | null;
  readonly industry: string | null;
  readonly market_cap: string | null;
  readonly address: string | null;
  readonly logo_url: string | null;
}

/** Reads the rows back from the build database, in the order they were given. */
export async function rawEconomy(db: BuildDatabase): Promise<RawEconomy> {
  return {
    series: await db.rows("SELECT * FROM economic_series"),
    observations: await db.rows(
      "SELECT series_key, period::VARCHAR AS period, value FROM economic_observations",
    ),
    companies: await db.rows("SELECT * FROM companies"),
    exposures: await db.rows("SELECT * FROM company_exposures"),
    shorts: await db.rows("SELECT * REPLACE (date::VARCHAR AS date) FROM short_positions"),
    prices: await db.rows("SELECT * REPLACE (date::VARCHAR AS date) FROM stock_prices"),
  };
}

const TABLES = [
  "economic_series",
  "economic_observations",
  "companies",
  "company_exposures",
  "short_positions",
  "stock_prices",
];

/** The rows of a dataset folder's CSV files, read without the loader under test. */
export const rawEconomyOfFolder = (datasetDir: string) => fromFolder(datasetDir, TABLES, rawEconomy);
