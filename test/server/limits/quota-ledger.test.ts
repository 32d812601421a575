import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { QuotaLedger } from "../../../src/server/limits/quota-ledger.ts";
import { quotaMonth } from "../../../src/server/limits/quota-month.ts";
import { MemoryQuotaStore } from "../../support/run/memory-quota-store.ts";

const NOVEMBER = "2026-11-01";
let store: MemoryQuotaStore;
let changes: boolean[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 15) });
  store = new MemoryQuotaStore();
  changes = [];
});
afterEach(() => vi.useRealTimers());

function openLedger(options: { flushEveryMs?: number; maxIdentifiers?: number } = {}): QuotaLedger {
  return new QuotaLedger({
    store,
    now: () => Date.now(),
    flushEveryMs: 300_000,
    onStoreChange: (isFailing) => changes.push(isFailing),
    ...options,
  });
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const takeMany = (ledger: QuotaLedger, identifier: string, times: number, limit: number) => {
  let admitted = 0;
  for (let i = 0; i < times; i++) if (ledger.take(identifier, 1, limit).isAdmitted) admitted++;
  return admitted;
};

describe("QuotaLedger", () => {
  it("asks the store nothing while a request is decided", () => {
    const ledger = openLedger();
    store.isBroken = true;
    takeMany(ledger, "ip:a", 500, 10);
    expect(store.asked).toEqual([]);
  });

  it("lets a caller through until its total is known, and reads totals 250 ms later in one question", async () => {
    store.counts.set(`ip:a ${NOVEMBER}`, 500);
    const ledger = openLedger();
    expect(ledger.take("ip:a", 1, 500)).toMatchObject({ isAdmitted: true, used: 1 });
    ledger.take("ip:b", 1, 500);
    expect(ledger.peek("ip:a")).toBeUndefined();
    await pass(249);
    expect(store.asked).toEqual([]);
    await pass(1);
    expect(store.asked).toEqual([`read ${NOVEMBER} ip:a,ip:b`]);
    expect(ledger.peek("ip:a")).toBe(501);
    expect(ledger.take("ip:a", 1, 500)).toEqual({
      isAdmitted: false,
      used: 500,
      resetAtMs: Date.UTC(2026, 11, 1),
    });
    expect(ledger.take("ip:b", 1, 500)).toMatchObject({ isAdmitted: true, used: 2 });
  });

  it("admits exactly the quota and does not count refusals", async () => {
    const ledger = openLedger();
    ledger.take("user:a", 1, 100);
    await pass(250);
    expect(takeMany(ledger, "user:a", 300, 100)).toBe(99);
    expect(ledger.take("user:a", 1, 100)).toMatchObject({ isAdmitted: false, used: 100 });
    await ledger.close();
    expect(store.counts.get(`user:a ${NOVEMBER}`)).toBe(100);
    expect(store.isClosed).toBe(true);
  });

  it("writes at 200 requests of one caller, for all callers at once", async () => {
    const ledger = openLedger();
    ledger.take("ip:b", 1, 1_000_000);
    await pass(250);
    takeMany(ledger, "user:a", 199, 1_000_000);
    await pass(200);
    expect(store.asked.filter((question) => question.startsWith("add"))).toEqual([]);
    takeMany(ledger, "user:a", 1, 1_000_000);
    await pass(0);
    expect(store.asked.at(-1)).toBe(`add ${NOVEMBER} ip:b+1,user:a+200`);
    expect(ledger.peek("user:a")).toBe(200);
    expect(ledger.health.retained_deltas).toBe(0);
  });

  it("writes every ten requests from nine tenths of the quota on", async () => {
    store.counts.set(`user:a ${NOVEMBER}`, 890);
    const ledger = openLedger();
    ledger.take("user:a", 1, 1000);
    await pass(250);
    takeMany(ledger, "user:a", 8, 1000);
    await pass(0);
    expect(store.asked).toHaveLength(1);
    takeMany(ledger, "user:a", 1, 1000);
    await pass(0);
    expect(store.counts.get(`user:a ${NOVEMBER}`)).toBe(900);
  });

  it("writes everything at the latest after its interval", async () => {
    const ledger = openLedger({ flushEveryMs: 300_000 });
    ledger.take("ip:a", 1, 500);
    await pass(299_999);
    expect(store.counts.size).toBe(0);
    await pass(1);
    expect(store.counts.get(`ip:a ${NOVEMBER}`)).toBe(1);
  });

  it("hears of other instances when a total is five minutes old", async () => {
    const ledger = openLedger({ flushEveryMs: 3_600_000 });
    ledger.take("user:a", 1, 100);
    await pass(250);
    store.counts.set(`user:a ${NOVEMBER}`, 100);
    await pass(299_000);
    expect(ledger.take("user:a", 1, 100)).toMatchObject({ isAdmitted: true, used: 2 });
    await pass(1000);
    ledger.take("user:a", 1, 100);
    await pass(250);
    expect(ledger.take("user:a", 1, 100)).toMatchObject({ isAdmitted: false, used: 100 });
  });

  it("counts nothing twice when requests come while a write is under way", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ledger = openLedger();
    ledger.take("user:a", 1, 1000);
    await pass(250);
    takeMany(ledger, "user:a", 99, 1000);
    store.gate = promise;
    const written = ledger.flush();
    await pass(0);
    expect(ledger.take("user:a", 1, 1000).used).toBe(101);
    resolve();
    await written;
    expect(ledger.take("user:a", 1, 1000).used).toBe(102);
    await ledger.close();
    expect(store.counts.get(`user:a ${NOVEMBER}`)).toBe(102);
  });

  it("opens its breaker after three failures, says so once, admits everyone and loses nothing", async () => {
    const ledger = openLedger();
    ledger.take("user:a", 1, 10);
    await pass(250);
    store.isBroken = true;
    takeMany(ledger, "user:a", 20, 10);
    await ledger.flush();
    await ledger.flush();
    expect(changes).toEqual([]);
    expect(ledger.health.degraded).toBe(false);
    await ledger.flush();
    expect(changes).toEqual([true]);
    expect(ledger.health).toEqual({
      degraded: true,
      retained_deltas: 1,
      tracked_identifiers: 1,
      max_identifiers: 50_000,
    });
    const questions = store.asked.length;
    await ledger.flush();
    expect(store.asked).toHaveLength(questions);
    // The quota of 10 is used up, but a store that cannot be asked refuses nobody.
    expect(takeMany(ledger, "user:a", 5, 10)).toBe(5);
    store.isBroken = false;
    await pass(60_000);
    expect(changes).toEqual([true, false]);
    expect(ledger.health.degraded).toBe(false);
    expect(store.counts.get(`user:a ${NOVEMBER}`)).toBe(15);
  });

  it("tries a store that was given up once more at the end", async () => {
    const ledger = openLedger();
    takeMany(ledger, "user:a", 3, 10);
    store.isBroken = true;
    for (let i = 0; i < 3; i++) await ledger.flush();
    store.isBroken = false;
    await ledger.close();
    expect(store.counts.get(`user:a ${NOVEMBER}`)).toBe(3);
  });

  it.each([
    ["2028-02-29T23:59:59.999Z", "2028-02-01", "2028-03-01"],
    ["2027-02-28T23:59:59.999Z", "2027-02-01", "2027-03-01"],
    ["2026-12-31T23:59:59.999Z", "2026-12-01", "2027-01-01"],
    // Sydney changes its clocks on the first Sundays of April and October; quotas know only UTC.
    ["2026-09-30T23:59:59.999Z", "2026-09-01", "2026-10-01"],
    ["2027-03-31T23:59:59.999Z", "2027-03-01", "2027-04-01"],
  ])("starts a new month after %s and writes what is owed to the old one", async (last, before, after) => {
    vi.setSystemTime(new Date(last));
    const ledger = openLedger();
    ledger.take("user:a", 1, 3);
    await pass(0);
    expect(ledger.take("user:a", 1, 3)).toMatchObject({ used: 2, resetAtMs: Date.parse(after) });
    vi.setSystemTime(Date.parse(after));
    const next = ledger.take("user:a", 1, 3);
    expect(next).toMatchObject({ isAdmitted: true, used: 1, resetAtMs: quotaMonth(Date.now()).endMs });
    await ledger.close();
    expect(store.counts.get(`user:a ${before}`)).toBe(2);
    expect(store.counts.get(`user:a ${after}`)).toBe(1);
  });

  it("keeps what is owed to an old month while the store is down, and while a write is under way", async () => {
    vi.setSystemTime(new Date("2026-11-30T23:59:59.000Z"));
    const { promise, resolve } = Promise.withResolvers<void>();
    const ledger = openLedger();
    takeMany(ledger, "user:a", 4, 100);
    store.gate = promise;
    const failing = ledger.flush();
    await pass(0);
    takeMany(ledger, "user:a", 2, 100);
    vi.setSystemTime(new Date("2026-12-01T00:00:00.000Z"));
    takeMany(ledger, "user:a", 1, 100);
    store.isBroken = true;
    resolve();
    await failing;
    store.isBroken = false;
    await ledger.close();
    expect(Object.fromEntries(store.counts)).toEqual({
      [`user:a ${NOVEMBER}`]: 6,
      "user:a 2026-12-01": 1,
    });
  });

  it("tracks a bounded number of callers and forgets those idle for a day first", async () => {
    const ledger = openLedger({ maxIdentifiers: 2 });
    ledger.take("ip:a", 1, 5);
    await pass(12 * 3_600_000);
    ledger.take("ip:b", 1, 5);
    expect(ledger.take("ip:c", 1, 5)).toMatchObject({ isAdmitted: true, used: undefined });
    expect(ledger.dropped).toBe(1);
    await pass(12 * 3_600_000);
    expect(ledger.take("ip:c", 1, 5)).toMatchObject({ isAdmitted: true, used: 1 });
    expect(ledger.health.tracked_identifiers).toBe(2);
  });
});
