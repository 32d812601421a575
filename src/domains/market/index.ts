import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";

/** Short positions, prices and indices by day: MarketService and ScreenerService. */
export const market: Domain = {
  name: "market",
  samples: SAMPLES,
  exports: EXPORTS,
  searchables: async () => (await import("./searchables.ts")).SEARCHABLES,
  sharedColumns: ["market_positions", "market_prices", "market_securities", "market_indices"],
  aggregates: async () => (await import("./aggregates/index.ts")).MARKET_AGGREGATES,
  pages: async () => (await import("./pages.ts")).MARKET_PAGES,
  methods: async () => (await import("./service.ts")).marketMethods,
};
