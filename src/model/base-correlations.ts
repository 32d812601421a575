import { correlatePair, type PairScratch } from "./pair-correlation.ts";
import { firstDayOfMonth } from "./series-alignment.ts";
import type { SeriesMatrix } from "./series-matrix.ts";

/** Topic whose series are the bases of stored correlations. */
export const BASE_TOPIC = "markets";

/** What the pairing rule looks at. */
export interface PairingFacts {
  readonly topic: string;
  readonly regionType: string;
  readonly regionCode: string;
  readonly frequency: string;
}

export function isCorrelationBase(series: PairingFacts): boolean {
  return series.topic === BASE_TOPIC;
}

/** True for monthly and quarterly series outside `markets` of the base's region or of the nation. */
export function isOverlayOf(base: PairingFacts, other: PairingFacts): boolean {
  if (other.topic === BASE_TOPIC) return false;
  if (other.frequency !== "monthly" && other.frequency !== "quarterly") return false;
  return other.regionCode === base.regionCode || other.regionType === "national";
}

export interface BaseCorrelation {
  /** Series number of the overlay. */
  readonly overlay: number;
  readonly r: number;
  readonly n: number;
  /** Day number of the first day of the newest aligned month. */
  readonly lastPeriod: number;
}

/**
 * The defined correlations of one base with its overlays, |r| descending, then series number (which is key order)
 * ascending. Empty when the series is no base.
 */
export function correlateBase(
  matrix: SeriesMatrix,
  catalogue: readonly PairingFacts[],
  base: number,
  windowMonths: number,
  scratch: PairScratch,
): BaseCorrelation[] {
  if (!isCorrelationBase(catalogue[base])) return [];
  const found: BaseCorrelation[] = [];
  for (let overlay = 0; overlay < catalogue.length; overlay++) {
    if (!isOverlayOf(catalogue[base], catalogue[overlay])) continue;
    correlatePair(matrix, base, overlay, 0, windowMonths, scratch);
    if (scratch.r === undefined) continue;
    const lastPeriod = firstDayOfMonth(matrix.firstMonth + scratch.lastMonth);
    found.push({ overlay, r: scratch.r, n: scratch.n, lastPeriod });
  }
  return found.sort((a, b) => Math.abs(b.r) - Math.abs(a.r) || a.overlay - b.overlay);
}
