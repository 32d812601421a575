import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { SerialWork } from "../../../runtime/time/serial-work.ts";
import { endsWithin } from "../../../runtime/time/within.ts";
import { type CallerClass, callerClass } from "../callers/caller-class.ts";
import { monthClock, type QuotaMonth } from "./quota-month.ts";
import type { QuotaStore } from "./stores/quota-store.ts";
import { storeBreaker } from "./stores/store-breaker.ts";
import { UnwrittenCounts } from "./unwritten-counts.ts";

/** Reads asked for within this time are one query. */
const READ_DELAY_MS = 5;
/** A total older than this is read again, because other instances count too. */
const TOTAL_FRESH_MS = 2000;
/** Unwritten requests of all callers together that call for a write at once: what a killed process loses. */
const MAX_UNWRITTEN = 25;
/** Such writes begin at least this far apart: a busy server writes larger batches, not more of them. */
const WRITE_GAP_MS = 10;
/** A caller's batch is at most this part of what it has left, so that instances cannot pass a limit by batches. */
const BATCHES_LEFT = 4;
/** After a failed write the next one waits for this long. */
const RETRY_MS = 1000;
/** A store that is slower than this at the end loses what is unwritten. */
const CLOSE_MS = 5000;
/** The part of that time in which the store gives back its thread or its connections. */
const RELEASE_MS = 200;

export interface QuotaLedgerOptions {
  readonly store: QuotaStore;
  /** The wall clock, in milliseconds: it tells the month. */
  readonly now: () => number;
  /** A clock that never runs backwards, in milliseconds: it tells how old things are. */
  readonly monotonicMs: () => number;
  /** Longest that a counted request stays unwritten while the store works. */
  readonly flushEveryMs: number;
  /** Most callers without a token whose month is kept in memory. */
  readonly maxStrangers?: number;
  /** The same of users; what one of them owes is kept beyond that. */
  readonly maxUsers?: number;
  readonly onStoreChange: (isFailing: boolean, cause?: unknown) => void;
  /** Told what should not fail and did. The ledger goes on. */
  readonly onFault?: (error: unknown) => void;
  /** Shown what is known here, where other threads decide by it. */
  readonly mirror?: LedgerMirror;
}

/** What a ledger shows of itself as it changes. */
export interface LedgerMirror {
  /** The month that is counted, and whether the store's word may be held against a caller. */
  state(month: QuotaMonth, isAnswering: boolean): void;
  /** A caller's requests of the month; `isTotal` when the store has told about it. */
  used(identifier: string, used: number, isTotal: boolean): void;
}

/** What the store has told of one caller's month. */
interface Account {
  /** Its count when it was last heard of; undefined before that. */
  total: number | undefined;
  totalAtMs: number;
  isReadQueued: boolean;
}

function newAccount(): Account {
  return { total: undefined, totalAtMs: 0, isReadQueued: false };
}

/** What a month's quota says about one request. */
export interface QuotaState {
  readonly isAdmitted: boolean;
  /** Requests of the month, this one included when it is admitted. */
  readonly used: number;
  readonly resetAtMs: number;
}

/** What `GET /internal/limits` tells of the monthly counts, by the names it has there. */
export type QuotaHealth = QuotaLedger["health"];

/**
 * Counts requests by month in memory and brings the counts to a store later. `take` touches memory only; a store that
 * is slow or gone delays and refuses nobody.
 *
 * What remains loose: a killed process loses the requests since its last write: at most 25, or those of 10 ms when they
 * are more, and those that came while that write was in progress. Several instances may pass a limit by the requests that
 * each admits while its question to the store is in progress, and before the first answer of all. A write whose answer is
 * lost after its commit, with the connection, is made again and counts twice.
 */
export class QuotaLedger {
  readonly #options: QuotaLedgerOptions;
  readonly #breaker: ReturnType<typeof storeBreaker>;
  readonly #readMonth: () => QuotaMonth;
  /** Those of the month. In each class the caller seen longest ago makes room for the next; no class for the other. */
  readonly #accounts: Readonly<Record<CallerClass, BoundedCache<Account>>>;
  readonly #maxAccounts: number;
  readonly #unwritten: UnwrittenCounts;
  readonly #unread = new Set<string>();
  #month: QuotaMonth;
  /** One store operation at a time: a total can then never hold requests that are also counted as being sent. */
  readonly #work: SerialWork;
  #isFlushQueued = false;
  /** Until then requests ask for no write: each would take up all that is owed and put it back. */
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

  /** Requests of strangers that were counted and then lost, because the store was gone and too many others came. */
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

  /** Has the store at hand before it is needed; one that cannot be had is reported with the first count. */
  async openStore(): Promise<void> {
    await this.#options.store.readTotals(this.#month.key, []).catch(() => {});
  }

  /** Counts the cost unless that would pass the limit. Until its total is known, a caller has used nothing before. */
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

  /** Counts what was admitted elsewhere; a cost of 0 only asks for the caller's total again. */
  count(identifier: string, cost: number, limit: number): void {
    const account = this.#open(identifier);
    if (cost > 0) this.#count(identifier, account, cost, limit - this.#usedOf(identifier, account) - cost);
    this.#show(identifier, account);
  }

  /** Starts another month when its time has come, also while nobody calls. */
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

  /** The caller's account when there is one; looking it up does not count as a use. */
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

  /** Requests of the caller in this month, when the store has told about it. */
  peek(identifier: string): number | undefined {
    this.#roll();
    const account = this.#find(identifier);
    return account?.total === undefined ? undefined : this.#usedOf(identifier, account);
  }

  get resetAtMs(): number {
    return this.#month.endMs;
  }

  /** Writes every count that is not written yet; resolves when the store has answered or failed. */
  flush(force = false): Promise<void> {
    return this.#work.run(force ? "last flush" : "flush", async () => {
      this.#roll();
      for (const month of this.#unwritten.months) await this.#write(month, force);
    });
  }

  /**
   * Writes what is left within the time, even to a store that was given up, and closes it. `unwritten` are the counted
   * requests that the store never heard of; `isReleased` is false when it still holds a thread or a connection.
   */
  async close(timeMs: number = CLOSE_MS) {
    const endMs = performance.now() + timeMs;
    this.#work.clear();
    await endsWithin(this.flush(true), timeMs - Math.min(RELEASE_MS, timeMs / 2));
    this.#work.clear();
    const unwritten = this.#unwritten.requests + this.#unwritten.sentRequests;
    return { unwritten, isReleased: await this.#options.store.close(endMs - performance.now()) };
  }

  /** Starts another month when the clock tells so; what the one before still owes stays to be written. */
  #roll(): void {
    const month = this.#readMonth();
    if (month.key === this.#month.key) return;
    for (const accounts of Object.values(this.#accounts)) accounts.clear();
    this.#unread.clear();
    this.#month = month;
    this.#showState();
    if (this.#unwritten.requests > 0) this.#flushSoon(this.#options.monotonicMs());
  }

  /** What a forgotten caller owes takes room until it is written. */
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
      for (const [identifier, total] of totals) this.#hear(identifier, total, nowMs);
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
      if (totals !== undefined) this.#hear(identifier, totals.get(identifier) ?? 0, nowMs);
    }
  }

  /** Notes what the store has counted of a caller in this month. */
  #hear(identifier: string, total: number, nowMs: number): void {
    const account = this.#find(identifier);
    if (account === undefined) return;
    account.total = total;
    account.totalAtMs = nowMs;
    this.#show(identifier, account);
  }

  #showState(): void {
    this.#options.mirror?.state(this.#month, this.#breaker.isAnswering);
  }

  /** A mirror whose record a dead thread holds is put right when the caller is shown next. */
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
