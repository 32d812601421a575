import { extname } from "node:path";
import type { ResourceLimits } from "node:worker_threads";
import type { Piscina } from "piscina";
import { compiledCodeFlags, restartDelayMs } from "../../runtime/threads/start-thread.ts";
import { FilterLane, type LaneEvents } from "./filter-lane.ts";
import type { FilterMemory } from "./filter-memory.ts";
import { FilterQueue } from "./filter-queue.ts";
import { pooledFilter } from "./pooled-filter.ts";
import type { SuburbFilter } from "./predicate.ts";

export interface FilterPoolOptions {
  /** How many worker threads, from 1. */
  readonly threads: number;
  /** Calls that may wait for a thread; more are refused as unavailable. */
  readonly maxWaiting?: number;
  /** Called when a thread ended that should not have; it is replaced. */
  readonly onWorkerEnd?: (error: Error | undefined) => void;
  readonly resourceLimits?: ResourceLimits;
  /** Node flags for the threads, instead of those of this process. */
  readonly execArgv?: readonly string[];
}

/** A fraction of a second of work, and about a megabyte of promises. */
const DEFAULT_MAX_WAITING = 4096;

// Next to this file, as TypeScript in the sources and as JavaScript in the package.
const WORKER_FILE = new URL(`./filter-worker${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

/**
 * Worker threads that evaluate filters, for any number of snapshots. A lane is a piscina of one thread: its tasks are
 * batches, each with all the calls that one turn of the event loop made. A thread that ends is replaced with its piscina,
 * never by it: piscina would start one in an event, where a refusal of the system ends the process.
 */
export class FilterPool {
  readonly threads: number;
  readonly #options: FilterPoolOptions;
  readonly #queue: FilterQueue;
  /** Lanes by number from 1: the caller has lane 0. Those that start are among them. */
  readonly #lanes = new Map<number, FilterLane>();
  readonly #readyWaiters: (() => void)[] = [];
  #starting: Promise<void> | undefined;
  #size = 0;
  #failedStarts = 0;
  #healing: NodeJS.Timeout | undefined;
  #nextView = 1;
  #isClosed = false;

  constructor(options: FilterPoolOptions) {
    this.threads = options.threads;
    this.#options = options;
    this.#queue = new FilterQueue(options.maxWaiting ?? DEFAULT_MAX_WAITING);
  }

  /** Threads that are up. */
  get size(): number {
    return this.#size;
  }

  /** Calls that are neither answered nor refused. */
  get inFlight(): number {
    return this.#queue.pending;
  }

  /** Resolves when every thread is up. Calls need not wait for it: the calling thread evaluates them until then. */
  async ready(): Promise<void> {
    this.#start();
    await this.#starting;
    if (this.#size === this.threads) return;
    await new Promise<void>((resolve) => {
      this.#readyWaiters.push(resolve);
    });
  }

  /** A filter over one snapshot, whose memory must have been laid out for `threads` worker lanes. */
  attach(filterMemory: FilterMemory): SuburbFilter {
    return pooledFilter({ number: this.#nextView++, filterMemory }, this.#queue, () => this.#start());
  }

  /** Refuses new calls, waits for those in flight and ends every thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#healing);
    await this.#queue.close();
    // Threads that never started need no end.
    await this.#starting?.catch(() => {});
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
  }

  /** Starts the threads, once. The first call asks for it, so that a server answers before it loads piscina. */
  #start(): void {
    if (this.#isClosed || this.#starting !== undefined) return;
    this.#starting = import("piscina").then(({ Piscina }) => this.#openMissing(Piscina));
    this.#starting.catch((error) => this.#options.onWorkerEnd?.(error));
  }

  #openMissing(Pool: typeof Piscina): void {
    for (let number = 1; number <= this.threads && !this.#isClosed; number++) {
      if (!this.#lanes.has(number)) this.#openLane(number, Pool);
    }
  }

  #openLane(number: number, Pool: typeof Piscina): void {
    const { resourceLimits, execArgv = [] } = this.#options;
    const flags = [...execArgv, ...compiledCodeFlags()];
    const thread = new Pool({
      filename: WORKER_FILE.href,
      name: "runTask",
      workerData: number,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      // A thread that sleeps in Atomics.wait builds no index between calls.
      atomics: "disabled",
      recordTiming: false,
      ...(resourceLimits === undefined ? {} : { resourceLimits }),
      ...(flags.length === 0 ? {} : { execArgv: flags }),
    });
    let isUp = false;
    const events: LaneEvents = {
      onFree: () => this.#queue.send(),
      onEnd: (lane, error) => {
        this.#lanes.delete(number);
        if (this.#isClosed) return;
        if (isUp || this.#failedStarts === 0) this.#options.onWorkerEnd?.(error);
        if (isUp) {
          this.#size--;
          this.#queue.removeLane(lane);
        } else this.#failedStarts++;
        this.#heal(Pool);
      },
    };
    const lane = new FilterLane(number, thread, events);
    this.#lanes.set(number, lane);
    void lane.start().then((started) => {
      if (!started) return;
      isUp = true;
      this.#size++;
      this.#failedStarts = 0;
      this.#queue.addLane(lane);
      if (this.#size === this.threads) for (const resolve of this.#readyWaiters.splice(0)) resolve();
    });
  }

  /** Opens the lanes that are missing, once for all of them, and later the more starts have failed. */
  #heal(Pool: typeof Piscina): void {
    this.#healing ??= setTimeout(() => {
      this.#healing = undefined;
      this.#openMissing(Pool);
    }, restartDelayMs(this.#failedStarts)).unref();
  }
}
