import type { Export } from "../export.ts";
import { METRIC_TABLES } from "../suburbs/metrics/metric-registry.ts";

/** The file of suburbs and their metrics. */
export const EXPORTS: readonly Export[] = [
  {
    path: "suburbs/:state",
    title: "Suburbs and their metrics",
    doc: "A row a suburb: its code, name, state and postcode, then the metrics of DescribeMetrics. Categories are their labels.",
    tables: [...METRIC_TABLES.needs, ...METRIC_TABLES.adds],
    key: { doc: "A state or territory, or AU for the country.", example: "NSW" },
    parameters: {
      metrics: {
        doc: "Keys of metrics with commas between; all of them unless given.",
        example: "price,income",
      },
      where: {
        doc: "A condition such as: price <= 900000 and distance_to_coast < 10 and not state in (NT).",
        example: "price <= 900000 and distance_to_coast < 10",
      },
      sort: {
        doc: "Metrics, sal_code, sal_name, state_code or postcode with commas between, the first above all; with a minus before it from the largest. Suburbs without the value come last.",
        example: "-price,sal_name",
      },
      codes: { doc: "Codes of suburbs with commas between, at most 1,000.", example: "20001,20002" },
      bbox: {
        doc: "West, south, east and north in degrees: suburbs whose outline reaches into the box.",
        example: "150.9,-34.1,151.4,-33.6",
      },
      offset: { doc: "Rows to leave out before the first.", example: "100" },
      limit: { doc: "Most rows.", example: "100" },
    },
    hasGeometry: true,
    load: async () => (await import("./suburb-export.ts")).suburbExport,
  },
];
