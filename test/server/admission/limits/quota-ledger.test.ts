import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  QuotaLedger,
  QuotaLedgerOptions,
} from "../../../../src/server/admission/limits/quota-ledger.ts";
import { quotaMonth } from "../../../../src/server/admission/limits/quota-month.ts";
import { MemoryQuotaStore, testLedger } from "../../../support/run/memory-quota-store.ts";

const NOVEMBER = "2026-11-01";
let store: MemoryQuotaStore;
let changes: boolean[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 15) });
  store = new MemoryQuotaStore();
  changes = [];
});
afterEach(() => vi.useRealTimers());

const openLedger = (options: Partial<QuotaLedgerOptions> = {}) =>
  testLedger(() => Date.now(), {
    store,
    flushEveryMs: 300_000,
    onStoreChange: (isFailing) => changes.push(isFailing),
    ...options,
  });

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

  it("lets a caller through until its total is known, and reads totals soon after in one question", async () => {
    store.counts.set(`ip:a ${NOVEMBER}`, 500);
    const ledger = openLedger();
    expect(ledger.take("ip:a", 1, 500)).toMatchObject({ isAdmitted: true, used: 1 });
    ledger.take("ip:b", 1, 500);
    expect(ledger.peek("ip:a")).toBeUndefined();
    await pass(4);
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
    await pass(25);
    expect(takeMany(ledger, "user:a", 300, 100)).toBe(99);
    expect(ledger.take("user:a", 1, 100)).toMatchObject({ isAdmitted: false, used: 100 });
    await ledger.close();
    expect(store.counts.get(`user:a ${NOVEMBER}`)).toBe(100);
    expect(store.isClosed).toBe(true);
  });

  it("writes when 25 requests of all callers together wait, all at once", async () => {
    const ledger = openLedger();
    for (const caller of ["ip:b", "user:a"]) ledger.take(caller, 1, 1_000_000);
    await pass(25);
    takeMany(ledger, "ip:b", 11, 1_000_000);
    takeMany(ledger, "user:a", 11, 1_000_000);
    await pass(200);
    expect(store.asked.filter((question) => question.startsWith("add"))).toEqual([]);
    takeMany(ledger, "user:a", 1, 1_000_000);
    await pass(0);
    expect(store.asked.at(-1)).toBe(`add ${NOVEMBER} ip:b+12,user:a+13`);
    expect(ledger.peek("user:a")).toBe(13);
    expect(ledger.health.retained_deltas).toBe(0);
  });

  it("writes a quarter of what is left of a quota at the most, down to each request", async () => {
    store.counts.set(`user:a ${NOVEMBER}`, 950);
    const ledger = openLedger();
    ledger.take("user:a", 1, 1000);
    await pass(25);
    const batches: number[] = [];
    for (let i = 0; i < 49; i++) {
      ledger.take("user:a", 1, 1000);
      await pass(0);
      const written = store.asked.at(-1)?.match(/user:a\+(\d+)$/)?.[1];
      if (written !== undefined && store.asked.length - 1 > batches.length) batches.push(Number(written));
    }
    for (let used = 950, i = 0; i < batches.length; used += batches[i++]) {
      expect(batches[i]).toBeLessThanOrEqual(Math.max(1, Math.ceil((1000 - used) / 4)));
    }
    expect(batches.reduce((sum, batch) => sum + batch, 0)).toBe(50);
    expect(batches.at(-1)).toBe(1);
    expect(ledger.take("user:a", 1, 1000).isAdmitted).toBe(false);
  });

  it("writes everything at the latest after its interval", async () => {
    const ledger = openLedger({ flushEveryMs: 300_000 });
    ledger.take("ip:a", 1, 500);
    await pass(299_999);
    expect(store.counts.size).toBe(0);
    await pass(1);
    expect(store.counts.get(`ip:a ${NOVEMBER}`)).toBe(1);
  });

  it("hears of other instances when a total is two seconds old", async () => {
    const ledger = openLedger({ flushEveryMs: 3_600_000 });
    ledger.take("user:a", 1, 100);
    await pass(25);
    store.counts.set(`user:a ${NOVEMBER}`, 100);
    await pass(1970);
    expect(ledger.take("user:a", 1, 100)).toMatchObject({ isAdmitted: true, used: 2 });
    await pass(1000);
    ledger.take("user:a", 1, 100);
    await pass(25);
    expect(ledger.take("user:a", 1, 100)).toMatchObject({ isAdmitted: false, used: 100 });
  });

  it("counts nothing twice when requests come while a write is under way", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ledger = openLedger();
    ledger.take("user:a", 1, 1000);
    await pass(25);
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
    await pass(25);
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
      max_identifiers: 150_000,
    });
    const questions = store.asked.length;
    await ledger.flush();
    expect(store.asked).toHaveLength(questions);
    // The quota of 10 is used up, but while the store fails nobody is rejected.
    expect(takeMany(ledger, "user:a", 5, 10)).toBe(5);
    store.isBroken = false;
    await pass(60_000);
    expect(changes).toEqual([true, false]);
    expect(ledger.health.degraded).toBe(false);
    expect(store.counts.get(`user:a ${NOVEMBER}`)).toBe(15);
  });

  it("leaves what is owed where it is while the store is given up, however many requests come", async () => {
    let looks = 0;
    const ledger = openLedger({ mirror: { used: () => {}, state: () => looks++ } });
    ledger.take("user:a", 1, 1_000_000);
    await pass(25);
    store.isBroken = true;
    takeMany(ledger, "user:a", 100, 1_000_000);
    for (let i = 0; i < 3; i++) await ledger.flush();
    expect(ledger.health.degraded).toBe(true);
    // The retry of the first failure is past. Each write reports to the mirror, attempted or not, and nothing
    // is read: the total is fresh.
    await pass(1000);
    looks = 0;
    for (let ms = 0; ms < 900; ms++) {
      ledger.take("user:a", 1, 1_000_000);
      await pass(1);
    }
    expect(looks).toBe(0);
    store.isBroken = false;
    await pass(60_000);
    expect(store.counts.get(`user:a ${NOVEMBER}`)).toBe(1001);
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
    // Sydney's clocks change on the first Sundays of April and October; quotas use UTC only.
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

  it("writes what a month still owes as soon as another begins, also while nobody calls", async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 30, 23, 59, 59));
    const ledger = openLedger();
    ledger.take("user:a", 1, 500);
    await pass(1000);
    expect(store.counts.size).toBe(0);
    ledger.look();
    await pass(1);
    expect(store.counts.get(`user:a ${NOVEMBER}`)).toBe(1);
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

  it("forgets the stranger seen longest ago when another comes, and counts every one of them", async () => {
    const ledger = openLedger({ maxStrangers: 2 });
    ledger.take("ip:a", 3, 5);
    await pass(15_000);
    ledger.take("ip:b", 1, 5);
    await pass(15_000);
    ledger.take("ip:a", 1, 5);
    await ledger.flush();
    expect(ledger.take("ip:c", 1, 5)).toMatchObject({ isAdmitted: true, used: 1 });
    expect([ledger.peek("ip:a"), ledger.peek("ip:b")]).toEqual([4, undefined]);
    expect(ledger.health.tracked_identifiers).toBe(2);
    // An evicted caller's count is read from the store again.
    ledger.take("ip:b", 4, 5);
    await pass(25);
    expect(ledger.take("ip:b", 1, 5)).toMatchObject({ isAdmitted: false, used: 5 });
  });

  it("counts users whatever strangers do, and loses nothing that a forgotten stranger owes", async () => {
    const ledger = openLedger({ maxStrangers: 100, maxUsers: 2, flushEveryMs: 3_600_000 });
    takeMany(ledger, "user:early", 4, 5);
    await pass(25);
    for (let i = 0; i < 5000; i++) {
      ledger.take(`ip:${i}`, 1, 5);
      if (i % 50 === 0) await pass(0);
    }
    for (const user of ["user:b", "user:c", "user:d"]) takeMany(ledger, user, 4, 5);
    expect(ledger.health.tracked_identifiers).toBe(102);
    await pass(25);
    expect(takeMany(ledger, "user:d", 9, 5)).toBe(1);
    ledger.take("user:early", 1, 5);
    await pass(25);
    expect(takeMany(ledger, "user:early", 9, 5)).toBe(0);
    await ledger.close();
    expect(ledger.lost).toBe(0);
    for (const user of ["user:early", "user:d"]) expect(store.counts.get(`${user} ${NOVEMBER}`)).toBe(5);
    expect([...store.counts.values()].reduce((sum, count) => sum + count, 0)).toBe(5000 + 5 + 4 + 4 + 5);
  });

  it("stays within its bounds when the store is gone too, and says what strangers' counts it lost", async () => {
    store.isBroken = true;
    const ledger = openLedger({ maxStrangers: 10, maxUsers: 10 });
    takeMany(ledger, "user:a", 3, 5);
    for (let i = 0; i < 1000; i++) ledger.take(`ip:${i}`, 1, 5);
    const { tracked_identifiers, max_identifiers, retained_deltas } = ledger.health;
    expect(tracked_identifiers).toBeLessThanOrEqual(max_identifiers);
    expect(retained_deltas).toBeLessThanOrEqual(2 * max_identifiers);
    expect(ledger.lost).toBe(1000 - (retained_deltas - 1));
    store.isBroken = false;
    await ledger.close();
    expect(store.counts.get(`user:a ${NOVEMBER}`)).toBe(3);
  });

  it("starts no new month when the clock jumps ahead and back, and knows the old one again", async () => {
    const clock = { wallMs: Date.UTC(2026, 10, 15), steadyMs: 0 };
    const ledger = openLedger({ now: () => clock.wallMs, monotonicMs: () => clock.steadyMs });
    const step = (wallMs: number, steadyMs: number) => {
      clock.wallMs += wallMs;
      clock.steadyMs += steadyMs;
    };
    const month = 31 * 24 * 3_600_000;
    takeMany(ledger, "user:a", 5, 5);
    await pass(25);
    step(month, 1000);
    expect(ledger.take("user:a", 1, 5)).toMatchObject({ isAdmitted: false, used: 5 });
    step(1000, 1000);
    expect(ledger.take("user:a", 1, 5).isAdmitted).toBe(false);
    step(-month, 1000);
    expect(ledger.take("user:a", 1, 5)).toMatchObject({ isAdmitted: false, used: 5 });
    // A clock that stays ahead is trusted eventually; one that returns is trusted at once.
    step(month, 1000);
    expect(ledger.take("user:a", 1, 5).isAdmitted).toBe(false);
    step(300_000, 300_000);
    expect(ledger.take("user:a", 1, 5)).toMatchObject({ isAdmitted: true, used: 1 });
    step(-month, 1000);
    ledger.take("user:a", 1, 5);
    await pass(25);
    expect(ledger.take("user:a", 1, 5)).toMatchObject({ isAdmitted: false, used: 5 });
    await ledger.close();
    expect(store.counts.get("user:a 2026-12-01")).toBe(1);
  });

  it("ends in the time it is given when its store hangs, and says what was not written", async () => {
    vi.useRealTimers();
    const ledger = openLedger({ now: () => Date.UTC(2026, 10, 15), monotonicMs: () => performance.now() });
    takeMany(ledger, "user:a", 7, 100);
    store.gate = new Promise(() => {});
    expect(await ledger.close(20)).toEqual({ unwritten: 7, isReleased: true });
    expect(store.isClosed).toBe(true);
  });
});

const FEW = { maxStrangers: 10, maxUsers: 10 };

/** Makes the store hang; returns a function that ends it. */
function hang(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  store.gate = promise;
  return resolve;
}

describe("QuotaLedger over a store that hangs", () => {
  it("stays within its bounds when it hangs and then fails, try after try, and keeps what users owe", async () => {
    const ledger = openLedger(FEW);
    const { max_identifiers } = ledger.health;
    const users = 12;
    let taken = 0;
    store.isBroken = true;
    for (let user = 0; user < users; user++) {
      const fail = hang();
      // Long enough for the retry of a store that was given up: that write hangs while others come.
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
    const ledger = openLedger({ ...FEW, mirror: { state: () => void ended++, used() {} } });
    const fail = hang();
    for (let i = 0; i < 500; i++) {
      ledger.take(`ip:${i}`, 1, 5);
      await pass(1);
    }
    ended = 0;
    store.isBroken = true;
    fail();
    await pass(0);
    // The one that hung, a read, and one write each for users and for strangers.
    expect(ended).toBeLessThanOrEqual(4);
  });
});
