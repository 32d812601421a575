import { inject } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { type FollowingEngine, followCurrent } from "../../../src/engine/follow-current.ts";
import type { SnapshotView } from "../../../src/engine/view.ts";
import { opened } from "../run/fixtures.ts";

/**
 * An engine over one of the countries that are built before the tests, open while those of the file or suite run; methods
 * can be made of it before.
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

/** The view that an engine has now; the engine stays free to close. */
export function viewOf(engine: Engine): SnapshotView {
  const { view, release } = engine.pin();
  release();
  return view;
}
