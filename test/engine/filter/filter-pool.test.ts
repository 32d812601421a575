import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { setImmediate as nextTurn, setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { BATCH_CALLS } from "../../../src/engine/filter/filter-memory.ts";
import { FilterPool } from "../../../src/engine/filter/filter-pool.ts";
import { TerraceError } from "../../../src/runtime/errors.ts";
import { pooledColumns } from "../../support/data/filter-pools.ts";
import { madeColumns, SMALL_SIZES } from "../../support/data/made-columns.ts";
import { plainFilter, randomPredicates } from "../../support/plain/plain-expression.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";
import { preload, slowAnswers, watchWorkers } from "../../support/run/worker-fates.ts";

const ONE = [{ metric: 4, min: 10, max: 40 }];
const CALLS = 1000;

describe("FilterPool", () => {
  it("answers or ends every call by its deadline or cancel, with the signal's own reason", async () => {
    const seed = runSeed("filter deadlines");
    const random = seededRandom(seed);
    const threads = 1 + Math.floor(random() * 2);
    const options = { threads, execArgv: preload(slowAnswers(5)) };
    const { columns, pool, filter, right } = pooledColumns(seed, options);
    await pool.ready();
    const codes = [...columns.scopes.keys()];
    const outcomes = { answered: 0, expired: 0, canceled: 0 };
    let latestMs = 0;
    const call = async () => {
      const code = codes[Math.floor(random() * codes.length)];
      const predicates = randomPredicates(columns.scopes.get(code)!, random);
      const isCanceled = random() < 0.5;
      // A few calls have no timeout, and a few time out at once.
      const afterMs = random() < 0.05 ? undefined : Math.floor(random() * 50);
      const reason = new TerraceError(isCanceled ? "canceled" : "deadline_exceeded", `after ${afterMs} ms`);
      const controller = new AbortController();
      const firing = afterMs === undefined ? undefined : setTimeout(afterMs);
      const fired = firing?.then(() => {
        controller.abort(reason);
        return performance.now();
      });
      const outcome = await filter
        .filter(code, predicates, controller.signal)
        .catch((error: unknown) => error);
      const rejectedAt = performance.now();
      const firedAt = await fired;
      if (outcome === reason) {
        latestMs = Math.max(latestMs, rejectedAt - firedAt!);
        outcomes[isCanceled ? "canceled" : "expired"]++;
      } else {
        expect(outcome).toEqual(right(code, predicates));
        outcomes.answered++;
      }
    };
    for (let sent = 0; sent < CALLS; sent += 50) await Promise.all(Array.from({ length: 50 }, call));
    expect(outcomes.answered + outcomes.expired + outcomes.canceled).toBe(CALLS);
    expect(outcomes.answered).toBeGreaterThan(0);
    expect(outcomes.expired).toBeGreaterThan(0);
    expect(outcomes.canceled).toBeGreaterThan(0);
    expect(pool.inFlight).toBe(0);
    expect(await filter.filter("NSW", ONE)).toEqual(right("NSW", ONE));
    await filter.close();
    console.log(
      `filter deadlines: ${CALLS} calls on ${threads} slow threads, ${outcomes.answered} answered, ` +
        `${outcomes.expired} expired, ${outcomes.canceled} canceled, told at most ${latestMs.toFixed(1)} ms later`,
    );
  });

  it("rejects a call whose signal has fired before, without a place in the queue", async () => {
    const { pool, filter } = pooledColumns(21, { threads: 1 });
    await pool.ready();
    const reason = new TerraceError("deadline_exceeded", "too late");
    await expect(filter.filter("NSW", ONE, AbortSignal.abort(reason))).rejects.toBe(reason);
    await expect(filter.filter("NSW", ONE, AbortSignal.abort("no error"))).rejects.toMatchObject({
      code: "canceled",
    });
    expect(pool.inFlight).toBe(0);
  });

  it("refuses calls past the bound as unavailable and answers all others", async () => {
    const maxWaiting = 40;
    const options = { threads: 1, maxWaiting, execArgv: preload(slowAnswers(300)) };
    const { pool, filter, right } = pooledColumns(22, options);
    await pool.ready();
    const sent: Promise<unknown>[] = [];
    // Turn by turn: the first turn's calls are the worker's batch, the queue fills behind it.
    for (let turn = 0; turn < 20; turn++) {
      for (let i = 0; i < 20; i++) sent.push(filter.filter("NSW", ONE).catch((error) => error));
      await nextTurn();
    }
    const outcomes = await Promise.all(sent);
    const refused = outcomes.filter((outcome) => outcome instanceof TerraceError);
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) {
      expect(error).toMatchObject({ code: "unavailable", message: /40 filters are already waiting/ });
    }
    const answered = outcomes.filter((outcome) => !(outcome instanceof Error));
    expect(answered.length).toBeGreaterThanOrEqual(20 + maxWaiting);
    for (const answer of answered) expect(answer).toEqual(right("NSW", ONE));
    expect(pool.inFlight).toBe(0);
    await filter.close();
    console.log(`overload: ${outcomes.length} calls, ${answered.length} answered, ${refused.length} refused`);
  });

  it("serves several snapshots at once and keeps answering while they come and go", async () => {
    const pool = new FilterPool({ threads: 2 });
    await pool.ready();
    const random = seededRandom(23);
    let calls = 0;
    const snapshots = [30, 31, 32, 33, 34, 35].map(async (seed) => {
      const { columns, filterMemory } = madeColumns(SMALL_SIZES.toReversed(), seed, pool.threads);
      const filter = pool.attach(filterMemory);
      for (let round = 0; round < 10; round++) {
        const predicates = randomPredicates(columns.scopes.get("ACT")!, random);
        const answers = await Promise.all(Array.from({ length: 30 }, () => filter.filter("ACT", predicates)));
        const right = plainFilter(columns.scopes.get("ACT")!, predicates);
        for (const answer of answers) expect(answer).toEqual(right);
        calls += answers.length;
      }
      await filter.close();
    });
    await Promise.all(snapshots);
    expect(pool.inFlight).toBe(0);
    await pool.close();
    console.log(`several snapshots: ${calls} calls over ${snapshots.length} snapshots`);
  });

  it("closes a snapshot only after the calls that use it, in any number at once", async () => {
    const options = { threads: 1, execArgv: preload(slowAnswers(5)) };
    const { filterMemory, pool, filter, right } = pooledColumns(24, options);
    await pool.ready();
    const order: string[] = [];
    const calls = Array.from({ length: 2 * BATCH_CALLS }, () =>
      filter.filter("NSW", ONE).then((answer) => {
        order.push("answer");
        return answer;
      }),
    );
    const others = Array.from({ length: 2 * BATCH_CALLS }, () => pool.attach(filterMemory));
    for (const other of others) await other.filter("NSW", ONE);
    await Promise.all([
      filter.close().then(() => order.push("closed")),
      ...others.map((other) => other.close()),
    ]);
    expect(order.indexOf("closed")).toBe(calls.length);
    for (const answer of await Promise.all(calls)) expect(answer).toEqual(right("NSW", ONE));
  });

  it("finishes calls under way when it closes, refuses later ones and ends every thread", async () => {
    const live = watchWorkers();
    const { pool, filter, right } = pooledColumns(25, { threads: 3 });
    await pool.ready();
    expect(live).toHaveLength(3);
    const calls = Array.from({ length: 200 }, () => filter.filter("NSW", ONE));
    const closing = pool.close();
    await expect(filter.filter("NSW", ONE)).rejects.toMatchObject({ code: "unavailable" });
    for (const answer of await Promise.all(calls)) expect(answer).toEqual(right("NSW", ONE));
    await closing;
    await filter.close();
    expect(live).toEqual([]);
  });

  it("answers the calls of a thread that ends while the pool closes", async () => {
    const live = watchWorkers();
    const { pool, filter, right } = pooledColumns(26, { threads: 1, execArgv: preload(slowAnswers(300)) });
    await pool.ready();
    const calls = Array.from({ length: 200 }, () => filter.filter("NSW", ONE));
    await nextTurn();
    const closing = pool.close();
    await live[0].terminate();
    for (const answer of await Promise.all(calls)) expect(answer).toEqual(right("NSW", ONE));
    await closing;
    expect(live).toEqual([]);
  });

  it("keeps no process alive that has nothing else to do", async () => {
    const script = `
      import { FilterPool } from "./src/engine/filter/filter-pool.ts";
      import { madeColumns, SMALL_SIZES } from "./test/support/data/made-columns.ts";
      const { filterMemory } = madeColumns(SMALL_SIZES, 1, 2);
      const pool = new FilterPool({ threads: 2 });
      const filter = pool.attach(filterMemory);
      // A top-level await that nothing keeps alive would end the process with code 13.
      await filter.filter("NSW", [{ metric: 4, min: 10, max: 40 }]);
      const isUp = setInterval(() => {
        if (pool.size < 2) return;
        clearInterval(isUp);
        filter.filter("NSW", [{ metric: 4, min: 10, max: 40 }]).then(({ count }) => console.log("count", count));
      }, 10);
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module-typescript", "-e", script],
      {
        cwd: resolve(import.meta.dirname, "../../.."),
        timeout: 250_000,
      },
    );
    expect(stdout).toMatch(/^count [1-9]\d*\n$/);
  });
});
