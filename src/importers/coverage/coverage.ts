import type { Metric } from "../../dataset/metric.ts";
import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import type { ImportRow } from "../importer.ts";
import type { MergedTable } from "../run/merge.ts";

/** How many suburbs have a figure for a metric. */
export interface MetricCoverage {
  readonly metric: string;
  readonly suburbs: number;
  readonly total: number;
}

/** What a row's licence must not be for a figure that is served; rates of offences are for commercial use too. */
const NON_COMMERCIAL = /\bNC\b/i;

/**
 * Suburbs with a figure that is served, for each metric in its order that a dataset has a column of: rows under a restricted licence count as none, and
 * so do those of suburbs with too few residents for the metric, or no dwelling for a share of dwellings.
 */
export function metricCoverage(metrics: readonly Metric[], tables: readonly MergedTable[]): MetricCoverage[] {
  const served = new Map<string, readonly ImportRow[]>();
  const rowsOf = (table: string) => {
    const rows =
      served.get(table) ??
      (tables.find((one) => one.table === table)?.rows ?? []).filter(
        ({ source_licence }) => source_licence !== RESTRICTED_LICENCE,
      );
    served.set(table, rows);
    return rows;
  };
  const suburbs = rowsOf("suburb_demographics");
  const residents = new Map(suburbs.map(({ sal_code, population }) => [sal_code, Number(population ?? 0)]));
  const priced = pricedSuburbs(rowsOf("house_price_regions"), rowsOf("house_prices"));
  const stored = metrics.filter(({ isDerived }) => isDerived !== true);
  return stored.map(({ key, table, column, rows, unit, leastResidents = 0 }) => {
    const isOfDwellings = /dwellings|households/.test(unit ?? "");
    const hasFigure = (row: ImportRow) => {
      if ((residents.get(row.sal_code) ?? 0) < leastResidents) return false;
      if (isOfDwellings && Number(row.dwelling_count ?? 1) === 0) return false;
      if (rows !== undefined && NON_COMMERCIAL.test(String(row.source_licence))) return false;
      if (key === "school_sector") return hasSector(row);
      return rows === undefined ? has(row[column]) : rows === (row.crime_type ?? row.offence);
    };
    const own =
      key === "price"
        ? priced
        : key === "politician_property"
          ? // A suburb that the register does not name has none declared.
            new Set(
              rowsOf(table).length === 0 ? [] : [...residents].filter(([, n]) => n > 0).map(([code]) => code),
            )
          : new Set(
              rowsOf(table)
                .filter(hasFigure)
                .map((row) => row.sal_code),
            );
    return { metric: key, suburbs: own.size, total: suburbs.length };
  });
}

/** A government's own list knows no other sector, and a suburb without schools has no largest one. */
function hasSector({ schools_gov, schools_catholic, schools_independent }: ImportRow): boolean {
  const counts = [schools_gov, schools_catholic, schools_independent].map((count) => Number(count || 0));
  return (has(schools_catholic) || has(schools_independent)) && Math.max(...counts) > 0;
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
