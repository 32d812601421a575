import type { Metric } from "../../dataset/metric.ts";
import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import type { ImportRow } from "../importer.ts";
import type { MergedTable } from "./merge.ts";

/** How many suburbs have a figure for a metric. */
export interface MetricCoverage {
  readonly metric: string;
  readonly suburbs: number;
  readonly total: number;
}

/**
 * Suburbs with a figure that is served, for each metric in its order: rows under a restricted licence count as none.
 * Gates of the build may withhold more.
 */
export function metricCoverage(metrics: readonly Metric[], tables: readonly MergedTable[]): MetricCoverage[] {
  const rowsOf = (table: string) =>
    (tables.find((one) => one.table === table)?.rows ?? []).filter(
      ({ source_licence }) => source_licence !== RESTRICTED_LICENCE,
    );
  const total = rowsOf("suburb_demographics").length;
  const priced = pricedSuburbs(rowsOf("house_price_regions"), rowsOf("house_prices"));
  return metrics.map(({ key, table, column }) => {
    const [, group, kind] = /^(crime|recorded)_(.+)$/.exec(key) ?? [];
    const hasFigure = (row: ImportRow) =>
      group === undefined ? has(row[column]) : (group === "crime" ? row.crime_type : row.offence) === kind;
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
