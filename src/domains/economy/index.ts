import type { Domain, Searchable } from "../domain.ts";
import type { Export } from "../export.ts";
import { SAMPLES } from "./samples.ts";

const EXPORTS: readonly Export[] = [
  {
    path: "series/:key",
    title: "An economic series",
    doc: "All observations of a series of ListEconomicSeries, oldest first; its unit and publisher stand in the metadata.",
    tables: ["economic_series", "economic_observations"],
    key: { doc: "The key of a series.", example: "rates.cash_rate_target.aus" },
    parameters: {},
    load: async () => (await import("./export-series.ts")).seriesExport,
  },
];

const SEARCHABLES: readonly Searchable[] = [
  {
    kind: "series",
    sql: `
SELECT
  series_key AS id,
  regexp_replace(concat_ws(' ', topic, metric, product, region_name), '_', ' ', 'g') AS title,
  concat_ws(', ', unit, frequency, adjustment) AS detail, series_key AS names, region_code AS words, NULL AS weight
FROM serve.economic_series`,
  },
];

/** EconomyService, and the methods of ExplorerService over the same series. */
export const economy: Domain = {
  name: "economy",
  samples: SAMPLES,
  searchables: SEARCHABLES,
  exports: EXPORTS,
  openTables: ["economic_observations"],
  aggregates: async () => (await import("./aggregates/index.ts")).ECONOMY_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).ECONOMY_PAGES,
  methods: async () => (await import("./service.ts")).economyMethods,
};
