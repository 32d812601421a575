import type { Domain } from "../domain.ts";
import { SAMPLES } from "./samples.ts";
import { TABLES } from "./tables.ts";

/** Cited facts about industries and companies: IndustryIntelligenceService. */
export const industry: Domain = {
  name: "industry",
  tables: TABLES,
  samples: SAMPLES,
  aggregates: async () => (await import("./aggregates/index.ts")).INDUSTRY_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).INDUSTRY_PAGES,
  methods: async () => (await import("./service.ts")).industryMethods,
};
