import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";

/** Open questions about the columns of suburbs and stocks: ExplorerService. */
export const explorer: Domain = {
  name: "explorer",
  tables: [],
  samples: SAMPLES,
  exports: EXPORTS,
  openTables: [
    "drop_index_counters",
    "drop_index_suburb_days",
    "drop_index_suburbs",
    "listed_regions",
    "live_listings",
    "live_price_cuts",
    "sold_listings",
    "suburb_price_points",
  ],
  needs: ["listings"],
  aggregates: async () => (await import("./aggregates/index.ts")).EXPLORER_AGGREGATES,
  methods: async () => (await import("./service.ts")).explorerMethods,
};
