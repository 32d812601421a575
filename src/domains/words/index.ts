import type { Domain } from "../domain.ts";
import { SAMPLES } from "./samples.ts";

/** Search of ExplorerService: everything that a domain declares as searchable, by words. */
export const words: Domain = {
  name: "words",
  samples: SAMPLES,
  // Its table is made of what all domains declare, so the list of domains adds it.
  aggregates: async () => [],
  pages: async () => [(await import("./pages/index.ts")).WORD_INDEX_PAGES],
  methods: async () => (await import("./service.ts")).wordMethods,
};
