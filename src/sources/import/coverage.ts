import { METRICS } from "../../model/metric-registry.ts";
import type { ImportRow } from "./importer.ts";
import type { MergedTable } from "./merge.ts";

/** How many suburbs have a figure for a metric. */
export interface MetricCoverage {
  readonly metric: string;
  readonly suburbs: number;
  readonly total: number;
}

/** Dataset columns of the metrics that are not called the same. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  age: "median_age",
  income: "median_weekly_hhd_income",
  born_overseas: "pct_born_overseas",
  religion: "top_religion",
  language: "top_language",
  federal_party: "federal_party_ab",
  federal_lean: "federal_tpp_alp",
  state_party: "state_party_ab",
  politician_property: "declared_property_count",
  amenity_density: "amenity_density_score",
  supermarkets: "supermarkets_total",
  pubs: "pubs_bars",
  grocery: "supermarkets_total",
  healthcare: "gp_count",
  school_sector: "schools_total",
  nearest_train: "nearest_train_km",
  distance_to_coast: "dist_to_coast_km",
  nbn: "dominant_nbn_tech",
};

/** Suburbs with a figure, for each metric of the registry in its order. Gates of the build may withhold more. */
export function metricCoverage(tables: readonly MergedTable[]): MetricCoverage[] {
  const rowsOf = (table: string) => tables.find((one) => one.table === table)?.rows ?? [];
  const total = rowsOf("suburb_demographics").length;
  const priced = pricedSuburbs(rowsOf("house_price_regions"), rowsOf("house_prices"));
  return METRICS.map(({ key, table }) => {
    const column = COLUMN_OF[key] ?? key;
    const hasFigure = (row: ImportRow) =>
      key.startsWith("crime_") ? row.crime_type === key.slice("crime_".length) : has(row[column]);
    const suburbs =
      key === "price"
        ? priced
        : new Set(
            rowsOf(table)
              .filter(hasFigure)
              .map((row) => row.sal_code),
          );
    return { metric: key, suburbs: suburbs.size, total };
  });
}

function pricedSuburbs(regions: readonly ImportRow[], prices: readonly ImportRow[]): Set<unknown> {
  const salOf = new Map(regions.map((row) => [row.region_code, row.sal_code]));
  const suburbs = new Set<unknown>();
  for (const { region_code, measure, dwelling_type } of prices) {
    const salCode = salOf.get(region_code);
    if (measure === "median_price" && dwelling_type === "house" && has(salCode)) suburbs.add(salCode);
  }
  return suburbs;
}

function has(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
