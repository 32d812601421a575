import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import type * as workerThreads from "node:worker_threads";
import { afterEach, expect, it, vi } from "vitest";
import { pooledColumns } from "../../support/data/filter-pools.ts";
import { eventually } from "../../support/run/fixtures.ts";
import { watchWorkers } from "../../support/run/worker-fates.ts";

const THREADS = 2;

/** Node's own module, from which piscina takes its Worker: a test cannot exhaust a machine's threads. */
const threads = createRequire(import.meta.url)("node:worker_threads") as {
  Worker: typeof workerThreads.Worker;
};
const { Worker } = threads;

/** From now on `free` more threads can start, all others fail. */
function refuseThreads(free = 0): { readonly refusals: () => number } {
  let asked = 0;
  threads.Worker = class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      if (asked++ >= free) {
        const message = "Worker initialization failure: EAGAIN";
        throw Object.assign(new Error(message), { code: "ERR_WORKER_INIT_FAILED" });
      }
      super(...given);
    }
  };
  return { refusals: () => Math.max(0, asked - free) };
}

afterEach(() => {
  threads.Worker = Worker;
});

function setUp() {
  const onWorkerEnd = vi.fn();
  const { columns, pool, filter, right } = pooledColumns(7, { threads: THREADS, onWorkerEnd });
  const [code] = columns.scopes.keys();
  const answersRight = async () => expect(await filter.filter(code, [])).toEqual(right(code, []));
  return { pool, onWorkerEnd, answersRight };
}

it.each([0, 1])(
  "a pool that is refused all but %d threads at its start answers, and has them all later",
  async (free) => {
    const { pool, onWorkerEnd, answersRight } = setUp();
    const { refusals } = refuseThreads(free);
    await answersRight();
    await eventually(() => {
      expect(refusals()).toBeGreaterThan(4);
      expect(pool.size).toBe(free);
    });
    // Failed attempts do not multiply: each one asks only for the missing threads.
    const [before, started] = [refusals(), performance.now()];
    await setTimeout(1500);
    const looks = 1 + (performance.now() - started) / 1000;
    expect(refusals() - before).toBeLessThanOrEqual(THREADS * looks);
    expect(onWorkerEnd).toHaveBeenCalledWith(expect.objectContaining({ code: "ERR_WORKER_INIT_FAILED" }));
    await answersRight();
    threads.Worker = Worker;
    await pool.ready();
    expect(pool.size).toBe(THREADS);
    for (let i = 0; i < 100; i++) await answersRight();
  },
);

it("a thread that ends while the system refuses another ends nothing else, and is replaced later", async () => {
  const live = watchWorkers();
  const { pool, answersRight } = setUp();
  await pool.ready();
  const { refusals } = refuseThreads();
  await live[0].terminate();
  await eventually(() => expect(refusals()).toBeGreaterThan(3));
  expect(pool.size).toBe(THREADS - 1);
  await answersRight();
  threads.Worker = Worker;
  await eventually(() => expect(pool.size).toBe(THREADS));
});

it("threads that end before they are up, while the system gives one more only, end nothing else", async () => {
  const live = watchWorkers();
  const { pool, answersRight } = setUp();
  const ready = pool.ready();
  await eventually(() => expect(live.length).toBe(THREADS));
  const { refusals } = refuseThreads(1);
  await Promise.all(live.map((worker) => worker.terminate()));
  await eventually(() => expect(refusals()).toBeGreaterThan(1));
  await answersRight();
  threads.Worker = Worker;
  await ready;
  expect(pool.size).toBe(THREADS);
  for (let i = 0; i < 100; i++) await answersRight();
});
