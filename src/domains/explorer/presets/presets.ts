/** A condition on one metric, in `where` syntax. */
interface DeclaredCondition {
  readonly where: string;
  readonly why: string;
  /** Whether the preset is unavailable without data for this metric. */
  readonly isEssential?: boolean;
}

interface DeclaredWeight {
  readonly metricKey: string;
  readonly weight: number;
  readonly why: string;
}

/** A predefined search: a filter and a ranking. */
export interface DeclaredPreset {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly conditions: readonly DeclaredCondition[];
  readonly weights: readonly DeclaredWeight[];
}

const counts = (metricKey: string, weight: number, why: string): DeclaredWeight => ({
  metricKey,
  weight,
  why,
});

/** Enough homes change hands that some are for sale. */
const ENOUGH_HOMES: DeclaredCondition = {
  where: "population >= 500",
  why: "Enough homes that some are on offer, and that medians mean something.",
};

/** All presets, in display order. */
export const PRESETS: readonly DeclaredPreset[] = [
  {
    key: "first-home",
    label: "First home",
    description: "Homes that a household on an ordinary income can begin with.",
    conditions: [
      { where: "price <= 750000", why: "Up to here most states waive or reduce the duty on a first home." },
      {
        where: "median_monthly_mortgage <= 2200",
        why: "About 30 % of what a median household of the country earned at the census of 2021.",
      },
      ENOUGH_HOMES,
    ],
    weights: [
      counts("price", -2, "A lower price needs a smaller deposit."),
      counts("median_monthly_mortgage", -1, "What neighbours repay shows what was paid lately."),
      counts("nearest_train", -1, "A station makes more jobs reachable."),
      counts("unemployment_rate", -1, "Work nearby."),
      counts("seifa_irsad_decile_aus", 1, "Of two that cost the same, the better off."),
    ],
  },
  {
    key: "yield",
    label: "Yield",
    description: "Houses whose rent is high for their price.",
    conditions: [
      {
        where: "gross_yield >= 4.5",
        why: "A year of rent in percent of the price, before costs, vacancy and tax.",
        isEssential: true,
      },
      ENOUGH_HOMES,
    ],
    weights: [
      counts("gross_yield", 2, "What the preset is about."),
      counts("rent_growth_1y", 1, "Rents that rise."),
      counts("price_growth_5y", 1, "A yield that comes from falling prices gains nothing."),
      counts("volatility", -1, "Prices that jump less."),
    ],
  },
  {
    key: "quiet-by-the-sea",
    label: "Quiet by the sea",
    description: "Small places near the water, of houses rather than flats.",
    conditions: [
      { where: "distance_to_coast <= 5", why: "The sea is a short way off.", isEssential: true },
      { where: "population <= 5000", why: "A small place." },
      { where: "population >= 200", why: "But a place: below this, medians are of a few households." },
      { where: "pct_flat_apartment <= 25", why: "Few blocks of flats, so fewer guests and cars." },
    ],
    weights: [
      counts("distance_to_coast", -2, "The nearer the better."),
      counts("population", -1, "The fewer the quieter."),
      counts("pubs", -1, "Quiet nights."),
      counts("crime_violent", -1, "Less recorded violence, against the rest of the state."),
      counts("bushfire_prone_share_pct", -1, "Less bushfire prone land."),
    ],
  },
  {
    key: "young-families",
    label: "Young families",
    description: "Places where many households have children, and children have company.",
    conditions: [
      {
        where: "pct_couple_with_children >= 45",
        why: "In the country about 44 of 100 families are couples with children: here more are.",
        isEssential: true,
      },
      { where: "age <= 38", why: "The median age of the country: here people are younger." },
      ENOUGH_HOMES,
    ],
    weights: [
      counts("pct_couple_with_children", 2, "More families of the same kind."),
      counts("pct_separate_house", 1, "Room, and a garden."),
      counts(
        "seifa_ieo_decile_aus",
        1,
        "Neighbours with schooling: the nearest to good schools that is counted.",
      ),
      counts("nearest_train", -1, "A way to work and school without a car."),
      counts("crime_break_ins", -1, "Fewer break-ins, against the rest of the state."),
    ],
  },
];
