import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { SerialWork } from "../../../runtime/time/serial-work.ts";
import { endsWithin } from "../../../runtime/time/within.ts";
import { type CallerClass, callerClass } from "../callers/caller-class.ts";
import { monthClock, type QuotaMonth } from "./quota-month.ts";
import type { QuotaStore } from "./stores/quota-store.ts";
import { storeBreaker } from "./stores/store-breaker.ts";
import { UnwrittenCounts } from "./unwritten-counts.ts";

/** Reads within this time are one query. */
const READ_DELAY_MS = 5;
/** Older totals are read again, because other instances count too. */
const TOTAL_FRESH_MS = 2000;
/** Unwritten requests of all callers that trigger a write at once: what a killed process loses. */
const MAX_UNWRITTEN = 25;
/** Least time between such writes: a busy server writes larger batches, not more of them. */
const WRITE_GAP_MS = 10;
/** Divisor: a batch is at most this part of a caller's remaining limit, so instances cannot exceed it. */
const BATCHES_LEFT = 4;
const RETRY_MS = 1000;
/** Time limit of `close`; a slower store loses the unwritten counts. */
const CLOSE_MS = 5000;
/** The part of it for the store to release its thread or connections. */
const RELEASE_MS = 200;

export interface QuotaLedgerOptions {
  readonly store: QuotaStore;
  /** Wall clock in milliseconds, for the month. */
  readonly now: () => number;
  /** Monotonic clock in milliseconds, for ages. */
  readonly monotonicMs: () => number;
  /** Longest that a counted request stays unwritten while the store works. */
  readonly flushEveryMs: number;
  /** Most callers without a token that are kept in memory. */
  readonly maxStrangers?: number;
  /** Most users. What an evicted user owes is kept beyond that. */
  readonly maxUsers?: number;
  readonly onStoreChange: (isFailing: boolean, cause?: unknown) => void;
  /** Called with unexpected errors; the ledger goes on. */
  readonly onFault?: (error: unknown) => void;
  /** Receives every change, for other threads that decide by it. */
  readonly mirror?: LedgerMirror;
}

export interface LedgerMirror {
  /** The current month, and whether the store answers, so that callers may be denied. */
  state(month: QuotaMonth, isAnswering: boolean): void;
  /** A caller's requests this month; `isTotal` once the store's total is included. */
  used(identifier: string, used: number, isTotal: boolean): void;
}

interface Account {
  /** As of the last answer; undefined before that. */
  total: number | undefined;
  totalAtMs: number;
  isReadQueued: boolean;
}

function newAccount(): Account {
  return { total: undefined, totalAtMs: 0, isReadQueued: false };
}

export interface QuotaState {
  readonly isAdmitted: boolean;
  /** Requests this month, including this one if admitted. */
  readonly used: number;
  readonly resetAtMs: number;
}

/** Monthly counts in `GET /internal/limits`, with its field names. */
export type QuotaHealth = QuotaLedger["health"];

/**
 * Counts requests per month in memory and writes the counts to a store later. `take` touches only memory; a
 * store that is slow or down delays and denies nobody.
 *
 * Known inaccuracies: a killed process loses the requests since its last write: at most 25, or those of 10 ms
 * if more, and those that came while that write was in progress. Several instances can exceed a limit by what
 * each admits while its read is in flight, and before its first answer. A write whose connection fails after
 * the commit is repeated and counts twice.
 */
export class QuotaLedger {
  readonly #options: QuotaLedgerOptions;
  readonly #breaker: ReturnType<typeof storeBreaker>;
  readonly #readMonth: () => QuotaMonth;
  /** Accounts of the month, with an LRU per class: neither class evicts the other. */
  readonly #accounts: Readonly<Record<CallerClass, BoundedCache<Account>>>;
  readonly #maxAccounts: number;
  readonly #unwritten: UnwrittenCounts;
  readonly #unread = new Set<string>();
  #month: QuotaMonth;
  /** One store operation at a time, so that a total never includes requests that also count as being sent. */
  readonly #work: SerialWork;
  #isFlushQueued = false;
  /** No write is requested before this time: each would collect all counts and put them back. */
  #retryAtMs = 0;
  #wroteAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: QuotaLedgerOptions) {
    const { maxStrangers = 50_000, maxUsers = 100_000 } = options;
    this.#options = options;
    this.#work = new SerialWork((error) => options.onFault?.(error));
    this.#breaker = storeBreaker({ now: options.monotonicMs, onChange: options.onStoreChange });
    this.#readMonth = monthClock(options.now, options.monotonicMs);
    this.#month = this.#readMonth();
    const onEvict = (identifier: string) => this.#forget(identifier);
    const accountsOf = (maxEntries: number) =>
      new BoundedCache<Account>({ maxEntries, isSparse: true, onEvict });
    this.#accounts = { user: accountsOf(maxUsers), stranger: accountsOf(maxStrangers) };
    this.#maxAccounts = maxStrangers + maxUsers;
    this.#unwritten = new UnwrittenCounts(2 * this.#maxAccounts);
    this.#showState();
  }

  /** Requests of strangers that were dropped because the store was down and too many others came. */
  get lost(): number {
    return this.#unwritten.lost;
  }

  get health() {
    return {
      degraded: this.#breaker.isOpen,
      retained_deltas: this.#unwritten.callers,
      tracked_identifiers: this.#accounts.user.size + this.#accounts.stranger.size,
      max_identifiers: this.#maxAccounts,
    };
  }

  /** Opens the store early; a failure is reported with the first count. */
  async openStore(): Promise<void> {
    await this.#options.store.readTotals(this.#month.key, []).catch(() => {});
  }

  /** Counts the cost unless that exceeds the limit. Until the store's total is known, it is taken as 0. */
  take(identifier: string, cost: number, limit: number): QuotaState {
    const account = this.#open(identifier);
    const resetAtMs = this.#month.endMs;
    const used = this.#usedOf(identifier, account);
    if (used + cost > limit && this.#breaker.isAnswering) {
      return { isAdmitted: false, used: Math.min(used, limit), resetAtMs };
    }
    this.#count(identifier, account, cost, limit - used - cost);
    return { isAdmitted: true, used: used + cost, resetAtMs };
  }

  /** Counts what another thread admitted; a cost of 0 only refreshes the caller's total. */
  count(identifier: string, cost: number, limit: number): void {
    const account = this.#open(identifier);
    if (cost > 0) this.#count(identifier, account, cost, limit - this.#usedOf(identifier, account) - cost);
    this.#show(identifier, account);
  }

  /** Starts a new month when it is time, even if nobody calls. */
  look(): void {
    this.#roll();
  }

  #open(identifier: string): Account {
    this.#roll();
    const accounts = this.#accounts[callerClass(identifier)];
    const account = remembered(accounts, identifier, newAccount);
    const ageMs = this.#options.monotonicMs() - account.totalAtMs;
    if (account.total === undefined || ageMs >= TOTAL_FRESH_MS) this.#queueRead(identifier, account);
    return account;
  }

  /** Does not count as a use for the LRU. */
  #find(identifier: string): Account | undefined {
    return this.#accounts[callerClass(identifier)].peek(identifier);
  }

  #count(identifier: string, { total }: Account, cost: number, left: number): void {
    const nowMs = this.#options.monotonicMs();
    const { key } = this.#month;
    this.#unwritten.add(key, identifier, cost);
    const { requests } = this.#unwritten;
    const isBatchFull = total !== undefined && this.#unwritten.of(key, identifier) * BATCHES_LEFT >= left;
    const isGapOver = nowMs - this.#wroteAtMs >= WRITE_GAP_MS;
    if (isBatchFull || (isGapOver && requests >= MAX_UNWRITTEN)) this.#flushSoon(nowMs);
    else if (requests < MAX_UNWRITTEN) {
      this.#work.later(this.#options.flushEveryMs, "flush", () => this.flush());
    } else if (nowMs >= this.#retryAtMs) this.#work.later(WRITE_GAP_MS, "next batch", () => this.flush());
  }

  /** Requests of the caller this month, once the store's total is known. */
  peek(identifier: string): number | undefined {
    this.#roll();
    const account = this.#find(identifier);
    return account?.total === undefined ? undefined : this.#usedOf(identifier, account);
  }

  get resetAtMs(): number {
    return this.#month.endMs;
  }

  /** Writes all unwritten counts; resolves when the store has answered or failed. */
  flush(force = false): Promise<void> {
    return this.#work.run(force ? "last flush" : "flush", async () => {
      this.#roll();
      for (const month of this.#unwritten.months) await this.#write(month, force);
    });
  }

  /**
   * Writes the remaining counts within the time, even if the breaker is open, and closes the store.
   * `unwritten` counts requests that the store did not confirm; `isReleased` is false if it still holds a
   * thread or connection.
   */
  async close(timeMs: number = CLOSE_MS) {
    const endMs = performance.now() + timeMs;
    this.#work.clear();
    await endsWithin(this.flush(true), timeMs - Math.min(RELEASE_MS, timeMs / 2));
    this.#work.clear();
    const unwritten = this.#unwritten.requests + this.#unwritten.sentRequests;
    return { unwritten, isReleased: await this.#options.store.close(endMs - performance.now()) };
  }

  /** Starts a new month by the clock; unwritten counts of the old one stay to be written. */
  #roll(): void {
    const month = this.#readMonth();
    if (month.key === this.#month.key) return;
    for (const accounts of Object.values(this.#accounts)) accounts.clear();
    this.#unread.clear();
    this.#month = month;
    this.#showState();
    if (this.#unwritten.requests > 0) this.#flushSoon(this.#options.monotonicMs());
  }

  /** An evicted caller's unwritten counts take memory until they are written. */
  #forget(identifier: string): void {
    this.#unread.delete(identifier);
    if (this.#unwritten.of(this.#month.key, identifier) > 0) this.#flushSoon(this.#options.monotonicMs());
  }

  async #write(month: string, force: boolean): Promise<void> {
    const counts = this.#unwritten.beginWrite(month);
    this.#wroteAtMs = this.#options.monotonicMs();
    const totals = await this.#breaker.run(() => this.#options.store.addCounts(month, counts), force);
    this.#unwritten.endWrite(totals !== undefined);
    this.#showState();
    const nowMs = this.#options.monotonicMs();
    if (totals === undefined) {
      const restMs = Math.max(RETRY_MS, this.#breaker.restMs);
      this.#retryAtMs = nowMs + restMs;
      this.#work.later(restMs, "retry", () => this.flush());
    } else if (month === this.#month.key) {
      for (const [identifier, total] of totals) this.#setTotal(identifier, total, nowMs);
    }
  }

  #queueRead(identifier: string, account: Account): void {
    if (account.isReadQueued) return;
    account.isReadQueued = true;
    this.#unread.add(identifier);
    this.#work.later(READ_DELAY_MS, "read", () => this.#work.run("read", () => this.#readTotals()));
  }

  async #readTotals(): Promise<void> {
    const identifiers = [...this.#unread];
    this.#unread.clear();
    const { key } = this.#month;
    const read = () => this.#options.store.readTotals(key, identifiers);
    const totals = identifiers.length === 0 ? undefined : await this.#breaker.run(read);
    this.#showState();
    const nowMs = this.#options.monotonicMs();
    for (const identifier of key === this.#month.key ? identifiers : []) {
      const account = this.#find(identifier);
      if (account !== undefined) account.isReadQueued = false;
      if (totals !== undefined) this.#setTotal(identifier, totals.get(identifier) ?? 0, nowMs);
    }
  }

  #setTotal(identifier: string, total: number, nowMs: number): void {
    const account = this.#find(identifier);
    if (account === undefined) return;
    account.total = total;
    account.totalAtMs = nowMs;
    this.#show(identifier, account);
  }

  #showState(): void {
    this.#options.mirror?.state(this.#month, this.#breaker.isAnswering);
  }

  /** If a dead thread has the record locked, the next call for this caller repairs the mirror. */
  #show(identifier: string, account: Account): void {
    try {
      this.#options.mirror?.used(identifier, this.#usedOf(identifier, account), account.total !== undefined);
    } catch (error) {
      this.#options.onFault?.(error);
    }
  }

  #flushSoon(nowMs: number): void {
    if (this.#isFlushQueued || nowMs < this.#retryAtMs) return;
    this.#isFlushQueued = true;
    setImmediate(() => {
      this.#isFlushQueued = false;
      void this.flush();
    });
  }

  #usedOf(identifier: string, { total = 0 }: Account): number {
    const { key } = this.#month;
    return total + this.#unwritten.sentOf(key, identifier) + this.#unwritten.of(key, identifier);
  }
}
