import { inject } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { type FollowingEngine, followCurrent } from "../../../src/engine/follow-current.ts";
import type { SnapshotView } from "../../../src/engine/view.ts";
import { opened } from "../run/fixtures.ts";

/**
 * Engine over a country that the global setup built, open during the tests of the current file or suite. It
 * can be passed to methods before it is open.
 */
export function followCountry(name: "country" | "opinionCountry"): Engine {
  let following: FollowingEngine;
  const open = async () => {
    const { dataDir } = inject(name);
    following = await followCurrent({ metrics: METRICS, dataDir, sqlConnections: 2, sqlWaiting: 16 });
    return following.engine;
  };
  return opened(open, { close: () => following.close() });
}

/** The engine's current view, released at once: it does not delay the engine's close. */
export function viewOf(engine: Engine): SnapshotView {
  const { view, release } = engine.pin();
  release();
  return view;
}
