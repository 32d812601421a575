import { SharedTable } from "../../../runtime/shared/shared-table.ts";
import { type CallerClass, callerClass } from "../callers/caller-class.ts";
import type { LedgerMirror, QuotaLedger, QuotaState } from "./quota-ledger.ts";
import type { QuotaMonth } from "./quota-month.ts";

/** Monthly counts as the limiter uses them; implemented by the ledger, too. */
export interface MonthlyCounts {
  take(identifier: string, cost: number, limit: number): QuotaState;
  peek(identifier: string): number | undefined;
  readonly resetAtMs: number;
}

export type MonthsMemory = Readonly<Record<CallerClass | "state", SharedArrayBuffer>>;

/** Capacity per class, the same as the ledger's. */
const CALLERS = { user: 100_000, stranger: 50_000 };

/** Record layout: requests the ledger knows, unreported ones, month, whether the store's total is in it. */
const CONFIRMED = 0;
const UNREPORTED = 1;
const MONTH = 2;
const IS_TOTAL = 3;
const WORDS = 4;

/** State layout: month number, its end, whether the store answers. */
const STATE_MONTH = 0;
const STATE_END = 1;
const STATE_ANSWERING = 2;
const STATE_NUMBERS = 3;

/** Evictions of busy records are not counted here. */
const BUSY_MS = 0;

export interface SharedMonthsOptions {
  /** Undefined allocates. */
  readonly memory?: MonthsMemory | undefined;
  /** Capacity of newly allocated memory. */
  readonly callers?: Readonly<Record<CallerClass, number>>;
  readonly monotonicMs: () => number;
  /** Reports a count to the ledger; cost 0 means that the caller was denied. */
  readonly onCount: (identifier: string, cost: number, limit: number) => void;
}

/**
 * Monthly counts in memory shared by all threads. A thread decides at once and reports to the ledger later. A
 * request counts from the moment any thread admits it, so threads together admit no more than one would. The
 * ledger's count replaces what was reported to it; requests that a thread had not reported when it ended stay
 * counted for the month, and are missing in the store.
 */
export class SharedMonths implements MonthlyCounts, LedgerMirror {
  readonly memory: MonthsMemory;
  readonly #options: SharedMonthsOptions;
  readonly #tables: Readonly<Record<CallerClass, SharedTable>>;
  readonly #state: Float64Array;
  /** Cost of the report that the ledger is handling now. */
  #reporting = 0;
  /** Reported requests by caller that a record still has as unreported: a dead thread had it locked. */
  readonly #unshown = new Map<string, number>();
  /** A dead thread holds a lock: skip all other updates in this turn of the event loop. */
  #isHeld = false;

  constructor(options: SharedMonthsOptions) {
    this.#options = options;
    const { memory, callers = CALLERS } = options;
    const open = (who: CallerClass) =>
      new SharedTable(memory?.[who] ?? { records: callers[who], wordsPerRecord: WORDS });
    this.#tables = { user: open("user"), stranger: open("stranger") };
    const state = memory?.state ?? new SharedArrayBuffer(STATE_NUMBERS * 8);
    this.#state = new Float64Array(state);
    this.memory = { user: this.#tables.user.memory, stranger: this.#tables.stranger.memory, state };
  }

  get resetAtMs(): number {
    return this.#state[STATE_END];
  }

  take(identifier: string, cost: number, limit: number): QuotaState {
    const resetAtMs = this.resetAtMs;
    const [isAdmitted, used] = this.#enter(identifier, (words, at) => {
      const before = words[at + CONFIRMED] + words[at + UNREPORTED];
      if (before + cost > limit && this.#state[STATE_ANSWERING] === 1) return [false, before];
      words[at + UNREPORTED] += cost;
      return [true, before + cost];
    });
    this.#options.onCount(identifier, isAdmitted ? cost : 0, limit);
    return { isAdmitted, used: isAdmitted ? used : Math.min(used, limit), resetAtMs };
  }

  peek(identifier: string): number | undefined {
    return this.#enter(identifier, (words, at) =>
      words[at + IS_TOTAL] === 1 ? words[at + CONFIRMED] + words[at + UNREPORTED] : undefined,
    );
  }

  state({ startMs, endMs }: QuotaMonth, isAnswering: boolean): void {
    this.#state[STATE_END] = endMs;
    this.#state[STATE_ANSWERING] = isAnswering ? 1 : 0;
    // Written last, and never 0, so that a record of this month also sees its end.
    this.#state[STATE_MONTH] = startMs / 3_600_000;
  }

  used(identifier: string, used: number, isTotal: boolean): void {
    const reported = (this.#unshown.get(identifier) ?? 0) + this.#reporting;
    this.#unshown.set(identifier, reported);
    if (this.#isHeld) return;
    try {
      this.#enter(identifier, (words, at) => {
        words[at + CONFIRMED] = used;
        words[at + UNREPORTED] -= Math.min(words[at + UNREPORTED], reported);
        words[at + IS_TOTAL] = isTotal ? 1 : 0;
      });
    } catch (error) {
      // Records share locks, and each update would wait for the timeout; the exit of the dead thread is only
      // handled after this turn of the event loop.
      this.#isHeld = true;
      setImmediate(() => {
        this.#isHeld = false;
      });
      throw error;
    }
    this.#unshown.delete(identifier);
  }

  /** Reports a thread's count to the ledger, whose update through `used` replaces it in one step. */
  report(ledger: QuotaLedger, identifier: string, cost: number, limit: number): void {
    this.#reporting = cost;
    try {
      ledger.count(identifier, cost, limit);
    } finally {
      this.#reporting = 0;
    }
  }

  /** Frees locks of a thread that has ended. */
  releaseDead(deadThreadId: number): void {
    for (const table of Object.values(this.#tables)) table.releaseDead(deadThreadId, () => {});
  }

  #enter<T>(identifier: string, work: (words: Uint32Array, at: number) => T): T {
    const table = this.#tables[callerClass(identifier)];
    const nowMs = this.#options.monotonicMs();
    const at = table.enter(identifier, nowMs, BUSY_MS);
    try {
      const { words } = table;
      const month = this.#state[STATE_MONTH];
      if (words[at + MONTH] !== month) {
        words[at + CONFIRMED] = 0;
        words[at + UNREPORTED] = 0;
        words[at + IS_TOTAL] = 0;
        words[at + MONTH] = month;
      }
      table.use(at, nowMs);
      return work(words, at);
    } finally {
      table.leave();
    }
  }
}
