import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SlidingWindow, WINDOW_MS } from "../../../src/server/limits/sliding-window.ts";
import { isLongRun, runSeed } from "../../support/run/seeded-random.ts";

const window = (maxCallers = 1000, onFull: (callers: number) => void = () => {}) =>
  new SlidingWindow({ maxCallers, onFull });

/** The plain meaning: a log of every counted unit of one caller. */
class LogOfTimes {
  readonly times: number[] = [];

  take(cost: number, limit: number, nowMs: number) {
    const inside = this.times.filter((time) => nowMs - time < WINDOW_MS);
    const isAdmitted = inside.length + cost <= limit;
    if (isAdmitted) for (let unit = 0; unit < cost; unit++) this.times.push(nowMs);
    const counted = isAdmitted ? [...inside, ...new Array<number>(cost).fill(nowMs)] : inside;
    return {
      isAdmitted,
      remaining: Math.max(0, limit - counted.length),
      resetInMs: counted.length === 0 ? 0 : counted[0] + WINDOW_MS - nowMs,
    };
  }

  /** Most units in any span of 60 seconds. */
  most(): number {
    let most = 0;
    for (let first = 0, last = 0; last < this.times.length; last++) {
      while (this.times[last] - this.times[first] >= WINDOW_MS) first++;
      most = Math.max(most, last - first + 1);
    }
    return most;
  }
}

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
  arrivals: fc.array(
    fc.record({
      gap,
      caller: fc.constantFrom("ip:a", "ip:b", "user:c"),
      cost: fc.constantFrom(1, 1, 1, 1, 2, 10),
    }),
    { minLength: 20, maxLength: 120 },
  ),
});

describe("SlidingWindow", () => {
  it("answers as an exact log of timestamps does, and never passes the limit in any 60 seconds", () => {
    const numRuns = isLongRun ? 10_000 : 1500;
    let requests = 0;
    let refused = 0;
    const check = fc.property(schedule, ({ start, limit, arrivals }) => {
      const tested = window();
      const logs = new Map<string, LogOfTimes>();
      let nowMs = start;
      for (const { gap, caller, cost } of arrivals) {
        nowMs += gap;
        const log = logs.get(caller) ?? new LogOfTimes();
        logs.set(caller, log);
        const { retryInMs, ...state } = tested.take(caller, cost, limit, nowMs);
        expect(state).toEqual(log.take(cost, limit, nowMs));
        requests++;
        if (state.isAdmitted) continue;
        refused++;
        if (cost <= limit) expect(retryInMs).toBeGreaterThan(0);
        // Whoever comes back when told is admitted, and not a millisecond sooner.
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

  it("counts all of a cost or nothing of it", () => {
    const tested = window();
    for (let exports = 0; exports < 3; exports++) tested.take("ip:a", 10, 30, 0);
    tested.giveBack("ip:a", 5);
    expect(tested.take("ip:a", 10, 30, 1)).toMatchObject({ isAdmitted: false, remaining: 5 });
    expect(tested.take("ip:a", 5, 30, 2)).toMatchObject({ isAdmitted: true, remaining: 0 });
  });

  it("counts again at once when a limit is raised and refuses at once when it is lowered", () => {
    const tested = window();
    for (let i = 0; i < 30; i++) tested.take("user:a", 1, 30, i);
    expect(tested.take("user:a", 1, 60, 40).remaining).toBe(29);
    expect(tested.take("user:a", 1, 10, 50)).toMatchObject({ isAdmitted: false, remaining: 0 });
  });

  it("forgets callers idle for two windows before anyone else", () => {
    const tested = window(10);
    for (let i = 0; i < 10; i++) tested.take(`ip:${i}`, 1, 5, i < 4 ? 0 : WINDOW_MS);
    tested.take("ip:new", 1, 5, 2 * WINDOW_MS);
    expect(tested.size).toBe(7);
    expect(tested.take("ip:9", 1, 5, 2 * WINDOW_MS - 1).remaining).toBe(3);
  });

  it("forgets the least recently seen tenth when nobody is idle", () => {
    const tested = window(20);
    for (let i = 0; i < 20; i++) tested.take(`ip:${i}`, 1, 5, i);
    tested.take("ip:0", 1, 5, 30);
    tested.take("ip:new", 1, 5, 31);
    expect(tested.size).toBe(19);
    expect(tested.take("ip:0", 1, 5, 32).remaining).toBe(2);
    expect(tested.take("ip:3", 1, 5, 33).remaining).toBe(3);
    // Forgotten, so counted from nothing.
    expect(tested.take("ip:1", 1, 5, 34).remaining).toBe(4);
  });

  it("admits newcomers uncounted when no room can be made, and says so once a minute", () => {
    const told: number[] = [];
    const tested = window(3, (callers) => told.push(callers));
    for (let i = 0; i < 3; i++) tested.take(`ip:${i}`, 1, 1, 0);
    for (let i = 0; i < 5; i++) expect(tested.take("ip:new", 1, 1, i).isAdmitted).toBe(true);
    expect(tested.size).toBe(3);
    expect(told).toEqual([3]);
    tested.take("ip:0", 1, 1, WINDOW_MS + 1);
    tested.take("ip:1", 1, 1, WINDOW_MS + 1);
    tested.take("ip:2", 1, 1, WINDOW_MS + 1);
    tested.take("ip:new", 1, 1, WINDOW_MS + 1);
    expect(told).toEqual([3, 3]);
  });

  it("starts empty after a pause of any length, past the wrap of its counters too", () => {
    const tested = window();
    tested.take("ip:a", 1, 1, 5000);
    expect(tested.take("ip:a", 1, 1, 5000 + 2 ** 32 + 10).isAdmitted).toBe(true);
  });

  it("never counts more callers than it may hold, however many come", () => {
    const tested = window(100_000);
    for (let i = 0; i < 100_000; i++) tested.take(`ip:10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, 1, 30, i);
    expect(tested.size).toBe(100_000);
    for (let i = 0; i < 11_000; i++) tested.take(`ip:11.0.${i >> 8}.${i & 255}`, 1, 30, 100_000);
    expect(tested.size).toBeLessThanOrEqual(100_000);
  });
});
