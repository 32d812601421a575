import type { Domain } from "../domain.ts";
import { EXPORTS } from "./exports.ts";
import { SAMPLES } from "./samples.ts";

/** Open questions about the columns of suburbs: ExplorerService. */
export const explorer: Domain = {
  name: "explorer",
  tables: [],
  samples: SAMPLES,
  exports: EXPORTS,
  aggregates: async () => [],
  methods: async () => (await import("./service.ts")).explorerMethods,
};
