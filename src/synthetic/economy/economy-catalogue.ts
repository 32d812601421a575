import type { Row } from "../../dataset/csv-writer.ts";
import { STATES } from "../../dataset/states.ts";
import { DERIVED_LICENCE, PUBLIC_LICENCE } from "../sources.ts";
import { STATE_PROFILES } from "../state-profiles.ts";
import { type SeriesFamily, seriesFamilies } from "./economy-families.ts";

/** How a series behaves; the observations follow from this and the seed. */
export interface SeriesShape {
  readonly key: string;
  readonly frequency: SeriesFamily["frequency"];
  /** Level in 2000, in the series' unit. */
  readonly start: number;
  /** Growth a year, fraction. Rates have none and wander around their start. */
  readonly growth: number;
  /** Pull of the business cycle; negative for unemployment. */
  readonly cycle: number;
  readonly noise: number;
  /** Seasonal swing; zero once adjusted. */
  readonly season: number;
  /** Share of periods left out. */
  readonly missing: number;
  /** Quarters dated by their last month instead of their first. */
  readonly lateQuarter: boolean;
  readonly empty: boolean;
  readonly row: Row;
}

interface Region {
  readonly type: string;
  readonly code: string;
  readonly name: string;
  /** Share of the national level. */
  readonly weight: number;
}

const NATION: Region = { type: "national", code: "aus", name: "Australia", weight: 1 };
const STATE_REGIONS: readonly Region[] = STATES.map((state) => ({
  type: "state",
  code: state.code.toLowerCase(),
  name: state.name,
  weight: STATE_PROFILES.find((p) => p.code === state.code)!.weight,
}));

const named = (type: string, codes: readonly string[]): Region[] =>
  codes.map((code) => ({ type, code, name: code.replaceAll("_", " "), weight: 1 }));

const REGIONS: Readonly<Record<string, readonly Region[]>> = {
  aus: [NATION],
  states: STATE_REGIONS,
  all: [NATION, ...STATE_REGIONS],
  industries: named("industry", [
    "mining",
    "construction",
    "retail_trade",
    "health_care",
    "education",
    "finance",
  ]),
  refineries: named("refinery", ["synthetic_bay", "synthetic_point"]),
};

/** Every series of the catalogue in key order. */
export function economyCatalogue(): SeriesShape[] {
  return seriesFamilies()
    .flatMap(expand)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function expand(family: SeriesFamily): SeriesShape[] {
  const regions = REGIONS[family.regions].filter((r) => !family.flags.includes(`no-${r.code}`));
  // The first product is the largest.
  return family.products.flatMap((product, p) =>
    regions.flatMap((region) =>
      family.adjustments.map((a) => shape(family, product, region, a, 1 / (1 + 0.7 * p))),
    ),
  );
}

function shape(
  family: SeriesFamily,
  product: string | null,
  region: Region,
  adjustment: string,
  share: number,
): SeriesShape {
  const parts = [
    family.topic,
    family.metric,
    product,
    region.code,
    adjustment === "original" ? null : adjustment,
  ];
  const key = parts.filter((part) => part !== null).join(".");
  const isShared = family.flags.includes("shared");
  return {
    key,
    frequency: family.frequency,
    start: family.start * (isShared ? region.weight * share : 1),
    growth: family.growth,
    cycle: family.cycle,
    noise: family.noise,
    season: adjustment === "original" ? family.season : 0,
    missing: family.missing,
    lateQuarter: family.flags.includes("late-quarter"),
    empty: family.flags.includes("empty"),
    row: {
      series_key: key,
      topic: family.topic,
      metric: family.metric,
      product,
      region_type: region.type,
      region_code: region.code,
      region_name: region.name,
      unit: family.unit,
      frequency: family.frequency,
      adjustment,
      dimensions: '{"synthetic":true}',
      source_key: "synthetic-economy",
      licence: family.topic === "markets" ? DERIVED_LICENCE : PUBLIC_LICENCE,
      internal_only: family.flags.includes("internal"),
    },
  };
}
