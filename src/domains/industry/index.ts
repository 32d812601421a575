import type { Domain } from "../domain.ts";
import { SAMPLES } from "./samples.ts";

/** Cited facts about industries and companies: IndustryIntelligenceService. */
export const industry: Domain = {
  name: "industry",
  samples: SAMPLES,
  aggregates: async () => (await import("./aggregates/index.ts")).INDUSTRY_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).INDUSTRY_PAGES,
  methods: async () => (await import("./service.ts")).industryMethods,
};
