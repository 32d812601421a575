import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import pg from "pg";
import { startPostgres } from "../test/support/run/postgres-server.ts";
import type { RawQuestion } from "./raw-questions.ts";

export type RawRow = Record<string, string | number | null>;

/** Tables to load from a dataset's CSV files: columns in file order, with types that both databases have. */
export interface RawSchema {
  readonly tables: Readonly<Record<string, string>>;
  readonly primaryKeys: Readonly<Record<string, string>>;
  readonly indexes: string;
  /** Regions of the suburbs in the queried set, stored as a table. */
  readonly chosenRegions?: readonly string[];
}

export interface RawDatabase {
  readonly name: string;
  ask(question: RawQuestion): Promise<RawRow[]>;
  close(): Promise<void>;
}

export const LISTINGS: RawSchema = {
  tables: {
    property_listings: `id bigint, source varchar, listing_id varchar, listing_url varchar, region_code varchar,
    sal_code varchar, suburb varchar, state_code varchar, postcode varchar, display_address varchar,
    address_key varchar, property_type varchar, bedrooms integer, bathrooms integer, car_spaces integer,
    land_size_sqm double precision, price double precision, price_high double precision, price_display varchar,
    price_kind varchar, listing_status varchar, is_active boolean, first_seen_at timestamp, last_seen_at timestamp,
    agency_id varchar, agency_name varchar, agent_names varchar, source_licence varchar`,
    property_price_events: `id bigint, listing_pk bigint, source varchar, listing_id varchar, region_code varchar,
    sal_code varchar, address_key varchar, observed_at timestamp, event_type varchar, price double precision,
    prev_price double precision, price_kind varchar, drop_abs double precision, drop_pct double precision,
    listing_status varchar, prev_status varchar`,
    house_price_regions: `region_code varchar, region_type varchar, region_name varchar, state_code varchar,
    postcode varchar, sal_code varchar`,
    house_prices: `region_code varchar, measure varchar, dwelling_type varchar, period date, period_freq varchar,
    value double precision, unit varchar, is_preliminary boolean, source varchar, source_licence varchar`,
  },
  primaryKeys: {
    property_listings: "id",
    property_price_events: "id",
    house_price_regions: "region_code",
    house_prices: "region_code, measure, dwelling_type, period, period_freq, source",
  },
  indexes: `
    CREATE INDEX ON property_listings (address_key, source);
    CREATE INDEX ON property_listings (region_code);
    CREATE INDEX ON property_listings (last_seen_at) WHERE is_active;
    CREATE INDEX ON property_price_events (listing_pk, observed_at);
    CREATE INDEX ON property_price_events (event_type, observed_at);
    CREATE INDEX ON house_prices (measure, dwelling_type, period);
  `,
};

/** DuckDB in memory with its default number of threads; questions are prepared once. */
export async function rawDuckdb(
  datasetDir: string,
  asOf: string,
  schema: RawSchema = LISTINGS,
): Promise<RawDatabase> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  for (const [table, columns] of Object.entries(schema.tables)) {
    await connection.run(`CREATE TABLE ${table} (${columns})`);
    await connection.run(`COPY ${table} FROM '${join(datasetDir, table)}.csv' (FORMAT csv, HEADER)`);
  }
  if (schema.chosenRegions !== undefined) await connection.run(chosenTable(schema.chosenRegions));
  const prepared = new Map<string, Awaited<ReturnType<typeof connection.prepare>>>();
  return {
    name: "raw rows in DuckDB",
    ask: async ({ name, sql }) => {
      const statement = prepared.get(name) ?? (await connection.prepare(sql));
      prepared.set(name, statement);
      statement.bindVarchar(1, asOf);
      return (await statement.runAndReadAll()).getRowObjectsJS() as RawRow[];
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** PostgreSQL with keys, indexes for these questions, statistics and ample memory for sorts. */
export async function rawPostgres(
  datasetDir: string,
  asOf: string,
  schema: RawSchema = LISTINGS,
): Promise<RawDatabase> {
  const server = await startPostgres({ shared_buffers: "1GB", work_mem: "256MB", fsync: "off" });
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query("SET TimeZone = 'UTC'");
  for (const [table, columns] of Object.entries(schema.tables)) {
    await client.query(`CREATE TABLE ${table} (${columns}, PRIMARY KEY (${schema.primaryKeys[table]}))`);
    await client.query(`COPY ${table} FROM '${join(datasetDir, table)}.csv' (FORMAT csv, HEADER)`);
  }
  await client.query(schema.indexes);
  if (schema.chosenRegions !== undefined) await client.query(chosenTable(schema.chosenRegions));
  await client.query("VACUUM ANALYZE");
  return {
    name: "raw rows in PostgreSQL",
    ask: async ({ name, sql }) => (await client.query<RawRow>({ name, text: sql, values: [asOf] })).rows,
    close: async () => {
      await client.end();
      await server.close();
    },
  };
}

function chosenTable(regions: readonly string[]): string {
  const rows = regions.map((code) => `('${code}')`).join(", ");
  return `CREATE TABLE chosen_regions (region_code varchar PRIMARY KEY); INSERT INTO chosen_regions VALUES ${rows}`;
}

/** Rounds numbers to nine digits, as sums may run in another order. */
export function rounded(row: RawRow): RawRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" ? Number(value.toPrecision(9)) : value,
    ]),
  );
}
