import type { Domain } from "../domain.ts";
import { suburbColumnsMethods } from "./column-service.ts";
import { SAMPLES } from "./samples.ts";

/** Suburbs, their prices, profiles, columns and filters: eight methods of HousingService. */
export const suburbs: Domain = {
  name: "suburbs",
  samples: SAMPLES,
  searchables: async () => (await import("./searchables.ts")).SEARCHABLES,
  aggregates: async () => (await import("./aggregates/index.ts")).SUBURB_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).SUBURB_PAGES,
  readyMethods: suburbColumnsMethods,
  methods: async () => (await import("./service.ts")).suburbMethods,
};
