import { type QuotaMonth, quotaMonth } from "./quota-month.ts";
import type { QuotaStore } from "./quota-store.ts";
import { StoreBreaker } from "./store-breaker.ts";

/** Reads asked for within this time are one query. */
const READ_DELAY_MS = 250;
/** A total older than this is read again, because other instances count too. */
const TOTAL_FRESH_MS = 5 * 60_000;
/** Unwritten requests of one caller that call for a write at once. */
const FLUSH_AT = 200;
/** The same for a caller that has used nine tenths of its quota. */
const FLUSH_AT_NEAR_LIMIT = 10;
/** After a failed write the next one waits for this long. */
const RETRY_MS = 1000;
/** An account without requests for this long is forgotten when room is needed. */
const IDLE_MS = 24 * 60 * 60_000;

export interface QuotaLedgerOptions {
  readonly store: QuotaStore;
  /** The wall clock, in milliseconds. */
  readonly now: () => number;
  /** Longest that a counted request stays unwritten while the store works. */
  readonly flushEveryMs: number;
  readonly maxIdentifiers?: number;
  readonly onStoreChange: (isFailing: boolean, cause?: unknown) => void;
}

/** What a month's quota says about one request. */
export interface QuotaState {
  readonly isAdmitted: boolean;
  /** Requests of the month, this one included when it is admitted; undefined when they are not counted. */
  readonly used: number | undefined;
  readonly resetAtMs: number;
}

/** The protected health view's members (contract/edge.md §13.5). */
export interface QuotaHealth {
  readonly degraded: boolean;
  readonly retained_deltas: number;
  readonly tracked_identifiers: number;
  readonly max_identifiers: number;
}

interface Account {
  /** The store's count when it was last heard of; undefined before that. */
  total: number | undefined;
  totalAtMs: number;
  /** Requests in a write under way. */
  sending: number;
  /** Requests not yet in any write. */
  delta: number;
  lastSeenMs: number;
  isReadQueued: boolean;
}

/**
 * Counts requests by month in memory and brings the counts to a store later. `take` touches memory only; a store that
 * is slow or gone delays and refuses nobody.
 */
export class QuotaLedger {
  readonly #options: QuotaLedgerOptions;
  readonly #maxIdentifiers: number;
  readonly #breaker: StoreBreaker;
  readonly #accounts = new Map<string, Account>();
  /** Identifiers with a delta. */
  readonly #unwritten = new Set<string>();
  readonly #unread = new Set<string>();
  /** Counts of earlier months that are not written yet, by month. */
  readonly #parked = new Map<string, Map<string, number>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #month: QuotaMonth;
  /** One store operation at a time: a total can then never hold requests that are also counted as sending. */
  #work: Promise<void> = Promise.resolve();
  #isFlushQueued = false;
  #retryAtMs = 0;
  #sweptAtMs = 0;
  #dropped = 0;

  constructor(options: QuotaLedgerOptions) {
    this.#options = options;
    this.#maxIdentifiers = options.maxIdentifiers ?? 50_000;
    this.#breaker = new StoreBreaker({ now: options.now, onChange: options.onStoreChange });
    this.#month = quotaMonth(options.now());
  }

  /** Requests that were admitted uncounted because too many callers are tracked. */
  get dropped(): number {
    return this.#dropped;
  }

  get health(): QuotaHealth {
    let retained = this.#unwritten.size;
    for (const counts of this.#parked.values()) retained += counts.size;
    return {
      degraded: this.#breaker.isOpen,
      retained_deltas: retained,
      tracked_identifiers: this.#accounts.size,
      max_identifiers: this.#maxIdentifiers,
    };
  }

  /** Counts the cost unless that would pass the limit. A caller whose total is not known yet is let through. */
  take(identifier: string, cost: number, limit: number): QuotaState {
    const nowMs = this.#options.now();
    this.#rollTo(nowMs);
    const resetAtMs = this.#month.endMs;
    const account = this.#accounts.get(identifier) ?? this.#open(identifier, nowMs);
    if (account === undefined) {
      this.#dropped += cost;
      return { isAdmitted: true, used: undefined, resetAtMs };
    }
    account.lastSeenMs = nowMs;
    if (account.total === undefined || nowMs - account.totalAtMs >= TOTAL_FRESH_MS) {
      this.#queueRead(identifier, account);
    }
    const used = usedOf(account);
    if (account.total !== undefined && used + cost > limit && !this.#breaker.isOpen) {
      return { isAdmitted: false, used: Math.min(used, limit), resetAtMs };
    }
    account.delta += cost;
    this.#unwritten.add(identifier);
    const isNearLimit = used + cost >= 0.9 * limit;
    if (account.delta >= (isNearLimit ? FLUSH_AT_NEAR_LIMIT : FLUSH_AT)) this.#flushSoon(nowMs);
    else this.#after(this.#options.flushEveryMs, "flush", () => this.flush());
    return { isAdmitted: true, used: used + cost, resetAtMs };
  }

  /** Requests of the caller in this month, when the store has told about it. */
  peek(identifier: string): number | undefined {
    this.#rollTo(this.#options.now());
    const account = this.#accounts.get(identifier);
    return account?.total === undefined ? undefined : usedOf(account);
  }

  get resetAtMs(): number {
    return this.#month.endMs;
  }

  /** Writes every count that is not written yet; resolves when the store has answered or failed. */
  flush(force = false): Promise<void> {
    return this.#enqueue(async () => {
      this.#rollTo(this.#options.now());
      this.#forgetIdle(this.#options.now());
      for (const [month, counts] of [...this.#parked]) {
        this.#parked.delete(month);
        await this.#write(month, counts, force);
      }
      await this.#write(this.#month.key, this.#takeUnwritten(), force);
    });
  }

  /** Writes what is left, even to a store that was given up, and closes it. */
  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await this.flush(true);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await this.#options.store.close();
  }

  #open(identifier: string, nowMs: number): Account | undefined {
    if (this.#accounts.size >= this.#maxIdentifiers) this.#forgetIdle(nowMs);
    if (this.#accounts.size >= this.#maxIdentifiers) return undefined;
    const account: Account = {
      total: undefined,
      totalAtMs: 0,
      sending: 0,
      delta: 0,
      lastSeenMs: nowMs,
      isReadQueued: false,
    };
    this.#accounts.set(identifier, account);
    return account;
  }

  /** Looks for idle accounts at most once a minute. */
  #forgetIdle(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < 60_000) return;
    this.#sweptAtMs = nowMs;
    for (const [identifier, { delta, sending, lastSeenMs }] of this.#accounts) {
      if (delta === 0 && sending === 0 && nowMs - lastSeenMs >= IDLE_MS) this.#accounts.delete(identifier);
    }
  }

  /** Starts a new month when its first instant has come; what the old one still owes is kept apart. */
  #rollTo(nowMs: number): void {
    if (nowMs < this.#month.endMs) return;
    this.#park(this.#month.key, this.#takeUnwritten());
    this.#accounts.clear();
    this.#unread.clear();
    this.#month = quotaMonth(nowMs);
    if (this.#parked.size > 0) this.#flushSoon(nowMs);
  }

  #park(month: string, counts: ReadonlyMap<string, number>): void {
    if (counts.size === 0) return;
    const parked = this.#parked.get(month) ?? new Map<string, number>();
    for (const [identifier, count] of counts) parked.set(identifier, (parked.get(identifier) ?? 0) + count);
    this.#parked.set(month, parked);
  }

  #takeUnwritten(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const identifier of this.#unwritten) {
      const account = this.#accounts.get(identifier)!;
      counts.set(identifier, account.delta);
      account.sending = account.delta;
      account.delta = 0;
    }
    this.#unwritten.clear();
    return counts;
  }

  async #write(month: string, counts: ReadonlyMap<string, number>, force: boolean): Promise<void> {
    if (counts.size === 0) return;
    const totals = await this.#breaker.run(() => this.#options.store.addCounts(month, counts), force);
    const nowMs = this.#options.now();
    const isCurrent = month === this.#month.key;
    if (totals === undefined) {
      if (isCurrent) this.#takeBack(counts);
      else this.#park(month, counts);
      this.#retryAtMs = nowMs + RETRY_MS;
      this.#after(Math.max(RETRY_MS, this.#breaker.restMs), "retry", () => this.flush());
    } else if (isCurrent) {
      for (const identifier of counts.keys()) {
        const account = this.#accounts.get(identifier)!;
        account.total = totals.get(identifier) ?? 0;
        account.totalAtMs = nowMs;
        account.sending = 0;
      }
    }
  }

  #takeBack(counts: ReadonlyMap<string, number>): void {
    for (const [identifier, count] of counts) {
      const account = this.#accounts.get(identifier)!;
      account.delta += count;
      account.sending = 0;
      this.#unwritten.add(identifier);
    }
  }

  #queueRead(identifier: string, account: Account): void {
    if (account.isReadQueued) return;
    account.isReadQueued = true;
    this.#unread.add(identifier);
    this.#after(READ_DELAY_MS, "read", () => this.#enqueue(() => this.#readTotals()));
  }

  async #readTotals(): Promise<void> {
    const identifiers = [...this.#unread];
    this.#unread.clear();
    const { key } = this.#month;
    const read = () => this.#options.store.readTotals(key, identifiers);
    const totals = identifiers.length === 0 ? undefined : await this.#breaker.run(read);
    const nowMs = this.#options.now();
    for (const identifier of key === this.#month.key ? identifiers : []) {
      const account = this.#accounts.get(identifier);
      if (account === undefined) continue;
      account.isReadQueued = false;
      if (totals === undefined) continue;
      account.total = totals.get(identifier) ?? 0;
      account.totalAtMs = nowMs;
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

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work);
    return this.#work;
  }

  /** Runs something later, unless the same is waiting already. Keeps no process alive. */
  #after(delayMs: number, what: string, run: () => Promise<void>): void {
    if (this.#timers.has(what)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(what);
      void run();
    }, delayMs);
    timer.unref?.();
    this.#timers.set(what, timer);
  }
}

function usedOf({ total, sending, delta }: Account): number {
  return (total ?? 0) + sending + delta;
}
