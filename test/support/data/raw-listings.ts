import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";

export const MS_A_DAY = 86_400_000;

/** A listing as the dataset has it, with the format's defaults; times are epoch milliseconds. */
export interface RawListing {
  readonly id: number;
  readonly source: string;
  readonly listing_id: string;
  readonly listing_url: string;
  readonly region_code: string;
  readonly suburb: string;
  readonly state_code: string;
  readonly postcode: string;
  readonly display_address: string;
  readonly address_key: string;
  readonly property_type: string;
  readonly bedrooms: number;
  readonly bathrooms: number;
  readonly car_spaces: number;
  readonly land_size_sqm: number;
  readonly price: number | null;
  readonly price_display: string;
  readonly price_kind: string;
  readonly listing_status: string;
  readonly is_active: boolean;
  readonly first_seen_at: number;
  readonly last_seen_at: number;
  readonly agency_id: string;
  readonly agency_name: string;
  readonly agent_names: readonly string[];
}

export interface RawEvent {
  readonly id: number;
  readonly listing_pk: number;
  readonly observed_at: number;
  readonly event_type: string;
  readonly price: number | null;
  readonly prev_price: number | null;
  readonly price_kind: string;
  readonly listing_status: string;
  readonly prev_status: string;
}

export interface RawRegion {
  readonly region_code: string;
  readonly sal_code: string;
  readonly sal_name: string;
  readonly state_code: string;
  readonly postcode: string;
}

export interface RawValuation {
  readonly address_key: string;
  readonly source: string;
  readonly profile_url: string;
  readonly fetched_at: number;
  readonly fetch_status: string;
  readonly estimate_low: number;
  readonly estimate_mid: number;
  readonly estimate_high: number;
  readonly estimate_confidence: string;
  readonly valuation_granularity: string;
  readonly rent_estimate_mid: number;
  readonly bedrooms: number;
  readonly bathrooms: number;
  readonly car_spaces: number;
  readonly land_size_sqm: number;
  readonly building_size_sqm: number;
  readonly year_built: number;
  readonly property_type: string;
  readonly sales_history: string;
  readonly source_licence: string;
}

export interface RawListings {
  readonly asOf: number;
  readonly listings: readonly RawListing[];
  readonly events: readonly RawEvent[];
  readonly eventsOf: ReadonlyMap<number, readonly RawEvent[]>;
  readonly regions: ReadonlyMap<string, RawRegion>;
  readonly valuations: readonly RawValuation[];
}

/** The listing tables of a dataset in CSV, as plain rows in file order; restricted listings left out with their events. */
export async function readRawListings(datasetDir: string, asOf: number): Promise<RawListings> {
  const db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 1000, tempDirectory: tmpdir() });
  const csv = (table: string) =>
    `read_csv('${join(datasetDir, table)}.csv', header = true, all_varchar = true)`;
  const text = (...names: string[]) => names.map((n) => `coalesce(${n}, '') AS ${n}`).join(", ");
  const whole = (...names: string[]) => names.map((n) => `coalesce(${n}, '0')::INTEGER AS ${n}`).join(", ");
  const double = (...names: string[]) => names.map((n) => `coalesce(${n}, '0')::DOUBLE AS ${n}`).join(", ");
  const time = (...names: string[]) =>
    names.map((n) => `epoch_ms(${n}::TIMESTAMP)::DOUBLE AS ${n}`).join(", ");
  const isServed = "source_licence <> 'proprietary-tos-restricted'";
  const listings = await db.rows<RawListing & { agents: string }>(
    `SELECT ${whole("id", "bedrooms", "bathrooms", "car_spaces")},
       ${text("source", "listing_id", "listing_url", "region_code", "suburb", "state_code", "postcode")},
       ${text("display_address", "address_key", "property_type", "price_display", "agency_id", "agency_name")},
       coalesce(price_kind, 'unknown') AS price_kind, coalesce(listing_status, 'unknown') AS listing_status,
       coalesce(land_size_sqm, '0')::DOUBLE AS land_size_sqm, price::DOUBLE AS price,
       is_active::BOOLEAN AS is_active, ${time("first_seen_at", "last_seen_at")},
       coalesce(agent_names, '[]') AS agents
     FROM ${csv("property_listings")} WHERE ${isServed}`,
  );
  const events = await db.rows<RawEvent>(
    `SELECT ${whole("id", "listing_pk")}, ${time("observed_at")}, event_type, price::DOUBLE AS price,
       prev_price::DOUBLE AS prev_price, coalesce(price_kind, 'unknown') AS price_kind,
       coalesce(listing_status, 'unknown') AS listing_status, ${text("prev_status")}
     FROM ${csv("property_price_events")}
     WHERE listing_pk IN (SELECT id FROM ${csv("property_listings")} WHERE ${isServed})`,
  );
  const regions = await db.rows<RawRegion>(
    `SELECT r.region_code, coalesce(r.sal_code, '') AS sal_code, coalesce(d.sal_name, r.region_name) AS sal_name,
       coalesce(d.state_code, r.state_code, '') AS state_code, coalesce(d.postcode, r.postcode, '') AS postcode
     FROM ${csv("house_price_regions")} r LEFT JOIN ${csv("suburb_demographics")} d ON d.sal_code = r.sal_code`,
  );
  const valuations = await db.rows<RawValuation>(
    `SELECT ${text("address_key", "source", "profile_url", "fetch_status", "estimate_confidence", "property_type")},
       ${text("valuation_granularity", "sales_history", "source_licence")}, ${time("fetched_at")},
       ${whole("bedrooms", "bathrooms", "car_spaces", "year_built")},
       ${double("estimate_low", "estimate_mid", "estimate_high", "rent_estimate_mid", "land_size_sqm", "building_size_sqm")}
     FROM ${csv("property_valuations")}`,
  );
  db.close();
  return {
    asOf,
    listings: listings.map(({ agents, ...row }) => ({ ...row, agent_names: JSON.parse(agents) })),
    events,
    eventsOf: Map.groupBy(events, (e) => e.listing_pk),
    regions: new Map(regions.map((r) => [r.region_code, r])),
    valuations,
  };
}

/** When a listing was last seen, whichever it was: the crawl horizon. */
export function newestSighting(raw: RawListings): number {
  return raw.listings.reduce((newest, l) => Math.max(newest, l.last_seen_at), 0);
}

export function newestEvent(raw: RawListings): number {
  return raw.events.reduce((newest, e) => Math.max(newest, e.observed_at), 0);
}

/** A comparison by several keys in turn: numbers falling, texts rising. */
export function compareBy<T>(...keys: ((item: T) => number | string)[]): (a: T, b: T) => number {
  return (a, b) => {
    for (const key of keys) {
      const [x, y] = [key(a), key(b)];
      if (x !== y) return typeof x === "number" ? Number(y) - x : x < y ? -1 : 1;
    }
    return 0;
  };
}

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Mean and median, or zeros when there are fewer than the floor. */
export function floored(values: readonly number[], floor = 3): { mean: number; median: number } {
  if (values.length < floor) return { mean: 0, median: 0 };
  return { mean: sum(values) / values.length, median: medianOf(values) };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
