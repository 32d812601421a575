import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";

/** News, editorial takes and reports on short positions: NewsService and ReportsService. */
export const news: Domain = {
  name: "news",
  samples: SAMPLES,
  exports: EXPORTS,
  searchables: async () => (await import("./searchables.ts")).SEARCHABLES,
  aggregates: async () => (await import("./aggregates/index.ts")).NEWS_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).NEWS_PAGES,
  methods: async () => (await import("./service.ts")).newsMethods,
};
