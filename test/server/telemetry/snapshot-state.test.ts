import { pino } from "pino";
import { expect, it } from "vitest";
import { Health } from "../../../src/rpc/health/health.ts";
import { TerraceError } from "../../../src/runtime/errors.ts";
import { snapshotState } from "../../../src/server/telemetry/snapshot-state.ts";

const [HERE, THERE] = ["2026-11-13-0123456789ab", "2026-11-14-0123456789ab"];

it("health tells of a snapshot that is refused, and of one that an origin does not give, without any place", () => {
  const health = new Health([]);
  const times = ["2026-11-15T01:00:00Z", "2026-11-15T02:00:00Z", "2026-11-15T03:00:00Z"].map(
    (text) => new Date(text),
  );
  let clock = 0;
  const state = snapshotState({
    health,
    log: pino({ level: "silent" }),
    now: () => times[clock],
    dataDir: "/srv/data",
  });
  const damaged = (directory: string, what: string) =>
    new TerraceError("bad_snapshot", `${directory}: tables/suburbs.parquet ${what}`);
  const refused = new TerraceError("unavailable", "http://10.0.0.7/CURRENT: connect ECONNREFUSED");
  state.onOrigin({ error: refused, snapshotId: undefined });
  const unreachable = { snapshotId: undefined, reason: "the origin cannot be reached", since: times[0] };
  expect(health.degradation).toEqual(unreachable);
  clock = 1;
  state.onOrigin({
    error: damaged(`/srv/data/staging/host-7-fetch/${THERE}`, "is short"),
    snapshotId: THERE,
  });
  const short = { snapshotId: THERE, reason: `${THERE}: tables/suburbs.parquet is short`, since: times[0] };
  expect(health.degradation).toEqual(short);
  // A snapshot that is here but cannot be served has priority.
  state.onRefuse(HERE, damaged(`/srv/data/snapshots/${HERE}`, "is gone"));
  const gone = { snapshotId: HERE, reason: `${HERE}: tables/suburbs.parquet is gone`, since: times[1] };
  expect(health.degradation).toEqual(gone);
  state.onRecover();
  expect(health.degradation).toEqual(short);
  state.onOrigin(undefined);
  expect(health.degradation).toBeUndefined();
  clock = 2;
  state.onOrigin({ error: refused, snapshotId: undefined });
  expect(health.degradation).toEqual({ ...unreachable, since: times[2] });
  state.onOrigin({ error: new Error("ENOSPC: /srv/data/staging"), snapshotId: THERE });
  expect(health.degradation?.reason).toBe("the origin's snapshot cannot be stored here");
});
