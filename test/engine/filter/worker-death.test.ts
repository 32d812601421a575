import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isTerraceError } from "../../../src/runtime/errors.ts";
import { builtIndexes, pooledColumns } from "../../support/data/filter-pools.ts";
import { randomPredicates } from "../../support/plain/plain-expression.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";
import { inForm } from "../../support/run/test-form.ts";
import {
  BAD_ENDS,
  EVERY_ANSWER_THROWS,
  firstClaimEnds,
  preload,
  watchWorkers,
} from "../../support/run/worker-fates.ts";

const CALLS = inForm({ short: 300, deep: 1000, long: 10_000 });
const KILLS = inForm({ short: 6, deep: 20, long: 200 });
const ONE = [{ metric: 4, min: 10, max: 40 }];
const SMALL_HEAP = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };

describe("FilterPool", () => {
  it("answers every call right or as unavailable while its workers are ended, throw or run out of heap", {
    timeout: 900_000,
  }, async () => {
    const seed = runSeed("worker death");
    const random = seededRandom(seed);
    const threads = 1 + Math.floor(random() * 3);
    const live = watchWorkers();
    const ends = { terminated: 0, thrown: 0, outOfHeap: 0 };
    const { columns, pool, filter, right } = pooledColumns(seed, {
      threads,
      execArgv: preload(BAD_ENDS),
      resourceLimits: SMALL_HEAP,
      onWorkerEnd: (error) => {
        if (error === undefined || error.message.startsWith("worker exited")) ends.terminated++;
        else if (error.message.includes("thrown while it answers")) ends.thrown++;
        else if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY") ends.outOfHeap++;
        else throw error;
      },
    });
    await pool.ready();
    const kills = () => ends.terminated + ends.thrown + ends.outOfHeap;
    const codes = [...columns.scopes.keys()];
    const outcomes = { right: 0, unavailable: 0 };
    let calls = 0;
    for (let waves = 0; (calls < CALLS || kills() < KILLS) && waves < 20 * CALLS; waves++) {
      const wave = Array.from({ length: 1 + Math.floor(random() * 40) }, async () => {
        const code = codes[Math.floor(random() * codes.length)];
        const predicates = randomPredicates(columns.scopes.get(code)!, random);
        try {
          const answer = await filter.filter(code, predicates);
          expect(answer).toEqual(right(code, predicates));
          outcomes.right++;
        } catch (error) {
          if (!isTerraceError(error, "unavailable")) throw error;
          outcomes.unavailable++;
        }
      });
      calls += wave.length;
      // Ends a worker between the sending of the wave and its result, or while its successor starts.
      if (random() < 0.3) setImmediate(() => live[Math.floor(random() * live.length)]?.terminate());
      await Promise.all(wave);
      if (random() < 0.2) await pool.ready();
    }
    expect(outcomes.right + outcomes.unavailable).toBe(calls);
    expect(calls).toBeGreaterThanOrEqual(CALLS);
    expect(kills()).toBeGreaterThanOrEqual(KILLS);
    expect(outcomes.right).toBeGreaterThan(calls / 2);
    expect(pool.inFlight).toBe(0);
    const before = performance.now();
    await pool.ready();
    const healedMs = performance.now() - before;
    expect(pool.size).toBe(threads);
    await filter.close();
    await pool.close();
    expect(live).toEqual([]);
    console.log(
      `worker death: ${threads} threads, ${calls} calls, ${outcomes.right} right, ${outcomes.unavailable} unavailable, 0 hung; ` +
        `ends: ${ends.terminated} terminated, ${ends.thrown} thrown, ${ends.outOfHeap} out of heap; back to size in ${healedMs.toFixed(0)} ms`,
    );
  });

  it("answers here while no worker can start, and refuses nothing", async () => {
    const execArgv = preload(`throw new Error("will not start")`);
    const { pool, filter, right } = pooledColumns(3, { threads: 2, execArgv });
    for (let i = 0; i < 20; i++) {
      expect(await filter.filter("NSW", ONE)).toEqual(right("NSW", ONE));
      await setTimeout(5);
    }
    expect(pool.size).toBe(0);
    await filter.close();
  });

  it("retries a call once on another worker, and then calls it unavailable", async () => {
    const ends: (Error | undefined)[] = [];
    const { pool, filter } = pooledColumns(5, {
      threads: 2,
      execArgv: preload(EVERY_ANSWER_THROWS),
      onWorkerEnd: (error) => ends.push(error),
    });
    await pool.ready();
    const failure = await filter.filter("NSW", ONE).catch((error) => error);
    expect(failure).toMatchObject({ code: "unavailable", message: /two filter threads ended/ });
    expect(ends.map((error) => error?.message)).toEqual(["no answer", "no answer"]);
    expect(pool.inFlight).toBe(0);
    await filter.close();
  });

  it("lets another thread build the index that a dead worker had begun", async () => {
    const mark = join(await temporaryDirectory(), "ended");
    const options = { threads: 1, execArgv: preload(firstClaimEnds(mark)) };
    const { filterMemory, pool, filter, right } = pooledColumns(4, options);
    await pool.ready();
    for (let i = 0; i < 2000 && builtIndexes(filterMemory) === 0; i++) {
      expect(await filter.filter("NSW", ONE)).toEqual(right("NSW", ONE));
      await setTimeout(5);
    }
    expect(existsSync(mark)).toBe(true);
    expect(builtIndexes(filterMemory)).toBe(1);
    expect(await filter.filter("NSW", ONE)).toEqual(right("NSW", ONE));
    await filter.close();
  });
});
