import type { Metric, Site } from "../site.ts";
import { STATES } from "../states.ts";
import { floorsOf, isNational, isRankable, missedFloor } from "./rules.ts";

/** Fewer are not a ranking. */
export const LEAST_RANKED = 2;

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
      const count = (code: string) => counts.set(code, (counts.get(code) ?? 0) + 1);
      for (const [position, stateCode] of site.index.stateCodes.entries()) {
        if (!isRanked(position)) continue;
        count(stateCode);
        if (isNational(metric)) count("AU");
      }
      const places = ["AU", ...STATES.map(([code]) => code)];
      const stateCodes = places.filter((code) => (counts.get(code) ?? 0) >= LEAST_RANKED);
      return stateCodes.length === 0 ? [] : [{ metric, stateCodes, isRanked }];
    }),
  );
}
