import type { Export } from "../export.ts";

/** The file of one economic series. */
export const EXPORTS: readonly Export[] = [
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
