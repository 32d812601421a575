import { SharedTable } from "../../../runtime/shared/shared-table.ts";
import { type CallerClass, callerClass } from "../callers/caller-class.ts";
import type { LedgerMirror, QuotaLedger, QuotaState } from "./quota-ledger.ts";
import type { QuotaMonth } from "./quota-month.ts";

/** Monthly counts as a limiter asks for them. A ledger is one. */
export interface MonthlyCounts {
  take(identifier: string, cost: number, limit: number): QuotaState;
  peek(identifier: string): number | undefined;
  readonly resetAtMs: number;
}

/** The memory of the counts, as one thread hands it to another. */
export type MonthsMemory = Readonly<Record<CallerClass | "state", SharedArrayBuffer>>;

/** Callers of each class whose month is known at once: as many as a ledger has. */
const CALLERS = { user: 100_000, stranger: 50_000 };

/** A record: requests that the ledger knows of, those it has no report of yet, the month, and what is known. */
const TOLD = 0;
const UNREPORTED = 1;
const MONTH = 2;
const IS_TOTAL = 3;
const WORDS = 4;

/** The state: a number for the month that is counted, its end, and whether the store answers. */
const STATE_MONTH = 0;
const STATE_END = 1;
const STATE_ANSWERING = 2;
const STATE_NUMBERS = 3;

/** A month that is full of requests is not forgotten for newer callers without notice; here that is not counted. */
const BUSY_MS = 0;

export interface SharedMonthsOptions {
  /** Undefined makes new memory. */
  readonly memory?: MonthsMemory | undefined;
  /** How many callers of each class new memory is for. */
  readonly callers?: Readonly<Record<CallerClass, number>>;
  readonly monotonicMs: () => number;
  /** Told what was counted here, for the ledger; a cost of 0 says that a caller was refused. */
  readonly onCount: (identifier: string, cost: number, limit: number) => void;
}

/**
 * The monthly counts of a ledger, in memory that all threads share. Each thread decides by it at once and reports to the
 * ledger later; a request counts from the instant it is admitted, whichever thread admitted it, so that threads admit no
 * more together than one would. The ledger's word replaces what it was sent; requests that a thread had not reported when
 * it ended stay counted for the month, and are missing in the store.
 */
export class SharedMonths implements MonthlyCounts, LedgerMirror {
  readonly memory: MonthsMemory;
  readonly #options: SharedMonthsOptions;
  readonly #tables: Readonly<Record<CallerClass, SharedTable>>;
  readonly #state: Float64Array;
  /** Requests that are being reported to the ledger. */
  #reporting = 0;
  /** Requests that the ledger knows of and a record does not, by caller: the record was held by a thread that had ended. */
  readonly #unshown = new Map<string, number>();
  /** A record was held by a thread that does nothing: no other is written in what is left of this turn of the loop. */
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
      const before = words[at + TOLD] + words[at + UNREPORTED];
      if (before + cost > limit && this.#state[STATE_ANSWERING] === 1) return [false, before];
      words[at + UNREPORTED] += cost;
      return [true, before + cost];
    });
    this.#options.onCount(identifier, isAdmitted ? cost : 0, limit);
    return { isAdmitted, used: isAdmitted ? used : Math.min(used, limit), resetAtMs };
  }

  peek(identifier: string): number | undefined {
    return this.#enter(identifier, (words, at) =>
      words[at + IS_TOTAL] === 1 ? words[at + TOLD] + words[at + UNREPORTED] : undefined,
    );
  }

  state({ startMs, endMs }: QuotaMonth, isAnswering: boolean): void {
    this.#state[STATE_END] = endMs;
    this.#state[STATE_ANSWERING] = isAnswering ? 1 : 0;
    // Told last, and never 0: a record of that month then also has its end.
    this.#state[STATE_MONTH] = startMs / 3_600_000;
  }

  used(identifier: string, used: number, isTotal: boolean): void {
    const reported = (this.#unshown.get(identifier) ?? 0) + this.#reporting;
    this.#unshown.set(identifier, reported);
    if (this.#isHeld) return;
    try {
      this.#enter(identifier, (words, at) => {
        words[at + TOLD] = used;
        words[at + UNREPORTED] -= Math.min(words[at + UNREPORTED], reported);
        words[at + IS_TOTAL] = isTotal ? 1 : 0;
      });
    } catch (error) {
      // The records of many callers have one lock: each would be waited for as long, and the end of the dead thread is
      // heard only when this turn of the loop is over.
      this.#isHeld = true;
      setImmediate(() => {
        this.#isHeld = false;
      });
      throw error;
    }
    this.#unshown.delete(identifier);
  }

  /** Tells the ledger what a thread has counted; its answer, which holds that, takes the place of it in one step. */
  report(ledger: QuotaLedger, identifier: string, cost: number, limit: number): void {
    this.#reporting = cost;
    try {
      ledger.count(identifier, cost, limit);
    } finally {
      this.#reporting = 0;
    }
  }

  /** Frees what a thread held when it ended. */
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
        words[at + TOLD] = 0;
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
