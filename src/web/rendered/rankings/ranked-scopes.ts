import type { Metric, Site } from "../site.ts";
import { STATES } from "../states.ts";
import { LEAST_RANKED } from "./ranking-address.ts";
import { floorsOf, isNational, isRankable, missedFloor } from "./rules.ts";

/** A metric with the places that it is ranked in: states, and AU where states can be compared. */
export interface RankedMetric {
  readonly metric: Metric;
  readonly stateCodes: readonly string[];
  isRanked(position: number): boolean;
}

/** The rankings of all suburbs that there are, in registry order. */
export function rankedMetrics(site: Site): Promise<readonly RankedMetric[]> {
  return site.keep("ranked metrics", async () =>
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
