import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";

/** Open questions about the columns of suburbs and stocks: ExplorerService. */
export const explorer: Domain = {
  name: "explorer",
  samples: SAMPLES,
  exports: EXPORTS,
  aggregates: async () => (await import("./aggregates.ts")).EXPLORER_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).EXPLORER_PAGES,
  methods: async () => (await import("./service.ts")).explorerMethods,
};
