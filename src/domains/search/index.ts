import type { Domain } from "../domain.ts";
import { SAMPLES } from "./samples.ts";

/** Search: securities in SearchService, everything that domains declare searchable in ExplorerService. */
export const search: Domain = {
  name: "search",
  samples: SAMPLES,
  // `search_entries` needs the searchables of all domains, so loadAggregates adds it.
  aggregates: async () => [],
  pages: async () => [(await import("./pages/index.ts")).WORD_INDEX_PAGES],
  methods: async () => {
    const { searchMethods } = await import("./service.ts");
    const { wordMethods } = await import("./word-service.ts");
    return (engine, options) => [...searchMethods(engine, options), ...wordMethods(engine, options)];
  },
};
