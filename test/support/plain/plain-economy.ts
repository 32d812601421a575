import type { RawEconomy } from "../data/raw-tables.ts";
import { type DatedValue, plainCorrelation, plainMonths } from "./plain-correlation.ts";
import { type PlainExposure, plainDerivedSeries } from "./plain-exposure.ts";
import { compareBy, membersOf } from "./plain-steps.ts";

export type PlainSeries = ReturnType<typeof plainCatalogue>[number];

/** Visible series, dataset's and derived, by key: observations oldest first, months `YYYY-MM`. */
export function plainCatalogue(raw: RawEconomy) {
  const observations = Map.groupBy(raw.observations, (row) => row.series_key);
  const own = raw.series.filter((row) => !row.internal_only);
  const taken = new Set(raw.series.map((row) => row.series_key));
  const derived = plainDerivedSeries(raw).filter((series) => !taken.has(series.key));
  return [
    ...own.map((row) => ({
      key: row.series_key as string,
      ...membersOf(row, "topic metric region_type region_code region_name unit frequency source_key"),
      product: row.product ?? "",
      adjustment: row.adjustment ?? "original",
      sourceLicence: row.licence,
      observations: (observations.get(row.series_key) ?? [])
        .toSorted(compareBy("period"))
        .map(({ period, value }): DatedValue => [period, value]),
    })),
    ...derived.map((series) => ({
      ...series,
      topic: "markets",
      frequency: "monthly",
      adjustment: "original",
      sourceKey: "terrace-derived",
      sourceLicence: "derived",
    })),
  ]
    .map((series) => ({ ...series, months: plainMonths(series.observations, series.frequency) }))
    .sort(compareBy("key"));
}

/** The catalogue entry as in messages, with every member. */
export function plainInfo(series: PlainSeries, latestPeriod: string | undefined) {
  const { key, months: _months, observations: _observations, ...facts } = series;
  return {
    seriesKey: key,
    ...facts,
    ...(latestPeriod === undefined ? {} : { latestPeriod: `${latestPeriod}T00:00:00Z` }),
  };
}

/** Correlations of one base, unordered; empty for an unknown base or one outside markets. */
export function plainBaseCorrelations(catalogue: readonly PlainSeries[], base: string, window: number) {
  const own = catalogue.find((series) => series.key === base);
  if (own === undefined || own.topic !== "markets") return [];
  return catalogue
    .filter((other) => other.topic !== "markets" && other.frequency !== "annual")
    .filter((other) => other.regionCode === own.regionCode || other.regionType === "national")
    .flatMap((other) => {
      const { r, n, lastPeriod } = plainCorrelation(own.months, other.months, window);
      return r === undefined ? [] : [{ overlay: other.key, r, n, lastPeriod: lastPeriod! }];
    });
}

/** Companies of a state in response order. */
export function plainStateCompanies(exposures: readonly PlainExposure[], state: string) {
  const size = (row: PlainExposure) => row.weight * (row.marketCap ?? 0);
  return exposures
    .filter((row) => row.region === state)
    .sort(compareBy(size, "weight", (row) => row.company.stock_code));
}

export function plainStateAggregates(exposures: readonly PlainExposure[]) {
  const rows = exposures.filter((row) => row.region !== "international");
  return [...Map.groupBy(rows, (row) => row.region)].map(([state, own]) => {
    const known = own.filter((row) => row.marketCap !== undefined);
    const shorted = known.filter((row) => row.shortPercent !== undefined);
    const sum = (of: typeof own, factor: (row: (typeof own)[0]) => number) =>
      of.reduce((total, row) => total + row.weight * row.marketCap! * factor(row), 0);
    const denominator = sum(shorted, () => 1);
    return {
      state,
      companyCount: own.filter((row) => row.weight >= 0.2).length,
      marketCap: sum(known, () => 1),
      shortPercent: denominator === 0 ? 0 : sum(shorted, (row) => row.shortPercent!) / denominator,
      shortDates: shorted.map((row) => row.shortDate!).sort(),
    };
  });
}

/** Changes over 12 months in percent, by `YYYY-MM`. */
export function plainYearOnYear(months: ReadonlyMap<string, number>): Map<string, number> {
  const changes = new Map<string, number>();
  for (const [month, value] of months) {
    const earlier = months.get(`${Number(month.slice(0, 4)) - 1}${month.slice(4)}`);
    if (earlier !== undefined && earlier !== 0)
      changes.set(month, (100 * (value - earlier)) / Math.abs(earlier));
  }
  return changes;
}
