import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DeadlineList } from "../../../../src/server/wire/http/deadline-list.ts";

describe("DeadlineList", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("ends each call at its own time, whatever was added and removed around it", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ gapMs: fc.integer({ min: 0, max: 400 }), removedAfterMs: fc.option(fc.nat(1500)) }),
          {
            maxLength: 40,
          },
        ),
        (plan) => {
          const list = new DeadlineList(1000);
          const expected: [number, number][] = [];
          const ended: [number, number][] = [];
          const start = performance.now();
          let atMs = 0;
          for (const [i, { gapMs, removedAfterMs }] of plan.entries()) {
            atMs += gapMs;
            const removed = removedAfterMs !== null && removedAfterMs < 1000;
            if (!removed) expected.push([i, atMs + 1000]);
            setTimeout(() => {
              const deadline = list.add(() => ended.push([i, performance.now() - start]));
              if (removed) setTimeout(() => list.remove(deadline), removedAfterMs);
            }, atMs);
          }
          vi.advanceTimersByTime(atMs + 5000);
          expect(ended).toEqual(expected);
          expect(vi.getTimerCount()).toBe(0);
        },
      ),
      { numRuns: 200, seed: 3 },
    );
  });

  it("takes a deadline that is set while another passes", () => {
    const list = new DeadlineList(10);
    const ended: number[] = [];
    const again = () => {
      ended.push(performance.now());
      if (ended.length < 3) list.add(again);
    };
    const start = performance.now();
    list.add(again);
    vi.advanceTimersByTime(100);
    expect(ended.map((ms) => ms - start)).toEqual([10, 20, 30]);
  });
});
