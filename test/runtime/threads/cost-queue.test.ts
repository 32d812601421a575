import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TerraceError } from "../../../src/runtime/errors.ts";
import { CostQueue } from "../../../src/runtime/threads/cost-queue.ts";

const MILLISECOND = 1e6;

/** Enqueues tasks and records the order in which they start. */
function starter(queue: CostQueue) {
  const started: string[] = [];
  return {
    started,
    enter: (name: string, cost: number, more: Partial<Parameters<CostQueue["enter"]>[0]> = {}) =>
      queue.enter({ cost, ...more }).then(() => {
        started.push(name);
      }),
  };
}

/** Lets the callbacks of settled promises run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("CostQueue", () => {
  it("runs as many at once as it has places, in the order they came where no cost is known", async () => {
    const queue = new CostQueue(2, 2);
    const turns = Array.from({ length: 4 }, () => ({ cost: 0 }));
    const started: number[] = [];
    const entered = turns.map((turn, i) => queue.enter(turn).then(() => void started.push(i)));
    await expect(queue.enter({ cost: 0 })).rejects.toEqual(
      new TerraceError("unavailable", "2 calls are already waiting; try again shortly"),
    );
    expect([started, queue.running, queue.waiting]).toEqual([[0, 1], 2, 2]);
    queue.leave(true, turns[1]);
    await entered[2];
    expect([started, queue.running, queue.waiting]).toEqual([[0, 1, 2], 2, 1]);
    const idle = queue.idle();
    for (const i of [0, 2, 3]) {
      queue.leave(true, turns[i]);
      await entered[3];
    }
    await idle;
    expect([started, queue.running]).toEqual([[0, 1, 2, 3], 0]);
  });

  it("lets short tasks pass long ones that came before, and equals in the order they came", async () => {
    const queue = new CostQueue(10);
    const { started, enter } = starter(queue);
    await enter("running", 5);
    for (const [name, cost] of [
      ["long", 100],
      ["a", 1],
      ["longer", 200],
      ["b", 1],
    ] as const)
      void enter(name, cost);
    for (let i = 0; i < 5; i++) {
      await settled();
      queue.leave();
    }
    expect(started).toEqual(["running", "a", "b", "long", "longer"]);
  });

  it("lets nobody wait for ever: a long task waits for about its own cost of short ones", async () => {
    const queue = new CostQueue(10);
    const { started, enter } = starter(queue);
    await enter("running", 1);
    void enter("long", 50);
    for (let i = 0; !started.includes("long"); i++) {
      void enter(`short ${i}`, 1);
      await settled();
      queue.leave();
      await settled();
    }
    expect(started.length).toBeGreaterThan(40);
    expect(started.length).toBeLessThan(60);
  });

  it("refuses at once who would hear too late, tells when to come back, and learns how long tasks take", async () => {
    const queue = new CostQueue(10);
    const { enter } = starter(queue);
    let nowMs = 0;
    const time = (leftMs: number) => ({ now: () => nowMs, endsAtMs: nowMs + leftMs });
    await enter("running", 2000 * MILLISECOND, { time: time(1e9) });
    await expect(enter("late", MILLISECOND, { time: time(1000) })).rejects.toMatchObject({
      code: "unavailable",
      retryAfterSeconds: 2,
    });
    const patient = enter("patient", MILLISECOND, { time: time(60_000) });
    // Ten times slower than expected: affects the estimate of the next wait.
    nowMs = 20_000;
    queue.leave();
    await patient;
    await expect(enter("again", 900 * MILLISECOND, { time: time(1000) })).rejects.toMatchObject({
      code: "unavailable",
    });
    await settled();
    queue.leave();
    await queue.idle();
  });

  it("refuses those who wait as soon as tasks turn out to take too long for them", async () => {
    const queue = new CostQueue(10);
    const { started, enter } = starter(queue);
    let nowMs = 0;
    const time = { now: () => nowMs, endsAtMs: 1000 };
    await enter("running", 10 * MILLISECOND, { time });
    const waiting = Array.from({ length: 5 }, (_, i) => enter(String(i), 10 * MILLISECOND, { time }));
    // Sixty times slower than expected: one more fits, four do not.
    nowMs = 600;
    queue.leave();
    const [, ...late] = await Promise.allSettled([waiting[0], ...waiting.slice(1)]);
    expect(late.map((end) => (end as PromiseRejectedResult).reason.code)).toEqual(
      Array(4).fill("unavailable"),
    );
    expect(started).toEqual(["running", "0"]);
  });

  it("refuses more than may wait, and forgets a task whose caller has gone", async () => {
    const queue = new CostQueue(1);
    const { started, enter } = starter(queue);
    await enter("running", 1);
    const controller = new AbortController();
    const gone = enter("gone", 1, { signal: controller.signal });
    await expect(enter("one too many", 1)).rejects.toMatchObject({
      code: "unavailable",
      retryAfterSeconds: 1,
    });
    controller.abort();
    await expect(gone).rejects.toMatchObject({ code: "canceled" });
    await expect(enter("gone before", 1, { signal: controller.signal })).rejects.toMatchObject({
      code: "canceled",
    });
    expect(queue.waiting).toBe(0);
    queue.leave();
    await queue.idle();
    expect(started).toEqual(["running"]);
  });

  it("runs every task that it takes exactly once, one at a time, whatever they cost and whoever goes away", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ cost: fc.integer({ min: 0, max: 100 }), leaves: fc.boolean() }), {
          maxLength: 40,
        }),
        async (tasks) => {
          const queue = new CostQueue(1000);
          let running = 0;
          const ran: number[] = [];
          const outcomes = tasks.map(async ({ cost, leaves }, i) => {
            const controller = new AbortController();
            const entered = queue.enter({ cost, signal: controller.signal });
            if (leaves) setImmediate(() => controller.abort());
            await entered;
            expect(++running).toBe(1);
            ran.push(i);
            await settled();
            running--;
            queue.leave();
          });
          const ends = await Promise.allSettled(outcomes);
          ends.forEach(({ status }, i) => {
            expect(ran.includes(i)).toBe(status === "fulfilled");
            if (!tasks[i].leaves) expect(status).toBe("fulfilled");
          });
          expect(new Set(ran).size).toBe(ran.length);
          await queue.idle();
        },
      ),
      { numRuns: 50 },
    );
  });
});
