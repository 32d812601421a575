import type { Country } from "../data/country.ts";

/** What to show before a reader chooses, most informative first; metrics with too little data are skipped. */
export const PREFERRED = {
  colours: ["income", "seifa_irsad_decile_aus", "price", "age", "population"],
  histograms: [
    "price",
    "income",
    "median_weekly_rent",
    "age",
    "seifa_irsad_decile_aus",
    "population",
    "distance_to_coast",
  ],
  columns: [
    "price",
    "income",
    "median_weekly_rent",
    "age",
    "population",
    "seifa_irsad_decile_aus",
    "distance_to_coast",
  ],
  figures: [
    "price",
    "income",
    "population",
    "age",
    "median_weekly_rent",
    "seifa_irsad_decile_aus",
    "born_overseas",
    "pct_bachelor_or_higher",
    "unemployment_rate",
    "distance_to_coast",
    "nearest_train",
    "pct_rented",
    "amenity_density",
    "bushfire_prone_share_pct",
    "median_monthly_mortgage",
    "pct_separate_house",
  ],
  alike: [
    "age",
    "income",
    "born_overseas",
    "amenity_density",
    "population",
    "distance_to_coast",
    "median_weekly_rent",
    "pct_bachelor_or_higher",
  ],
} as const;

/** Default score: metrics with weights; of alternatives the first with enough data counts. */
const SCORED: readonly (readonly [keys: readonly string[], weight: number])[] = [
  [["price", "median_weekly_rent"], -2],
  [["distance_to_coast"], -1],
  [["income"], 1],
];

/** Minimum share of suburbs with data: below it, most of a map, a table or a ranking would be empty. */
const MIN_KNOWN = 0.2;
/** Medians of real places with fewer residents are mostly the publisher's noise. */
const MIN_RESIDENTS = 200;

type Holding = Pick<Country, "metrics" | "synthetic"> | undefined;

/** The first `most` metrics of a list that have enough data; all of the list before the data is loaded. */
export function preferred(name: keyof typeof PREFERRED, most: number, now: Holding): readonly string[] {
  const keys: readonly string[] = PREFERRED[name];
  return now === undefined ? keys : keys.filter((key) => hasEnoughData(key, now)).slice(0, most);
}

export function preferredWeights(now: Holding): readonly { metricKey: string; weight: number }[] {
  return SCORED.flatMap(([keys, weight]) => {
    const metricKey = keys.find((key) => now === undefined || hasEnoughData(key, now));
    return metricKey === undefined ? [] : [{ metricKey, weight }];
  });
}

/** Default conditions, as text. */
export function preferredWhere(now: Holding): string {
  return now === undefined || now.synthetic || !hasEnoughData("population", now)
    ? ""
    : `population >= ${MIN_RESIDENTS}`;
}

function hasEnoughData(key: string, { metrics }: NonNullable<Holding>): boolean {
  const metric = metrics.get(key);
  return metric !== undefined && metric.dataCount > MIN_KNOWN * metric.totalCount;
}
