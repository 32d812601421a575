import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";
import { TABLES } from "./tables.ts";

/** Asking prices, their cuts, addresses and agencies: seven methods of HousingService. */
export const listings: Domain = {
  name: "listings",
  tables: TABLES,
  samples: SAMPLES,
  exports: EXPORTS,
  aggregates: async () => (await import("./aggregates/index.ts")).LISTING_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).LISTING_PAGES,
  methods: async () => (await import("./service.ts")).listingMethods,
};
