import type { SeriesRegion } from "./series-regions.ts";

export type Adjustment = "original" | "seasadj" | "trend";

export interface EconomicTarget {
  readonly topic: string;
  readonly metric: string;
  readonly product: string | null;
  /** The country, a state, or a city if no price table holds the series. */
  readonly region: SeriesRegion;
  readonly unit: string;
  readonly adjustment: Adjustment;
}

export interface PriceTarget {
  readonly region: SeriesRegion;
  readonly measure: string;
  readonly dwellingType: string;
  readonly unit: string;
  /** Divides published figures, such as percent to ratio. */
  readonly divisor?: number;
}

export interface SeriesTarget {
  readonly economic?: EconomicTarget;
  readonly price?: PriceTarget;
}

export function slugOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

/** Series key: topic.metric[.product].region[.adjustment]. */
export function seriesKeyOf({ topic, metric, product, region, adjustment }: EconomicTarget): string {
  const parts = [
    topic,
    metric,
    product,
    region.code.toLowerCase(),
    adjustment === "original" ? null : adjustment,
  ];
  return parts.filter((part) => part !== null).join(".");
}

const ADJUSTMENTS: ReadonlyMap<string, Adjustment> = new Map([
  ["original", "original"],
  ["indicative", "original"],
  ["seasonally adjusted", "seasadj"],
  ["trend", "trend"],
  ["10", "original"],
  ["20", "seasadj"],
  ["30", "trend"],
]);

/** Seasonal adjustment of a published label or SDMX code. */
export function adjustmentOf(label: string): Adjustment | undefined {
  return ADJUSTMENTS.get(label.trim().toLowerCase());
}

const CURRENCIES: ReadonlySet<string> = new Set(
  "usd cny jpy eur krw gbp sgd inr thb nzd twd myr idr vnd aed pgk hkd cad zar chf php sdr".split(" "),
);

/** Base unit and factor of a published unit: `$ Millions` is AUD × 1e6. */
export function baseUnitOf(published: string): { unit: string; factor: number } | undefined {
  const label = published.trim().toLowerCase();
  if (label === "$ billion" || label === "$ billions" || label === "$b") return { unit: "aud", factor: 1e9 };
  if (label === "million" || label === "millions" || label === "'000,000")
    return { unit: "count", factor: 1e6 };
  if (label === "persons") return { unit: "count", factor: 1 };
  if (label === "ratio" || label === "proportion") return { unit: "ratio", factor: 1 };
  // Exchange rates: foreign currency per Australian dollar.
  if (CURRENCIES.has(label)) return { unit: label, factor: 1 };
  if (label === "$ millions" || label === "$ million" || label === "$m") return { unit: "aud", factor: 1e6 };
  if (label === "$'000" || label === "$ thousands") return { unit: "aud", factor: 1e3 };
  if (label === "$" || label === "dollars") return { unit: "aud", factor: 1 };
  if (label === "000" || label === "'000") return { unit: "count", factor: 1e3 };
  if (label === "000 hours" || label === "'000 hours") return { unit: "hours", factor: 1e3 };
  if (label === "number") return { unit: "count", factor: 1 };
  if (label.startsWith("index")) return { unit: "index", factor: 1 };
  if (label === "percent" || label.startsWith("per cent")) return { unit: "percent", factor: 1 };
  return undefined;
}

/** Multiplies without binary noise: 540.8 thousand is exactly 540800. */
export function scaled(value: number, factor: number): number {
  return factor === 1 ? value : Number((value * factor).toPrecision(15));
}
