import { once } from "node:events";
import { threadId, Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SharedTable } from "../../../../src/runtime/shared/shared-table.ts";
import { WINDOW_MS } from "../../../../src/server/admission/limits/sliding-window.ts";
import { PlainWindow, smallWindow } from "../../../support/plain/plain-window.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../../../support/run/seeded-random.ts";
import { inForm } from "../../../support/run/test-form.ts";
import type { WindowWork } from "../../../support/run/window-worker.ts";

const WINDOW_WORKER = new URL("../../../support/run/window-worker.ts", import.meta.url);

const window = smallWindow;

/** Gaps between requests: bursts, ordinary use, and the exact edges of the window. */
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3000 }) },
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1, 30_000) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 200_000 }) },
);
const schedule = fc.record({
  start: fc.constantFrom(0, 1, 2 ** 32 - 30_000, 1_794_700_000_000),
  limit: fc.integer({ min: 1, max: 40 }),
  // Ring buffers of exactly the limit, and larger ones.
  ring: fc.integer({ min: 40, max: 60 }),
  arrivals: fc.array(
    fc.record({
      gap,
      caller: fc.constantFrom("ip:a", "ip:b", "user:c"),
      cost: fc.constantFrom(1, 1, 1, 1, 2, 10),
      isGivenBack: fc.boolean(),
    }),
    { minLength: 20, maxLength: 120 },
  ),
});

describe("SlidingWindow", () => {
  it("answers as an exact log of timestamps does, and never passes the limit in any 60 seconds", () => {
    const numRuns = inForm({ short: 300, deep: 1500, long: 10_000 });
    let requests = 0;
    let refused = 0;
    const check = fc.property(schedule, ({ start, limit, ring, arrivals }) => {
      const tested = window(64, ring);
      const logs = new Map<string, PlainWindow>();
      let nowMs = start;
      for (const { gap, caller, cost, isGivenBack } of arrivals) {
        nowMs += gap;
        const log = logs.get(caller) ?? new PlainWindow();
        logs.set(caller, log);
        const { retryInMs, ...state } = tested.take(caller, cost, limit, nowMs);
        expect(state).toEqual(log.take(cost, limit, nowMs));
        requests++;
        if (state.isAdmitted) {
          if (isGivenBack && cost > 1) {
            tested.giveBack(caller, cost, nowMs);
            log.giveBack(cost);
          }
          continue;
        }
        refused++;
        if (cost <= limit) expect(retryInMs).toBeGreaterThan(0);
        // A retry at the returned time is admitted, one a millisecond earlier is not.
        const inside = log.times.filter((time) => nowMs + retryInMs - time < WINDOW_MS).length;
        if (cost <= limit) {
          expect(inside + cost).toBeLessThanOrEqual(limit);
          const sooner = log.times.filter((time) => nowMs + retryInMs - 1 - time < WINDOW_MS).length;
          expect(sooner + cost).toBeGreaterThan(limit);
        }
      }
      for (const log of logs.values()) expect(log.most()).toBeLessThanOrEqual(limit);
    });
    fc.assert(check, { numRuns, seed: runSeed("sliding window") });
    console.log(
      `sliding window: ${numRuns} schedules, ${requests} requests, ${refused} refused, 0 differences`,
    );
    expect(refused).toBeGreaterThan(requests / 100);
  }, 900_000);

  it("counts again at once when a limit is raised and refuses at once when it is lowered", () => {
    const tested = window();
    for (let i = 0; i < 30; i++) tested.take("user:a", 1, 30, i);
    expect(tested.take("user:a", 1, 60, 40).remaining).toBe(29);
    expect(tested.take("user:a", 1, 10, 50)).toMatchObject({ isAdmitted: false, remaining: 0 });
  });

  it("never passes a limit above its ring, and is late by less than a step", () => {
    const [limit, ring] = [1000, 102];
    const stepMs = WINDOW_MS / (ring - 2);
    const tested = window(64, ring);
    const plain = new PlainWindow();
    const random = seededRandom(runSeed("large limits"));
    let refused = 0;
    for (let nowMs = 5000, i = 0; i < 20_000; i++, nowMs += Math.floor(random() * 90)) {
      if (tested.take("user:a", 1, limit, nowMs).isAdmitted) {
        plain.times.push(nowMs);
        if (plain.times.length > 2 * limit) plain.times.shift();
        continue;
      }
      refused++;
      // Rejected only if the limit was reached at most a step ago.
      const lately = plain.times.filter((time) => nowMs - time < WINDOW_MS + stepMs).length;
      expect(lately).toBeGreaterThanOrEqual(limit);
    }
    expect(refused).toBeGreaterThan(100);
    expect(plain.most()).toBeLessThanOrEqual(limit);
  });

  it("forgets the caller seen longest ago when another comes, and counts the new one", () => {
    const tested = window(64, 5);
    for (let i = 0; i < 64; i++) tested.take(`ip:${i}`, 1, 5, i);
    tested.take("ip:0", 1, 5, 70);
    expect(tested.size).toBe(64);
    expect(tested.take("ip:new", 1, 5, 71).remaining).toBe(4);
    expect(tested.take("ip:new", 1, 5, 71).remaining).toBe(3);
    expect(tested.size).toBe(64);
    expect(tested.evictions("stranger")).toBe(1);
    expect(tested.take("ip:0", 1, 5, 72).remaining).toBe(2);
    // Evicted, so counted from 0.
    expect(tested.take("ip:1", 1, 5, 73).remaining).toBe(4);
    // Replacing a caller that was idle for a whole window is not an eviction.
    const before = tested.evictions("stranger");
    tested.take("ip:later", 1, 5, 73 + WINDOW_MS);
    expect(tested.evictions("stranger")).toBe(before);
  });

  it("counts users whatever strangers come", () => {
    const tested = window(64, 5);
    for (let i = 0; i < 3; i++) tested.take("user:a", 1, 5, 0);
    for (let i = 0; i < 100_000; i++) tested.take(`ip:${i}`, 1, 5, 1);
    expect(tested.take("user:a", 1, 5, 2).remaining).toBe(1);
    expect([tested.evictions("user"), tested.size]).toEqual([0, 65]);
  });

  it("starts empty after a pause of any length, past the wrap of its counters too", () => {
    const tested = window();
    tested.take("ip:a", 1, 1, 5000);
    expect(tested.take("ip:a", 1, 1, 5000 + 2 ** 32 + 10).isAdmitted).toBe(true);
  });

  it("tells all of many callers apart", () => {
    const tested = window(100_000, 5);
    for (let i = 0; i < 50_000; i++) tested.take(`user:${i}`, 1, 5, 0);
    expect([tested.size, tested.evictions("user")]).toEqual([50_000, 0]);
    for (let i = 0; i < 50_000; i++) expect(tested.take(`user:${i}`, 1, 5, 1).remaining).toBe(3);
  });
});

/** Starts threads over one window; resolves when all are ready. */
async function startThreads(count: number, work: WindowWork): Promise<Worker[]> {
  const threads = Array.from({ length: count }, () => new Worker(WINDOW_WORKER, { workerData: work }));
  await Promise.all(threads.map((thread) => once(thread, "message")));
  return threads;
}

const sharedCounts = (callers: number) => new SharedArrayBuffer(4 * callers);

describe("SlidingWindow in several threads", () => {
  it("admits exactly the limit to one caller, and to each of several", async () => {
    // Two threads make more requests than the highest limit allows.
    const requests = inForm({ short: 45_000, deep: 60_000, long: 2_000_000 });
    for (const identifiers of [["user:one"], ["user:one", "ip:two", "user:three"]]) {
      for (const limit of [1, 300, 60_000 / identifiers.length]) {
        const shared = window(64, limit);
        const admitted = sharedCounts(identifiers.length);
        const work = { memory: shared.memory, identifiers, limit, requests, nowMs: 1000, admitted };
        const threads = await startThreads(2, work);
        const done = threads.map((thread) => once(thread, "message"));
        for (const thread of threads) thread.postMessage("go");
        await Promise.all(done);
        expect([...new Int32Array(admitted)]).toEqual(identifiers.map(() => limit));
      }
    }
    console.log(`two threads, ${requests} requests each: exactly the limit admitted`);
  });

  it("takes the sum again when a thread died between an entry and its sum", () => {
    const shared = window(64, 10);
    expect(shared.take("ip:a", 3, 10, 1000).remaining).toBe(7);
    // All that a request of 4 stores except the sum; the lock stays held, as if the thread died here.
    const table = new SharedTable(shared.memory.stranger);
    const at = table.enter("ip:a", 2000, WINDOW_MS);
    table.words[at]++;
    table.words[at + 6] = 2000;
    table.words[at + 7] = 4;
    shared.releaseDead(threadId);
    expect(shared.take("ip:a", 4, 10, 3000)).toMatchObject({ isAdmitted: false, remaining: 3 });
    expect(shared.take("ip:a", 3, 10, 3000)).toMatchObject({ isAdmitted: true, remaining: 0 });
    // Both requests leave when their minute is over, with their exact costs.
    expect(shared.take("ip:a", 1, 10, 1000 + WINDOW_MS).remaining).toBe(2);
    expect(shared.take("ip:a", 1, 10, 2000 + WINDOW_MS).remaining).toBe(5);
  });

  it("goes on with exact counts when threads die at any moment", async () => {
    const deaths = inForm({ short: 5, deep: 15, long: 200 });
    const limit = 1_000_000_000;
    const identifiers = ["user:one", "ip:two"];
    const shared = window(64, limit);
    const admitted = sharedCounts(identifiers.length);
    const reported = new Int32Array(admitted);
    // The clock does not advance: no count expires meanwhile.
    const work = { memory: shared.memory, identifiers, limit, nowMs: 1000, admitted };
    let own = 0;
    for (let death = 0; death < deaths; death++) {
      const [thread] = await startThreads(1, work);
      const { threadId } = thread;
      const before = reported[0];
      thread.postMessage("go");
      await eventually(() => expect(reported[0]).toBeGreaterThan(before + 1000));
      await thread.terminate();
      shared.releaseDead(threadId);
      for (const identifier of identifiers) {
        expect(shared.take(identifier, 1, limit, 1000).isAdmitted).toBe(true);
      }
      own++;
    }
    identifiers.forEach((identifier, i) => {
      const used = limit - shared.take(identifier, 1, limit, 1000).remaining - 1 - own;
      // A thread may have died between counting a request and reporting it.
      expect(used).toBeGreaterThanOrEqual(reported[i]);
      expect(used).toBeLessThanOrEqual(reported[i] + deaths);
    });
    console.log(`${deaths} threads ended while counting: ${reported[0] + reported[1]} requests, none lost`);
  });
});
