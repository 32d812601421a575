import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { FilterMemory } from "../../../src/engine/filter/filter-memory.ts";
import { createSharedMemory } from "../../../src/engine/kernels/shared-memory.ts";
import { pooledColumns } from "../../support/data/filter-pools.ts";
import { eventually } from "../../support/run/fixtures.ts";

const ONE = [{ metric: 4, min: 10, max: 40 }];
const SNAPSHOTS = 16;
const FEWER = 6;
const MEGABYTE = 1024 * 1024;
const BALLAST_MB = 64;

describe("a filter worker", () => {
  it("lets the memory of a closed snapshot go, though its thread sleeps ever after", async () => {
    setFlagsFromString("--expose-gc");
    const collectHere = runInNewContext("gc") as () => void;
    const { filterMemory, pool, right } = pooledColumns(41, { threads: 1 });
    await pool.ready();
    const rssMb = () => process.memoryUsage.rss() / MEGABYTE;
    const useOne = async () => {
      const filter = pool.attach(heavier(filterMemory));
      expect(await filter.filter("NSW", ONE)).toEqual(right("NSW", ONE));
      await filter.close();
    };
    const before = rssMb();
    let highest = before;
    for (let i = 0; i < SNAPSHOTS; i++) {
      await useOne();
      collectHere();
      highest = Math.max(highest, rssMb());
    }
    console.log(
      `closed snapshots: ${SNAPSHOTS} of ${BALLAST_MB} MB each, memory from ${before.toFixed(0)} to at most ${highest.toFixed(0)} MB`,
    );
    // If the worker kept them, they would be 1,024 MB; two or three may be awaiting collection at a time.
    expect(highest - before).toBeLessThan((SNAPSHOTS * BALLAST_MB) / 2);
  });

  it("lets the memory of a closed snapshot go whose only call was canceled", async () => {
    setFlagsFromString("--expose-gc");
    const collectHere = runInNewContext("gc") as () => void;
    const { filterMemory, pool } = pooledColumns(41, { threads: 1 });
    await pool.ready();
    const rssMb = () => process.memoryUsage.rss() / MEGABYTE;
    const before = rssMb();
    for (let i = 0; i < FEWER; i++) {
      const filter = pool.attach(heavier(filterMemory));
      const controller = new AbortController();
      const call = filter.filter("NSW", ONE, controller.signal);
      // Alternately before the batch is sent and while the worker has it.
      if (i % 2 === 1) await nextTurn();
      controller.abort();
      // Keeps only the code: the error's stack frames refer to the snapshot.
      expect(await call.then(undefined, ({ code }) => code)).toBe("canceled");
      await filter.close();
    }
    await eventually(() => {
      collectHere();
      expect(rssMb() - before).toBeLessThan((FEWER * BALLAST_MB) / 2);
    });
  });
});

/** Copies the columns into a memory with many more bytes, all of them in use. */
function heavier(filterMemory: FilterMemory): FilterMemory {
  const { byteLength } = filterMemory.memory.buffer;
  const memory = createSharedMemory(byteLength + BALLAST_MB * MEGABYTE);
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(new Uint8Array(filterMemory.memory.buffer));
  bytes.fill(1, byteLength);
  return { ...filterMemory, memory };
}
