import type { Domain } from "../domain.ts";
import { SAMPLES } from "./samples.ts";

/** Finding securities by code, name and words: SearchService. */
export const search: Domain = {
  name: "search",
  samples: SAMPLES,
  aggregates: async () => [],
  methods: async () => (await import("./service.ts")).searchMethods,
};
