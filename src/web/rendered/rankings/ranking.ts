import { STATES } from "../addresses.ts";
import type { Metric, Site } from "../site.ts";
import { MIN_RANKED } from "./ranking-address.ts";
import { isNational, isRankable, RANKED, ruleOf, UNKNOWN } from "./rules.ts";

export interface Scope {
  /** State code, or AU. */
  readonly stateCode: string;
  /** Code of the council whose suburbs are ranked; "" for all. */
  readonly councilCode: string;
}

export type Ranking = ReturnType<typeof rankingOf>;

/** Ranks the suburbs of a scope by a metric, largest or smallest value first; then by name and code. */
export function rankingOf(site: Site, metric: Metric, scope: Scope, isLowestFirst: boolean) {
  const { floors, reasons, positions } = site.cached(`order ${metric.key} ${isLowestFirst}`, () =>
    orderOf(site, metric, isLowestFirst),
  );
  const isInside = insideOf(site, scope);
  const values = site.column(metric.key)!.values;
  const own = positions.filter(isInside);
  const places: number[] = [];
  for (const [i, position] of own.entries())
    places.push(i > 0 && values[position] === values[own[i - 1]] ? places[i - 1] : i + 1);
  const all = [...reasons.keys()].filter(isInside);
  const leftOut = all.filter((position) => reasons[position] !== RANKED);
  const byReason = Map.groupBy(leftOut, (position) => reasons[position]);
  return {
    /** Positions in the index, in order. */
    positions: own,
    /** Place of each: equal values share one, and the following places are skipped (1, 1, 3). */
    places,
    floors,
    leftOut,
    total: all.length,
    /** Counts of suburbs without a figure, then below each floor: each at the first floor that it misses. */
    missed: Array.from({ length: 1 + floors.length }, (_, i) => byReason.get(UNKNOWN + i)?.length ?? 0),
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

/** Suburbs of the whole country in order, cached: every scope is a subsequence. */
function orderOf(site: Site, metric: Metric, isLowestFirst: boolean) {
  const { floors, why } = ruleOf(metric, site.metrics, site.column);
  const { values } = site.column(metric.key)!;
  const reasons = Uint8Array.from(values, (_, position) => why(position));
  const { salNames } = site.index;
  const sign = isLowestFirst ? 1 : -1;
  const positions = Array.from(values.keys()).filter((position) => reasons[position] === RANKED);
  positions.sort((a, b) => {
    if (values[a] !== values[b]) return sign * (values[a] - values[b]);
    if (salNames[a] !== salNames[b]) return salNames[a] < salNames[b] ? -1 : 1;
    return a - b;
  });
  return { floors, reasons, positions };
}

/** Ranked metrics in registry order, with their scopes: states, and AU if states are comparable. */
export function rankedMetrics(site: Site) {
  return site.cached("ranked metrics", () =>
    [...site.metrics.values()].filter(isRankable).flatMap((metric) => {
      const { isRanked } = ruleOf(metric, site.metrics, site.column);
      const counts = new Map<string, number>();
      for (const [position, stateCode] of site.index.stateCodes.entries()) {
        if (isRanked(position)) counts.set(stateCode, (counts.get(stateCode) ?? 0) + 1);
      }
      const states = STATES.map(([code]) => code).filter((code) => (counts.get(code) ?? 0) >= MIN_RANKED);
      // Figures of a single state are not national.
      const stateCodes = isNational(metric) && states.length > 1 ? ["AU", ...states] : states;
      const { key, label } = metric;
      return stateCodes.length === 0 ? [] : [{ key, label, metric, stateCodes, isRanked }];
    }),
  );
}
