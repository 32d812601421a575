import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";
import { SEARCHABLES } from "./searchables.ts";
import { TABLES } from "./tables.ts";

/** EconomyService, and CorrelateSeries of ExplorerService, which asks the same series. */
export const economy: Domain = {
  name: "economy",
  tables: TABLES,
  samples: SAMPLES,
  searchables: SEARCHABLES,
  exports: EXPORTS,
  aggregates: async () => (await import("./aggregates/index.ts")).ECONOMY_AGGREGATES,
  methods: async () => (await import("./service.ts")).economyMethods,
};
