import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  QuotaLedger,
  type QuotaLedgerOptions,
} from "../../../../src/server/admission/limits/quota-ledger.ts";
import { MemoryQuotaStore } from "../../../support/run/memory-quota-store.ts";

const NOVEMBER = "2026-11-01";
let store: MemoryQuotaStore;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 15) });
  store = new MemoryQuotaStore();
});
afterEach(() => vi.useRealTimers());

/** A ledger that keeps few accounts, over a store that a test lets hang and fail. */
function openLedger(options: Partial<QuotaLedgerOptions> = {}): QuotaLedger {
  return new QuotaLedger({
    store,
    now: () => Date.now(),
    monotonicMs: () => Date.now(),
    flushEveryMs: 300_000,
    maxStrangers: 10,
    maxUsers: 10,
    onStoreChange: () => {},
    ...options,
  });
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Has every question wait from now on; returns what ends that. */
function hang(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  store.gate = promise;
  return resolve;
}

describe("QuotaLedger over a store that hangs", () => {
  it("stays within its bounds when it hangs and then fails, try after try, and keeps what users owe", async () => {
    const ledger = openLedger();
    const { max_identifiers } = ledger.health;
    const users = 12;
    let taken = 0;
    store.isBroken = true;
    for (let user = 0; user < users; user++) {
      const fail = hang();
      // Long enough for a store that was given up to be tried again: that write hangs while others come.
      await pass(61_000);
      for (let i = 0; i < 5; i++) {
        ledger.take(`user:${user}`, 1, 100);
        for (let n = 0; n < 40; n++) ledger.take(`ip:${taken++}`, 1, 5);
        await pass(10);
      }
      fail();
      await pass(0);
      expect(ledger.health.retained_deltas).toBeLessThanOrEqual(2 * max_identifiers + users);
    }
    store.isBroken = false;
    expect(await ledger.close()).toMatchObject({ unwritten: 0 });
    const written = [...store.counts].filter(([key]) => key.startsWith("ip:"));
    expect(ledger.lost + written.reduce((sum, [, count]) => sum + count, 0)).toBe(taken);
    for (let user = 0; user < users; user++) {
      expect(store.counts.get(`user:${user} ${NOVEMBER}`)).toBe(5);
    }
  });

  it("has one write and one question wait behind it, not one a turn", async () => {
    let ended = 0;
    const ledger = openLedger({ mirror: { state: () => void ended++, used() {} } });
    const fail = hang();
    for (let i = 0; i < 500; i++) {
      ledger.take(`ip:${i}`, 1, 5);
      await pass(1);
    }
    ended = 0;
    store.isBroken = true;
    fail();
    await pass(0);
    // The one that hung, a question, and a write each of those with an account and of those without.
    expect(ended).toBeLessThanOrEqual(4);
  });
});
