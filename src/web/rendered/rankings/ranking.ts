import { STATES } from "../addresses.ts";
import type { Metric, Site } from "../site.ts";
import { LEAST_RANKED } from "./ranking-address.ts";
import { type Floor, floorsOf, isNational, isRankable, missedFloor } from "./rules.ts";

/** Which suburbs are ordered. */
export interface Scope {
  /** A state or AU. */
  readonly stateCode: string;
  /** Code of the council whose suburbs alone are ordered; "" for all. */
  readonly councilCode: string;
}

/** Suburbs in the order of a metric. */
export interface Ranking {
  /** Positions in the index, in order. */
  readonly positions: readonly number[];
  /** Their places: equal values share one, and the next is as much later. */
  readonly places: readonly number[];
  /** Suburbs of the scope. */
  readonly total: number;
  /** Suburbs of the scope without a figure. */
  readonly unknown: number;
  /** Suburbs with a figure that miss a floor, in the order of `floors`; each counts at the first that it misses. */
  readonly below: readonly number[];
  readonly floors: readonly Floor[];
  /** Positions of the suburbs that are not ranked. */
  readonly leftOut: readonly number[];
}

/** Place of a suburb in `whyLeftOut`: ranked, without a figure, or below floor i - 2. */
const RANKED = 0;
const UNKNOWN = 1;

interface Order {
  readonly floors: readonly Floor[];
  readonly whyLeftOut: Uint8Array;
  readonly positions: readonly number[];
}

/** Orders the suburbs of a scope by a metric, from the largest value or from the smallest; then by name and code. */
export function rankingOf(site: Site, metric: Metric, scope: Scope, isLowestFirst: boolean): Ranking {
  const { floors, whyLeftOut, positions } = site.keep(`order ${metric.key} ${isLowestFirst}`, () =>
    orderOf(site, metric, isLowestFirst),
  );
  const isInside = insideOf(site, scope);
  const values = site.column(metric.key)!.values;
  const own = positions.filter(isInside);
  const places: number[] = [];
  for (const [i, position] of own.entries())
    places.push(i > 0 && values[position] === values[own[i - 1]] ? places[i - 1] : i + 1);
  const counts = new Array<number>(UNKNOWN + 1 + floors.length).fill(0);
  const leftOut: number[] = [];
  for (const [position, why] of whyLeftOut.entries()) {
    if (!isInside(position)) continue;
    counts[why]++;
    if (why !== RANKED) leftOut.push(position);
  }
  return {
    ...{ positions: own, places, floors, leftOut },
    total: counts.reduce((sum, count) => sum + count),
    unknown: counts[UNKNOWN],
    below: counts.slice(UNKNOWN + 1),
  };
}

function insideOf(site: Site, { stateCode, councilCode }: Scope): (position: number) => boolean {
  const { stateCodes } = site.index;
  if (councilCode !== "") {
    const councils = site.column("lga_code");
    const code = Number(councilCode);
    return (position) => councils?.at(position) === code;
  }
  return stateCode === "AU" ? () => true : (position) => stateCodes[position] === stateCode;
}

/** The suburbs of the whole country in order: those of any scope are in the same. */
function orderOf(site: Site, metric: Metric, isLowestFirst: boolean): Order {
  const floors = floorsOf(metric, site.metrics);
  const column = site.column(metric.key)!;
  const missed = missedFloor(floors, (key) => site.column(key));
  const whyLeftOut = Uint8Array.from(column.values, (_, position) => {
    if (column.at(position) === undefined) return UNKNOWN;
    const floor = missed(position);
    return floor < 0 ? RANKED : UNKNOWN + 1 + floor;
  });
  const { values } = column;
  const { salNames } = site.index;
  const sign = isLowestFirst ? 1 : -1;
  const positions = Array.from(values.keys()).filter((position) => whyLeftOut[position] === RANKED);
  positions.sort((a, b) => {
    if (values[a] !== values[b]) return sign * (values[a] - values[b]);
    if (salNames[a] !== salNames[b]) return salNames[a] < salNames[b] ? -1 : 1;
    return a - b;
  });
  return { floors, whyLeftOut, positions };
}

/** A metric with the places that it is ranked in: states, and AU where states can be compared. */
interface RankedMetric {
  readonly metric: Metric;
  readonly stateCodes: readonly string[];
  isRanked(position: number): boolean;
}

/** The rankings of all suburbs that there are, in registry order. */
export function rankedMetrics(site: Site): readonly RankedMetric[] {
  return site.keep("ranked metrics", () =>
    [...site.metrics.values()].filter(isRankable).flatMap((metric) => {
      const column = site.column(metric.key)!;
      const missed = missedFloor(floorsOf(metric, site.metrics), (key) => site.column(key));
      const isRanked = (position: number) => column.at(position) !== undefined && missed(position) < 0;
      const counts = new Map<string, number>();
      for (const [position, stateCode] of site.index.stateCodes.entries()) {
        if (isRanked(position)) counts.set(stateCode, (counts.get(stateCode) ?? 0) + 1);
      }
      const states = STATES.map(([code]) => code).filter((code) => (counts.get(code) ?? 0) >= LEAST_RANKED);
      // Figures of one state are not the country's.
      const stateCodes = isNational(metric) && states.length > 1 ? ["AU", ...states] : states;
      return stateCodes.length === 0 ? [] : [{ metric, stateCodes, isRanked }];
    }),
  );
}
