import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import { describe, expect, it, onTestFinished } from "vitest";
import { FilterLane } from "../../../src/engine/filter/filter-lane.ts";
import type { FilterMemory } from "../../../src/engine/filter/filter-memory.ts";
import { FilterPool } from "../../../src/engine/filter/filter-pool.ts";
import type { OpenedLane } from "../../../src/engine/filter/filter-worker.ts";
import { laneRing, matchCountOf, putMatchCount } from "../../../src/engine/filter/lane-ring.ts";
import { createSharedMemory } from "../../../src/engine/kernels/shared-memory.ts";
import { madeColumns, SMALL_SIZES } from "../../support/data/made-columns.ts";
import { plainFilter } from "../../support/plain/plain-filter.ts";
import { eventually } from "../../support/run/eventually.ts";

const WORKER_FILE = new URL("../../../src/engine/filter/filter-worker.ts", import.meta.url);
const SNAPSHOTS = 16;
const FEWER = 6;
const MEGABYTE = 1024 * 1024;
const BALLAST_MB = 64;

describe("openLane", () => {
  it("lets the memory of a closed snapshot go, though its thread sleeps ever after", async () => {
    setFlagsFromString("--expose-gc");
    const collectHere = runInNewContext("gc") as () => void;
    const { columns, filterMemory } = madeColumns(SMALL_SIZES, 41, 1);
    const predicates = [{ metric: 4, min: 10, max: 40 }];
    const right = plainFilter(columns.scopes.get("NSW")!, predicates);
    const pool = new FilterPool({ threads: 1 });
    await pool.ready();
    const rssMb = () => process.memoryUsage.rss() / MEGABYTE;
    const useOne = async () => {
      const filter = pool.attach(heavier(filterMemory));
      expect(await filter.filter("NSW", predicates)).toEqual(right);
      await filter.close();
    };
    const before = rssMb();
    let highest = before;
    for (let i = 0; i < SNAPSHOTS; i++) {
      await useOne();
      collectHere();
      highest = Math.max(highest, rssMb());
    }
    await pool.close();
    console.log(
      `closed snapshots: ${SNAPSHOTS} of ${BALLAST_MB} MB each, memory from ${before.toFixed(0)} to at most ${highest.toFixed(0)} MB`,
    );
    // Kept by the worker they would be 1,024 MB; two or three may be on their way out at a time.
    expect(highest - before).toBeLessThan((SNAPSHOTS * BALLAST_MB) / 2);
  });

  it("passes over calls that were taken back before it began them", async () => {
    const { columns, filterMemory } = madeColumns(SMALL_SIZES, 41, 1);
    const { lane, ring } = await startLane();
    const view = { number: 1, filterMemory };
    const unseen = -7;
    const slots = [1, 2, 3].map(() => lane.put({ ...call, view, answered: () => {} }));
    for (const slot of slots) putMatchCount(ring, slot, unseen);
    lane.drop(slots[0]);
    lane.drop(slots[2]);
    const answer = Promise.withResolvers<number>();
    lane.put({ ...call, view, answered: answer.resolve });
    lane.submit();
    const [scope] = columns.scopes.values();
    const count = await answer.promise;
    expect(count).toBe(plainFilter(scope, call.predicates).count);
    expect(slots.map((slot) => matchCountOf(ring, slot))).toEqual([unseen, count, unseen]);
    await lane.detach(view);
  });

  it("lets the memory of a closed snapshot go whose only call was taken back before it began", async () => {
    setFlagsFromString("--expose-gc");
    const collectHere = runInNewContext("gc") as () => void;
    const { filterMemory } = madeColumns(SMALL_SIZES, 41, 1);
    const { lane } = await startLane();
    const rssMb = () => process.memoryUsage.rss() / MEGABYTE;
    const before = rssMb();
    for (let number = 1; number <= FEWER; number++) {
      const view = { number, filterMemory: heavier(filterMemory) };
      lane.drop(lane.put({ ...call, view, answered: () => {} }));
      lane.submit();
      await lane.detach(view);
    }
    // A call of another snapshot, for which the worker looks at what it was told.
    const answer = Promise.withResolvers<number>();
    const last = { number: FEWER + 1, filterMemory };
    lane.put({ ...call, view: last, answered: answer.resolve });
    lane.submit();
    await answer.promise;
    await lane.detach(last);
    await eventually(() => {
      collectHere();
      expect(rssMb() - before).toBeLessThan((FEWER * BALLAST_MB) / 2);
    });
  });
});

const call = { scope: 0, predicates: [{ metric: 4, min: 10, max: 40 }] };

/** A lane to a worker of its own. */
async function startLane() {
  const piscina = new Piscina({
    filename: WORKER_FILE.href,
    name: "openLane",
    maxThreads: 1,
    atomics: "disabled",
  });
  onTestFinished(() => piscina.destroy());
  const { port1, port2 } = new MessageChannel();
  const opened: OpenedLane = await piscina.run({ port: port2 }, { transferList: [port2] });
  const ring = laneRing(opened.ring);
  return { lane: new FilterLane(1, ring, port1, () => {}), ring };
}

/** The same columns in a memory of their own with many more bytes, all of them in use. */
function heavier(filterMemory: FilterMemory): FilterMemory {
  const { byteLength } = filterMemory.memory.buffer;
  const memory = createSharedMemory(byteLength + BALLAST_MB * MEGABYTE);
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(new Uint8Array(filterMemory.memory.buffer));
  bytes.fill(1, byteLength);
  return { ...filterMemory, memory };
}
