import type { Export } from "../export.ts";

const STATE_KEY = { doc: "A state or territory, or AU for the country.", example: "NSW" };
const LISTINGS = ["property_listings", "property_price_events"];
const LIMIT = { doc: "Most rows.", example: "50" };

/** The files about cut asking prices. Switched-off listings leave their columns and no rows. */
export const EXPORTS: readonly Export[] = [
  {
    path: "drops/suburbs/:state",
    title: "Suburbs by their cut asking prices",
    doc: "The rows of ListSuburbPriceDrops: at most 500, ranked.",
    tables: LISTINGS,
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
    tables: LISTINGS,
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
    tables: LISTINGS,
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
    tables: LISTINGS,
    key: { doc: "AU, a state or territory, or a suburb's sal_code.", example: "AU" },
    parameters: {},
    load: async () => (await import("./export-tables.ts")).dropIndex,
  },
];
