import type { Domain } from "../domain.ts";
import { suburbColumnsMethods } from "./column-service.ts";
import { SAMPLES } from "./samples.ts";
import { SEARCHABLES } from "./searchables.ts";
import { TABLES } from "./tables.ts";

/** Suburbs, their prices, profiles, columns and filters: eight methods of HousingService. */
export const suburbs: Domain = {
  name: "suburbs",
  tables: TABLES,
  samples: SAMPLES,
  searchables: SEARCHABLES,
  aggregates: async () => (await import("./aggregates/index.ts")).SUBURB_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).SUBURB_PAGES,
  readyMethods: suburbColumnsMethods,
  methods: async () => (await import("./service.ts")).suburbMethods,
};
