import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SharedMonths } from "../../../../src/server/admission/limits/shared-months.ts";
import { holdRecord } from "../../../support/run/hold-record.ts";
import { MemoryQuotaStore, testLedger } from "../../../support/run/memory-quota-store.ts";
import type { MonthsWork } from "../../../support/run/months-worker.ts";

const WORKER = new URL("../../../support/run/months-worker.ts", import.meta.url);
const DAY_MS = 86_400_000;

/** A ledger over a store in memory, and several threads' months in front of it; reports only on `tell`. */
function setUp({ seeMonths = 1 } = {}) {
  const clock = { nowMs: Date.parse("2026-11-15T03:00:00Z") };
  const now = () => clock.nowMs;
  const store = new MemoryQuotaStore();
  const unreported: [string, number, number][] = [];
  const options = {
    monotonicMs: now,
    callers: { user: 64, stranger: 64 },
    onCount: (...count: [string, number, number]) => void unreported.push(count),
  };
  const first = new SharedMonths(options);
  const months = [
    first,
    ...Array.from({ length: seeMonths - 1 }, () => new SharedMonths({ ...options, memory: first.memory })),
  ];
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  const ledger = testLedger(now, { store, onFault, mirror: first });
  const tell = () => {
    for (const [identifier, cost, limit] of unreported.splice(0))
      first.report(ledger, identifier, cost, limit);
  };
  return { clock, store, ledger, months, tell, faults };
}

describe("SharedMonths", () => {
  it("decides as one ledger would, whatever is told when, once the store has told the total", async () => {
    const schedule = fc.record({
      limit: fc.integer({ min: 1, max: 30 }),
      before: fc.integer({ min: 0, max: 40 }),
      steps: fc.array(
        fc.record({
          thread: fc.integer({ min: 0, max: 2 }),
          cost: fc.constantFrom(1, 1, 1, 2, 5),
          after: fc.constantFrom("nothing", "nothing", "tell", "flush"),
        }),
        { minLength: 10, maxLength: 60 },
      ),
    });
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(schedule, async ({ limit, before, steps }) => {
        const { store, ledger, months, tell } = setUp({ seeMonths: 3 });
        const plainStore = new MemoryQuotaStore();
        const nowMs = Date.parse("2026-11-15T03:00:00Z");
        const plain = testLedger(() => nowMs, { store: plainStore });
        for (const one of [store, plainStore]) one.counts.set("user:a 2026-11-01", before);
        // From here on both know the caller's total.
        months[0].take("user:a", 1, 1000);
        plain.take("user:a", 1, 1000);
        tell();
        await Promise.all([ledger.flush(), plain.flush()]);
        expect(months[2].peek("user:a")).toBe(plain.peek("user:a"));
        for (const { thread, cost, after } of steps) {
          expect(months[thread].take("user:a", cost, limit)).toEqual(plain.take("user:a", cost, limit));
          taken++;
          if (after !== "nothing") tell();
          if (after === "flush") await Promise.all([ledger.flush(), plain.flush()]);
          expect(months[(thread + 1) % 3].peek("user:a")).toBe(plain.peek("user:a"));
        }
        tell();
        await Promise.all([ledger.flush(), plain.flush()]);
        expect(store.counts).toEqual(plainStore.counts);
      }),
      { numRuns: 60 },
    );
    console.log(`${taken} requests of three threads, each decided as one ledger would`);
  });

  it("keeps what was not told yet while the store answers about the same caller", async () => {
    const { ledger, months, tell } = setUp({ seeMonths: 2 });
    months[0].take("user:a", 2, 100);
    tell();
    months[1].take("user:a", 3, 100);
    await ledger.flush();
    expect(months[0].peek("user:a")).toBe(5);
    tell();
    await ledger.flush();
    expect(months[0].peek("user:a")).toBe(5);
  });

  it("refuses nobody while the store has told nothing or has failed", async () => {
    const { store, ledger, months, tell } = setUp();
    for (let i = 0; i < 5; i++) expect(months[0].take("ip:a", 1, 2).isAdmitted).toBe(true);
    expect(months[0].peek("ip:a")).toBeUndefined();
    tell();
    await ledger.flush();
    expect(months[0].take("ip:a", 1, 2)).toMatchObject({ isAdmitted: false, used: 2 });
    store.isBroken = true;
    for (let i = 0; i < 3; i++) {
      months[0].take("ip:b", 1, 100);
      tell();
      await ledger.flush(true);
    }
    expect(months[0].take("ip:a", 1, 2).isAdmitted).toBe(true);
  });

  it("outlives a thread that ended with a caller's record, and then shows what was counted, once", async () => {
    const { store, ledger, months, tell, faults } = setUp();
    months[0].take("user:a", 1, 100);
    tell();
    await ledger.flush();
    months[0].take("user:a", 2, 100);
    months[0].take("user:b", 5, 100);
    const dead = await holdRecord(months[0].memory.user, "user:a");
    tell();
    // Waits for the lock once per turn, not once per caller.
    expect(faults).toEqual([
      expect.objectContaining({ message: `thread ${dead} holds lock 0 and does nothing` }),
    ]);
    await setImmediate();
    await ledger.flush();
    expect(faults).toHaveLength(2);
    expect(store.counts.get("user:a 2026-11-01")).toBe(3);
    months[0].releaseDead(dead);
    await setImmediate();
    for (const caller of ["user:a", "user:b"]) months[0].take(caller, 4, 100);
    tell();
    await ledger.flush();
    expect(faults).toHaveLength(2);
    expect([months[0].peek("user:a"), store.counts.get("user:a 2026-11-01")]).toEqual([7, 7]);
    expect([months[0].peek("user:b"), store.counts.get("user:b 2026-11-01")]).toEqual([9, 9]);
  });

  it("goes on writing after a piece of work that failed", async () => {
    const { store, ledger, months, tell, faults } = setUp();
    const { state } = months[0];
    const fault = new Error("a fault of the mirror");
    months[0].state = () => {
      throw fault;
    };
    months[0].take("user:a", 1, 100);
    tell();
    await ledger.flush();
    expect(faults).toEqual([fault]);
    months[0].state = state;
    months[0].take("user:a", 2, 100);
    tell();
    await ledger.flush();
    expect([months[0].peek("user:a"), store.counts.get("user:a 2026-11-01")]).toEqual([3, 3]);
  });

  it("starts every caller again with the month", async () => {
    const { clock, ledger, months, tell } = setUp();
    months[0].take("ip:a", 2, 2);
    tell();
    await ledger.flush();
    expect(months[0].take("ip:a", 1, 2).isAdmitted).toBe(false);
    const endMs = months[0].resetAtMs;
    expect(endMs).toBe(Date.parse("2026-12-01T00:00:00Z"));
    // Advances without a jump, which would not be trusted at once.
    for (; clock.nowMs < endMs; clock.nowMs += 30_000) ledger.look();
    ledger.look();
    expect(months[0].take("ip:a", 1, 2)).toEqual({
      isAdmitted: true,
      used: 1,
      resetAtMs: endMs + 31 * DAY_MS,
    });
  });

  it("admits no more than the limit when threads take at once", async () => {
    const { months } = setUp();
    const [{ memory }] = months;
    months[0].state({ key: "2026-11-01", startMs: 3_600_000, endMs: 2 ** 40 }, true);
    const admitted = new SharedArrayBuffer(4);
    const data: MonthsWork = { memory, limit: 5000, requests: 20_000, admitted };
    const workers = Array.from({ length: 3 }, () => new Worker(WORKER, { workerData: data }));
    await Promise.all(workers.map((worker) => once(worker, "exit")));
    expect(new Int32Array(admitted)[0]).toBe(5000);
    expect(months[0].take("user:a", 1, 5000)).toMatchObject({ isAdmitted: false, used: 5000 });
  });
});
