import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { crc32 } from "node:zlib";
import { SOFT_PARTS, type SoftPart } from "../../rpc/soft-failures.ts";
import { SharedCounts } from "../../runtime/shared/shared-counts.ts";
import { type SharedNumber, ThreadNumbers } from "../../runtime/shared/thread-numbers.ts";
import type { CompressionCounts } from "../wire/compression/compression-turns.ts";
import type { CutReason, SharedBudget } from "../wire/outbox/unread-answers.ts";
import { CALL_COUNTS, CallMetrics } from "./call-metrics.ts";

export type MetricsMemory = Readonly<Record<"calls" | "gauges", SharedArrayBuffer>>;

/** Quantiles of the event loop delay; 1 is the maximum. */
const DELAY_QUANTILES = [0.5, 0.9, 0.99, 1];

const CUT_REASONS: readonly CutReason[] = ["time", "budget"];

/** Event counters, the first numbers of a thread: they outlive it. */
const EVENTS = [...SOFT_PARTS.map((part) => `part ${part}`), ...CUT_REASONS.map((reason) => `cut ${reason}`)];

/** Indexes of a thread's gauges. */
const UNREAD_BYTES = EVENTS.length;
const UNREAD_ANSWERS = UNREAD_BYTES + 1;
const HEAP_BYTES = UNREAD_ANSWERS + 1;
const FIRST_DELAY = HEAP_BYTES + 1;
const LOOKS = FIRST_DELAY + DELAY_QUANTILES.length;
const EXPORTS = LOOKS + 1;
const EXPORTS_REFUSED = EXPORTS + 1;
const SQL_QUESTIONS = EXPORTS_REFUSED + 1;
const COMPRESSING = SQL_QUESTIONS + 1;
const AWAITING_COMPRESSION = COMPRESSING + 1;
const CONNECTIONS = AWAITING_COMPRESSION + 1;
/** Export slots by hash of the caller: a collision counts two as one, which is rare among so few. */
const FIRST_CALLER = CONNECTIONS + 1;
const CALLERS = 1024;
const GAUGES = FIRST_CALLER + CALLERS;

const NANOSECONDS = 1e9;

/** Sampling interval of the event loop delay; Node includes it in every sample. */
const SAMPLE_MS = 20;

/** Metrics of one thread in shared memory, and sums over all threads. */
export class ThreadMetrics {
  readonly memory: MetricsMemory;
  readonly calls: CallMetrics;
  readonly #gauges: ThreadNumbers;
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  #looksSeen = 0;

  /** Allocates memory for so many threads, or attaches to that of another thread. */
  constructor(from: number | MetricsMemory, thread = 0) {
    const [calls, gauges] =
      typeof from === "number"
        ? [
            { threads: from, ...CALL_COUNTS },
            { threads: from, width: GAUGES },
          ]
        : [from.calls, from.gauges];
    const counts = new SharedCounts(calls, thread);
    this.calls = new CallMetrics(counts);
    this.#gauges = new ThreadNumbers(gauges, thread);
    this.memory = { calls: counts.memory, gauges: this.#gauges.memory };
    this.#delay.enable();
  }

  partDropped(part: SoftPart): void {
    this.#gauges.own[EVENTS.indexOf(`part ${part}`)]++;
  }

  /** The budget of unread bytes that all threads share. */
  get budget(): SharedBudget {
    const { own } = this.#gauges;
    return {
      threads: this.#gauges.threads,
      total: () => this.#gauges.sum(UNREAD_BYTES),
      report: (byteLength, count) => {
        own[UNREAD_BYTES] = byteLength;
        own[UNREAD_ANSWERS] = count;
      },
      cut: (reason) => {
        own[EVENTS.indexOf(`cut ${reason}`)]++;
      },
    };
  }

  get exports() {
    const gauges = this.#gauges;
    const placeOf = (caller: string) => FIRST_CALLER + (crc32(caller) % CALLERS);
    return {
      total: () => gauges.sum(EXPORTS),
      totalOf: (caller: string) => gauges.sum(placeOf(caller)),
      refuse: () => {
        gauges.own[EXPORTS_REFUSED]++;
      },
      refusals: () => gauges.sum(EXPORTS_REFUSED),
      add: (caller: string, change: number) => {
        gauges.own[EXPORTS] += change;
        gauges.own[placeOf(caller)] += change;
      },
    };
  }

  /** SQL queries of operators in progress. */
  get sqlQuestions(): SharedNumber {
    return this.#gauges.shared(SQL_QUESTIONS);
  }

  get connections(): SharedNumber {
    return this.#gauges.shared(CONNECTIONS);
  }

  /** Large answers being compressed, and those in the queue. */
  get compressions(): CompressionCounts {
    return {
      running: this.#gauges.shared(COMPRESSING),
      waiting: this.#gauges.shared(AWAITING_COMPRESSION),
    };
  }

  /** Publishes this thread's gauges; delays are since the last `look`, unchanged if there is no sample. */
  beat(): void {
    const { own } = this.#gauges;
    // Not process.memoryUsage(), which opens a file and throws when no descriptor is left.
    own[HEAP_BYTES] = getHeapStatistics().used_heap_size;
    // reset() also drops the last timestamp: called before there is a sample, it would prevent the next one.
    if (this.#delay.count === 0) return;
    for (const [i, quantile] of DELAY_QUANTILES.entries()) {
      const between = quantile === 1 ? this.#delay.max : this.#delay.percentile(quantile * 100);
      own[FIRST_DELAY + i] = Math.max(0, between / NANOSECONDS - SAMPLE_MS / 1000);
    }
    const looks = this.#gauges.of(0)[LOOKS];
    if (looks !== this.#looksSeen) this.#delay.reset();
    this.#looksSeen = looks;
  }

  /** Sums over all threads; delays start again. Only the first thread may call it. */
  look() {
    this.beat();
    const event = (name: string) => this.#gauges.sum(EVENTS.indexOf(name));
    const numbers = {
      heapBytes: this.#gauges.sum(HEAP_BYTES),
      unreadBytes: this.#gauges.sum(UNREAD_BYTES),
      unreadAnswers: this.#gauges.sum(UNREAD_ANSWERS),
      /** Seconds by quantile, of the slowest thread. */
      delays: DELAY_QUANTILES.map((quantile, i) => {
        return [String(quantile), Math.max(...this.#gauges.all(FIRST_DELAY + i))] as const;
      }),
      partsDropped: SOFT_PARTS.map((part) => [part, event(`part ${part}`)] as const),
      answersCut: CUT_REASONS.map((reason) => [reason, event(`cut ${reason}`)] as const),
    };
    this.#gauges.own[LOOKS]++;
    return numbers;
  }

  /** Resets what an ended thread had in progress. */
  endThread(thread: number): void {
    this.calls.endThread(thread);
    this.#gauges.clear(thread, EVENTS.length);
  }

  close(): void {
    this.#delay.disable();
  }
}
