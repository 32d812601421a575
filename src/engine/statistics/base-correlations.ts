import type { LagPlan } from "./lag-correlations.ts";

/** Topic whose series are the bases of the correlations that ListSeriesCorrelations returns. */
export const BASE_TOPIC = "markets";

/** Most correlations of a base that a request can ask for. */
export const MAX_BASE_CORRELATIONS = 250;

/** Series fields that the pairing rule uses. */
export interface PairingFacts {
  readonly topic: string;
  readonly regionType: string;
  readonly regionCode: string;
  readonly frequency: string;
}

export function isCorrelationBase(series: PairingFacts): boolean {
  return series.topic === BASE_TOPIC;
}

/** Annual series are too sparse to be aligned by month. */
export function isMonthlyOrQuarterly(series: PairingFacts): boolean {
  return series.frequency === "monthly" || series.frequency === "quarterly";
}

/** True for monthly and quarterly series outside `markets`, of the base's region or national. */
export function isOverlayOf(base: PairingFacts, other: PairingFacts): boolean {
  if (other.topic === BASE_TOPIC || !isMonthlyOrQuarterly(other)) return false;
  return other.regionCode === base.regionCode || other.regionType === "national";
}

/** All overlays of one base on levels at lag 0; none for a series outside `markets`. */
export function basePlan(catalogue: readonly PairingFacts[], base: number, windowMonths: number): LagPlan {
  const overlays: number[] = [];
  if (isCorrelationBase(catalogue[base])) {
    catalogue.forEach((other, number) => {
      if (isOverlayOf(catalogue[base], other)) overlays.push(number);
    });
  }
  return {
    bases: [base],
    overlays,
    minLagMonths: 0,
    maxLagMonths: 0,
    windowMonths,
    minAbsR: 0,
    limit: MAX_BASE_CORRELATIONS,
  };
}
