import { join } from "node:path";
import { readDatasetManifest } from "../../../src/dataset/dataset.ts";
import { datasetTable } from "../../../src/dataset/tables/index.ts";
import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { RESTRICTED } from "../plain/plain-steps.ts";
import { emptyDatasetDatabase } from "./build-db.ts";

/** A row of a dataset table by column: dates `YYYY-MM-DD`, instants epoch milliseconds, numbers plain. */
// biome-ignore lint/suspicious/noExplicitAny: rows of every table; a second computation knows what its columns hold.
export type RawRow = Readonly<Record<string, any>>;

/** Tables that second implementations of a subject read, by the name they use. */
const SUBJECTS = {
  economy: {
    series: "economic_series",
    observations: "economic_observations",
    companies: "companies",
    exposures: "company_exposures",
    shorts: "short_positions",
    prices: "stock_prices",
  },
  market: {
    positions: "short_positions",
    prices: "stock_prices",
    companies: "companies",
    history: "industry_history",
    indices: "index_definitions",
    indexPrices: "index_prices",
  },
  listings: {
    listings: "property_listings",
    events: "property_price_events",
    regions: "house_price_regions",
    suburbs: "suburb_demographics",
    valuations: "property_valuations",
  },
  suburbs: {
    regions: "house_price_regions",
    prices: "house_prices",
    suburbs: "suburb_demographics",
    states: "state_demographics",
    amenities: "suburb_amenities",
    connectivity: "suburb_connectivity",
    crime: "suburb_crime_stats",
    hazards: "suburb_hazard_exposure",
    planning: "suburb_planning",
    councils: "lga",
    councilLinks: "suburb_lga",
    councilFacts: "lga_facts",
    councilPairs: "lga_neighbours",
    declared: "register_suburb_property",
    landmarks: "suburb_landmarks",
  },
};

export type RawSubject = keyof typeof SUBJECTS;
export type RawTables<S extends RawSubject> = Readonly<Record<keyof (typeof SUBJECTS)[S], readonly RawRow[]>>;
export type RawEconomy = RawTables<"economy">;
export type RawMarket = RawTables<"market">;
export type RawSuburbs = RawTables<"suburbs">;

/** The rows of a build database's tables, in insertion order. */
export async function rawRows<S extends RawSubject>(subject: S, db: BuildDatabase): Promise<RawTables<S>> {
  const raw: Record<string, RawRow[]> = {};
  for (const [name, table] of Object.entries(SUBJECTS[subject])) {
    const cells = datasetTable(table)!.columns.map(({ name: column, type, wide }) => {
      if (type === "date") return `${column}::VARCHAR AS ${column}`;
      if (type === "timestamp") return `epoch_ms(${column})::DOUBLE AS ${column}`;
      return wide ? `${column}::DOUBLE AS ${column}` : column;
    });
    raw[name] = await db.rows<RawRow>(`SELECT ${cells.join(", ")} FROM ${table}`);
  }
  return raw as RawTables<S>;
}

/** rawRows of a dataset folder's CSV files, read without the loader under test. */
export async function rawTables<S extends RawSubject>(subject: S, datasetDir: string): Promise<RawTables<S>> {
  const db = await emptyDatasetDatabase();
  for (const table of Object.values(SUBJECTS[subject])) {
    const file = join(datasetDir, `${table}.csv`).replaceAll("'", "''");
    const texts = datasetTable(table)!.columns.filter(({ type }) => type === "text[]");
    const lists = texts.map(({ name }) => `CAST(CAST(${name} AS JSON) AS VARCHAR[]) AS ${name}`);
    const cells = lists.length === 0 ? "*" : `* REPLACE (${lists.join(", ")})`;
    const source = `read_csv('${file}', header = true, all_varchar = true)`;
    await db.run(`INSERT INTO ${table} BY NAME SELECT ${cells} FROM ${source}`);
  }
  const found = await rawRows(subject, db);
  db.close();
  return found;
}

export interface RawListings {
  readonly asOf: number;
  readonly listings: readonly RawRow[];
  readonly events: readonly RawRow[];
  readonly eventsOf: ReadonlyMap<number, readonly RawRow[]>;
  readonly regions: ReadonlyMap<string, RawRow>;
  readonly valuations: readonly RawRow[];
}

/** rawListings of a dataset folder's CSV files, in file order. */
export async function readRawListings(datasetDir: string): Promise<RawListings> {
  const { asOf } = await readDatasetManifest(datasetDir);
  return rawListings(await rawTables("listings", datasetDir), Date.parse(asOf));
}

/**
 * Listing tables without restricted listings and their events. Null strings are "" and null numbers 0, as in
 * messages, except prices.
 */
export function rawListings(raw: RawTables<"listings">, asOf: number): RawListings {
  const listings = filled("property_listings", raw.listings).filter(
    (row) => row.source_licence !== RESTRICTED,
  );
  const served = new Set(listings.map(({ id }) => id));
  const events = filled("property_price_events", raw.events).filter((row) => served.has(row.listing_pk));
  const suburbs = new Map(raw.suburbs.map((row) => [row.sal_code, row]));
  const regions = raw.regions.map(({ region_code, sal_code, region_name, ...own }) => {
    const { sal_name = region_name, state_code, postcode } = suburbs.get(sal_code) ?? {};
    const place = {
      state_code: state_code ?? own.state_code ?? "",
      postcode: postcode ?? own.postcode ?? "",
    };
    return { region_code, sal_code: sal_code ?? "", sal_name, ...place };
  });
  return {
    asOf,
    listings,
    events,
    eventsOf: Map.groupBy(events, (row) => row.listing_pk),
    regions: new Map(regions.map((row) => [row.region_code, row])),
    valuations: filled("property_valuations", raw.valuations),
  };
}

const BLANKS: Readonly<Record<string, unknown>> = { int: 0, double: 0, "text[]": [] };

function filled(table: string, rows: readonly RawRow[]): RawRow[] {
  const columns = datasetTable(table)!.columns.filter(({ name }) => !["price", "prev_price"].includes(name));
  const blanks = columns.map(({ name, type }) => [name, BLANKS[type] ?? ""] as const);
  const unknown = { price_kind: "unknown", listing_status: "unknown" };
  const blank: RawRow = { ...Object.fromEntries(blanks), ...unknown };
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell ?? blank[name] ?? null])),
  );
}
