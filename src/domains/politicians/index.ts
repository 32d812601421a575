import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";
import { SEARCHABLES } from "./searchables.ts";
import { TABLES } from "./tables.ts";

/** Members, what they declare, and the money that parties report: PoliticiansService. */
export const politicians: Domain = {
  name: "politicians",
  tables: TABLES,
  samples: SAMPLES,
  exports: EXPORTS,
  openTables: ["party_funding_rollup", "register_people"],
  searchables: SEARCHABLES,
  aggregates: async () => (await import("./aggregates/index.ts")).POLITICIAN_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).POLITICIAN_PAGE_SETS,
  methods: async () => (await import("./service.ts")).politicianMethods,
};
