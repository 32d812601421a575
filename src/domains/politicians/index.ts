import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";

/** Members, what they declare, and the money that parties report: PoliticiansService. */
export const politicians: Domain = {
  name: "politicians",
  samples: SAMPLES,
  exports: EXPORTS,
  openTables: ["party_funding_rollup", "register_people"],
  searchables: async () => (await import("./searchables.ts")).SEARCHABLES,
  aggregates: async () => (await import("./aggregates/index.ts")).POLITICIAN_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).POLITICIAN_PAGE_SETS,
  methods: async () => (await import("./service.ts")).politicianMethods,
};
