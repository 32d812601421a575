import type { Domain, Searchable } from "../domain.ts";
import { suburbColumnsMethods } from "./column-service.ts";
import { SAMPLES } from "./samples.ts";

const SEARCHABLES: readonly Searchable[] = [
  {
    kind: "suburb",
    sql: `
SELECT
  sal_code AS id, sal_name AS title, concat_ws(' ', state_code, postcode) AS detail, postcode AS names,
  state_code AS words, population AS weight
FROM serve.suburbs`,
  },
];

/** Suburbs: prices, profiles, columns and filters; eight methods of HousingService. */
export const suburbs: Domain = {
  name: "suburbs",
  samples: SAMPLES,
  searchables: SEARCHABLES,
  aggregates: async () => (await import("./aggregates/index.ts")).SUBURB_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).SUBURB_PAGES,
  readyMethods: suburbColumnsMethods,
  methods: async () => (await import("./service.ts")).suburbMethods,
};
