import type { TerraceClient } from "terrace/client";
import { councilPath } from "../addresses.ts";
import type { Rank } from "../page-model.ts";
import type { Site } from "../site.ts";

export interface Council {
  readonly code: string;
  readonly slug: string;
  readonly name: string;
  readonly stateCode: string;
  readonly path: string;
  readonly suburbCount: number;
  /** Degrees; absent if unknown. */
  readonly place?: { readonly latitude: number; readonly longitude: number } | undefined;
  /** Known figures, by key of the measure. */
  readonly values: ReadonlyMap<string, number>;
}

export function measuresOf(councils: readonly Council[]): readonly Measure[] {
  return MEASURES.filter(({ key }) => councils.some(({ values }) => values.has(key)));
}

/** Unit of measures by which a ranking would be of no use: ten values make no order. */
const DECILE = "decile 1..10";

export type Councils = ReturnType<typeof councilsIn>;

function councilsIn(all: readonly Council[]) {
  const byPath = new Map(all.map((council) => [council.path, council]));
  const byCode = new Map(all.map((council) => [council.code, council]));
  const cache = new Map<string, readonly Council[]>();
  const measures = measuresOf(all);
  /** Measures with rankings. */
  const ranked = measures.filter(({ unit }) => unit !== DECILE);

  /** Councils of a state or AU with a measure, by value, then by name and code. Cached. */
  function ordered(measure: string, stateCode: string, isLowestFirst = false): readonly Council[] {
    const key = `${measure} ${stateCode} ${isLowestFirst}`;
    const sign = isLowestFirst ? -1 : 1;
    const found =
      cache.get(key) ??
      all
        .filter(
          ({ stateCode: own, values }) => values.has(measure) && (stateCode === "AU" || own === stateCode),
        )
        .sort(
          (a, b) =>
            sign * (b.values.get(measure)! - a.values.get(measure)!) ||
            compare(a.name, b.name) ||
            compare(a.code, b.code),
        );
    cache.set(key, found);
    return found;
  }

  return {
    all,
    measures,
    ranked,
    at: (path: string) => byPath.get(path),
    of: (code: string) => byCode.get(code),
    ordered,
    /** Rank of a council by a measure, 1 for the largest value; undefined without a value or rankings. */
    rank(council: Council, measure: Measure, stateCode: string): Rank | undefined {
      const value = council.values.get(measure.key);
      if (value === undefined || !ranked.includes(measure)) return undefined;
      const values = ordered(measure.key, stateCode).map((one) => one.values.get(measure.key));
      const first = values.indexOf(value);
      return { place: first + 1, same: values.lastIndexOf(value) - first + 1, of: values.length };
    },
  };
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** The councils of a snapshot with their figures, fetched once. */
export function councilsOf(site: Site): Promise<Councils> {
  return site.cached("councils", async () => {
    const states = [...new Set(site.index.stateCodes)].filter((code) => code !== "OT");
    const lists = await Promise.all(
      states.map((stateCode) => site.client.housing.listCouncils({ stateCode })),
    );
    const councils: Council[] = [];
    for (const summary of lists.flatMap((list) => list.councils)) {
      const { slug, stateCode, lgaCode, displayName, memberSuburbCount } = summary;
      const { profile } = await site.client.housing.getCouncilProfile({ stateCode, slug });
      const facts = profile!.council!;
      const { centroidLat: latitude, centroidLon: longitude } = facts;
      councils.push({
        code: lgaCode,
        slug,
        stateCode,
        name: displayName,
        path: councilPath(stateCode, slug),
        suburbCount: memberSuburbCount,
        ...(latitude !== undefined && longitude !== undefined && { place: { latitude, longitude } }),
        values: new Map(
          MEASURES.flatMap((measure) => {
            const value = valueIn(profile!, measure);
            return value === undefined ? [] : [[measure.key, value] as const];
          }),
        ),
      });
    }
    return councilsIn(councils);
  });
}

type Answer = Awaited<ReturnType<TerraceClient["housing"]["getCouncilProfile"]>>;
export type Profile = NonNullable<Answer["profile"]>;

/** A figure of councils. */
export type Measure = (typeof MEASURES)[number];

/** Fields that cannot be absent: 0 means unknown. */
const UNKNOWN_ZEROS = ["population", "avg_rates"];

/** Value of a council's measure; undefined if unknown. */
function valueIn({ summary, council }: Profile, { field }: Measure): number | undefined {
  const name = field.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const all: Readonly<Record<string, unknown>> = { ...council, ...summary };
  const value = all[name];
  return typeof value !== "number" || (value === 0 && UNKNOWN_ZEROS.includes(field)) ? undefined : value;
}

const HAZARDS = "suburb_hazard_exposure";

/**
 * All measures of councils; none is made from listings. `field` is the column of the councils' file, and (in
 * camel case) the field of a council's summary or facts. The sources of a dataset table's column are cited:
 * of `field` and `lga` unless named.
 */
const MEASURES = [
  ["population", "persons", "Residents", "population"],
  ["growth", "%", "Population growth over a year", "pop_growth_pct"],
  ["density", "a km²", "Residents per square kilometre", "density_per_sqkm", "population"],
  ["area", "km²", "Area", "area_sqkm"],
  ["age", "years", "Median age", "median_age"],
  ["income", "AUD/week", "Median weekly household income", "median_hhd_income"],
  ["rent", "AUD/week", "Median weekly rent", "median_weekly_rent"],
  ["mortgage", "AUD/month", "Median monthly mortgage repayment", "median_mortgage_monthly"],
  ["rented", "%", "Dwellings rented", "pct_rented"],
  ["household_size", "", "Persons per household", "avg_household_size"],
  ["advantage", DECILE, "Advantage and disadvantage (SEIFA IRSAD), decile", "seifa_irsad_decile"],
  ["house_price", "AUD", "Median house price", "council_house_median"],
  ["rates", "AUD/year", "Average residential rates", "avg_rates"],
  ["grant", "AUD", "Federal assistance grant per resident", "fag_per_resident", "fed_fag_aud"],
  [
    "approvals",
    "per 1,000 residents",
    "Dwellings approved in 12 months",
    "approvals_per_1000",
    "value",
    "lga_facts",
  ],
  [
    "flood",
    "% area",
    "Land under a flood planning control",
    "flood_share_pct",
    "flood_planning_share_pct",
    HAZARDS,
  ],
  ["bushfire", "% area", "Bushfire prone land", "bushfire_share_pct", "bushfire_prone_share_pct", HAZARDS],
].map(([name, unit, label, field, column = field, table = "lga"]) => {
  return { key: `council_${name}`, unit, label, field, column, table };
});
