import { unpackRows } from "../../../engine/pages/packed-row-statement.ts";
import { ADDRESS_DROP_FIELDS, AGENCY_FIELDS, SUBURB_DROP_FIELDS } from "../../../engine/pages/packed-rows.ts";
import type { ServingDatabase } from "../../../engine/sql/database.ts";
import { rowsOf } from "../../../engine/sql/rows-of.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { dropIndexSeriesId } from "../drop-index.ts";
import { ADDRESS_PRICE_DROPS, type AddressPriceDropRow } from "./address-price-drops.ts";
import { AGENCY_PRICE_STATS, type AgencyPriceStatsRow } from "./agency-price-stats.ts";
import { DROP_INDEX_SERIES, type DropIndexRow } from "./drop-index-series.ts";
import { type DropListingsQuery, suburbDropListings } from "./drop-listings.ts";
import { createFreshness, type Freshness } from "./freshness.ts";
import { type PropertyHistory, type PropertyHistoryQuery, propertyHistory } from "./property-history.ts";
import { STATE_PRICE_DROPS, type StatePriceDropRow } from "./state-price-drops.ts";
import type { SuburbDropListingRow } from "./suburb-drop-listings.ts";
import { SUBURB_PRICE_DROPS, type SuburbPriceDropRow } from "./suburb-price-drops.ts";

/** Rows of a ranking within a scope: a state code, or AU for the country. */
export interface RankingQuery<Sort extends string> {
  readonly scope: string;
  readonly sort: Sort;
  readonly limit: number;
}

export type SuburbDropSort = "count" | "avg" | "max" | "asking" | "sold" | "share";
export type AgencySort = "drops" | "listings" | "avg_cut" | "value";
export type AddressDropSort = "pct" | "abs" | "recent";

export interface AddressDropsQuery extends RankingQuery<AddressDropSort> {
  readonly windowDays: number;
}

/** Day numbers, both inclusive. */
export interface DropIndexQuery {
  readonly grainKey: string;
  readonly fromDay: number;
  readonly toDay: number;
}

export interface SuburbDropsAnswer {
  readonly suburbs: readonly SuburbPriceDropRow[];
  readonly freshness: Freshness;
}

/** `national` is undefined when the snapshot holds no listings in any state. */
export interface DropsOverview {
  readonly national: StatePriceDropRow | undefined;
  readonly states: readonly StatePriceDropRow[];
  readonly freshness: Freshness;
}

export interface DropIndexAnswer {
  readonly points: readonly DropIndexRow[];
  readonly freshness: Freshness;
}

/** The questions about listings of one snapshot. Values are known good: see the request rules. */
export interface Listings {
  suburbPriceDrops(query: RankingQuery<SuburbDropSort>, signal?: AbortSignal): Promise<SuburbDropsAnswer>;
  suburbDropListings(query: DropListingsQuery, signal?: AbortSignal): Promise<SuburbDropListingRow[]>;
  propertyHistory(query: PropertyHistoryQuery, signal?: AbortSignal): Promise<PropertyHistory | undefined>;
  addressPriceDrops(query: AddressDropsQuery, signal?: AbortSignal): Promise<AddressPriceDropRow[]>;
  priceDropsOverview(signal?: AbortSignal): Promise<DropsOverview>;
  agencyPriceStats(query: RankingQuery<AgencySort>, signal?: AbortSignal): Promise<AgencyPriceStatsRow[]>;
  dropIndexSeries(query: DropIndexQuery, signal?: AbortSignal): Promise<DropIndexAnswer>;
}

export function openListings(database: ServingDatabase): Listings {
  const freshnessOf = createFreshness(database);
  return {
    suburbPriceDrops: async (query, signal) => {
      const [suburbs, freshness] = await Promise.all([
        database.query(SUBURB_PRICE_DROPS, { ...query }, signal),
        freshnessOf(["suburb_listing_stats", "suburb_price_drops"]),
      ]);
      return { suburbs: unpackRows<SuburbPriceDropRow>(SUBURB_DROP_FIELDS, suburbs), freshness };
    },
    suburbDropListings: (query, signal) => suburbDropListings(database, query, signal),
    propertyHistory: (query, signal) => propertyHistory(database, query, signal),
    addressPriceDrops: async (query, signal) =>
      unpackRows<AddressPriceDropRow>(
        ADDRESS_DROP_FIELDS,
        await database.query(ADDRESS_PRICE_DROPS, { ...query }, signal),
      ),
    priceDropsOverview: async (signal) => {
      const [rows, freshness] = await Promise.all([
        database.query(STATE_PRICE_DROPS, {}, signal),
        freshnessOf(["state_price_drops"]),
      ]);
      const [national, ...states] = rowsOf(rows);
      return { national, states, freshness };
    },
    agencyPriceStats: async (query, signal) =>
      unpackRows<AgencyPriceStatsRow>(
        AGENCY_FIELDS,
        await database.query(AGENCY_PRICE_STATS, { ...query }, signal),
      ),
    dropIndexSeries: async ({ grainKey, fromDay, toDay }, signal) => {
      const parameters = { seriesId: dropIndexSeriesId(grainKey), fromDay, toDay };
      const [rows, stamps] = await Promise.all([
        database.query(DROP_INDEX_SERIES, parameters, signal),
        freshnessOf(["state_price_drops"]),
      ]);
      const points = rowsOf(rows);
      return { points, freshness: indexFreshness(points, stamps) };
    },
  };
}

/** The listing part of a view, opened on first use. */
export function listingsOf(view: SnapshotView): Listings {
  return view.derived("listings", () => openListings(view.database));
}

const MS_A_DAY = 86_400_000;

/** Observations reach to the last second of the last point's day, or to the crawl horizon if that is earlier. */
function indexFreshness(points: readonly DropIndexRow[], stamps: Freshness): Freshness {
  const last = points.at(-1);
  if (stamps.failure !== undefined) return stamps;
  if (last === undefined || stamps.asOf === undefined) return {};
  if (stamps.dataThrough === undefined) return { asOf: stamps.asOf };
  const endOfLastDay = (last.snapshot_date + 1) * MS_A_DAY - 1000;
  return { asOf: stamps.asOf, dataThrough: Math.min(endOfLastDay, stamps.dataThrough) };
}
