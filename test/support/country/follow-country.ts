import { inject } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { type FollowingEngine, followCurrent } from "../../../src/engine/follow-current.ts";

/** An engine over one of the countries that are built before the tests. */
export function followCountry(name: "country" | "opinionCountry"): Promise<FollowingEngine> {
  const { dataDir } = inject(name);
  return followCurrent({ metrics: METRICS, dataDir, sqlConnections: 2, sqlWaiting: 16 });
}
