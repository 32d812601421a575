import type { Domain } from "../domain.ts";
import type { Export } from "../export.ts";
import { METRIC_TABLES } from "../suburbs/metrics/metric-registry.ts";
import { SAMPLES } from "./samples.ts";

/** Query parameters of layers that are built from one page, with an example each. */
function areaParameters(
  examples: Readonly<Record<"metrics" | "where" | "sort" | "codes", string>>,
): Export["parameters"] {
  return {
    metrics: { doc: "Columns with commas between; all of them unless given.", example: examples.metrics },
    where: {
      doc: "A condition over its numbers, its names and states, such as the example.",
      example: examples.where,
    },
    sort: {
      doc: "Columns with commas between, the first above all; with a minus before it from the largest. Rows without the value come last.",
      example: examples.sort,
    },
    codes: { doc: "Values of the first column with commas between.", example: examples.codes },
    bbox: {
      doc: "West, south, east and north in degrees: rows whose box reaches into it.",
      example: "150.9,-34.1,151.4,-33.6",
    },
    offset: { doc: "Rows to leave out before the first.", example: "100" },
    limit: { doc: "Most rows.", example: "100" },
  };
}

const EXPORTS: readonly Export[] = [
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
  {
    path: "councils/:state",
    title: "Councils and their figures",
    doc: "A row a council, by code: what ListCouncils has, then what its profile has of the census and rates.",
    tables: ["lga", "lga_facts", "suburb_hazard_exposure"],
    key: { doc: "A state or territory, or AU for the country.", example: "NSW" },
    parameters: areaParameters({
      metrics: "population,median_age",
      where: "population > 1000 and median_age < 60",
      sort: "-population,display_name",
      codes: "10050,10180",
    }),
    hasGeometry: true,
    load: async () => (await import("./area-layers.ts")).councilLayer,
  },
  {
    path: "stations/:state",
    title: "Railway stations",
    doc: "A row a station of the operators' lists, by state and name, with its place.",
    tables: ["railway_stations"],
    key: { doc: "A state or territory, or AU for the country.", example: "NSW" },
    parameters: areaParameters({
      metrics: "lat,lon",
      where: "lat < -33 and not state in (VIC)",
      sort: "-lat,name",
      codes: "NSW Bathurst,VIC Geelong",
    }),
    hasGeometry: true,
    load: async () => (await import("./area-layers.ts")).stationLayer,
  },
];

/** ExplorerService: filters, rankings and statistics over the columns of suburbs and stocks. */
export const explorer: Domain = {
  name: "explorer",
  samples: SAMPLES,
  exports: EXPORTS,
  aggregates: async () => (await import("./aggregates.ts")).EXPLORER_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).EXPLORER_PAGES,
  methods: async () => (await import("./service.ts")).explorerMethods,
};
