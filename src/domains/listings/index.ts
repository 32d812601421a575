import type { Domain } from "../domain.ts";
import type { Export } from "../export.ts";
import { LISTING_TABLES } from "./rules.ts";
import { SAMPLES } from "./samples.ts";

const STATE_KEY = { doc: "A state or territory, or AU for the country.", example: "NSW" };
const LIMIT = { doc: "Most rows.", example: "50" };

/** While listings are switched off, files have their columns and no rows. */
const EXPORTS: readonly Export[] = [
  {
    path: "drops/suburbs/:state",
    title: "Suburbs by their cut asking prices",
    doc: "The rows of ListSuburbPriceDrops: at most 500, ranked.",
    tables: LISTING_TABLES,
    key: STATE_KEY,
    parameters: {
      sort: { doc: "count (default), avg, max, asking, sold or share.", example: "avg" },
      limit: LIMIT,
    },
    load: async () => (await import("./export-tables.ts")).suburbDrops,
  },
  {
    path: "drops/addresses/:state",
    title: "Addresses by their cut asking prices",
    doc: "The rows of ListAddressPriceDrops: at most 200, ranked.",
    tables: LISTING_TABLES,
    key: STATE_KEY,
    parameters: {
      sort: { doc: "pct (default), abs or recent.", example: "abs" },
      window: { doc: "Days that a cut may lie back, 1 to 365; 90 unless given.", example: "30" },
      limit: LIMIT,
    },
    load: async () => (await import("./export-tables.ts")).addressDrops,
  },
  {
    path: "drops/agencies/:state",
    title: "Agencies by the cuts of their listings",
    doc: "The rows of ListAgencyPriceStats: at most 100, ranked.",
    tables: LISTING_TABLES,
    key: STATE_KEY,
    parameters: {
      sort: { doc: "drops (default), listings, avg_cut or value.", example: "value" },
      limit: LIMIT,
    },
    load: async () => (await import("./export-tables.ts")).agencyStats,
  },
  {
    path: "drops/index/:key",
    title: "The daily drop index",
    doc: "The points of GetDropIndexSeries, oldest first.",
    tables: LISTING_TABLES,
    key: { doc: "AU, a state or territory, or a suburb's sal_code.", example: "AU" },
    parameters: {},
    load: async () => (await import("./export-tables.ts")).dropIndex,
  },
];

/** Asking prices, their cuts, addresses and agencies: seven methods of HousingService. */
export const listings: Domain = {
  name: "listings",
  samples: SAMPLES,
  exports: EXPORTS,
  openTables: ["address_price_drops", "agency_price_stats", "drop_index_daily", "suburb_price_drops"],
  aggregates: async () => (await import("./aggregates/index.ts")).LISTING_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).LISTING_PAGES,
  methods: async () => (await import("./service.ts")).listingMethods,
};
