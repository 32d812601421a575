import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";

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
