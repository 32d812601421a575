import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";

/** EconomyService, and the methods of ExplorerService that ask the same series. */
export const economy: Domain = {
  name: "economy",
  samples: SAMPLES,
  searchables: async () => (await import("./searchables.ts")).SEARCHABLES,
  exports: EXPORTS,
  openTables: ["economic_observations"],
  aggregates: async () => (await import("./aggregates/index.ts")).ECONOMY_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).ECONOMY_PAGES,
  methods: async () => (await import("./service.ts")).economyMethods,
};
