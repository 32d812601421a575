import type { Domain } from "../domain.ts";
import { SAMPLES } from "./samples.ts";

/** Finding by words: securities in SearchService, all that a domain declares as searchable in ExplorerService. */
export const search: Domain = {
  name: "search",
  samples: SAMPLES,
  // The table of words is made of what all domains declare, so the list of domains adds it.
  aggregates: async () => [],
  pages: async () => [(await import("./pages/index.ts")).WORD_INDEX_PAGES],
  methods: async () => {
    const { searchMethods } = await import("./service.ts");
    const { wordMethods } = await import("./word-service.ts");
    return (engine, options) => [...searchMethods(engine, options), ...wordMethods(engine, options)];
  },
};
