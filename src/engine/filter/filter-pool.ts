import { extname } from "node:path";
import { MessageChannel, type MessagePort, type ResourceLimits } from "node:worker_threads";
import type { Piscina, TaskQueue } from "piscina";
import { TerraceError } from "../../runtime/errors.ts";
import { compiledCodeFlags } from "../../runtime/threads/start-thread.ts";
import { FilterLane } from "./filter-lane.ts";
import type { FilterMemory } from "./filter-memory.ts";
import { FilterQueue } from "./filter-queue.ts";
import type { OpenedLane } from "./filter-worker.ts";
import { laneRing } from "./lane-ring.ts";
import { pooledFilter } from "./pooled-filter.ts";
import type { SuburbFilter } from "./predicate.ts";

export interface FilterPoolOptions {
  /** How many worker threads, from 1. */
  readonly threads: number;
  /** Calls that may wait for a thread; further ones are refused as unavailable. */
  readonly maxWaiting?: number;
  /** Told when a thread ended that should not have; another takes its place. */
  readonly onWorkerEnd?: (error: Error | undefined) => void;
  readonly resourceLimits?: ResourceLimits;
  /** Node flags for the threads, instead of those of this process. */
  readonly execArgv?: readonly string[];
}

type Task = Parameters<TaskQueue["push"]>[0];

/** A fraction of a second of work, and about a megabyte of promises. */
const DEFAULT_MAX_WAITING = 4096;

/** Waits before thread starts that follow 1, 2, 3 … failed ones; the last is kept to. */
const RESTART_DELAYS_MS = [0, 20, 100, 500, 1000];

// The worker stands beside this file, as TypeScript in the sources and as JavaScript in the package.
const WORKER_FILE = new URL(`./filter-worker${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

/**
 * Worker threads that evaluate filters, for any number of snapshots. Piscina owns the threads and replaces dead ones;
 * calls and answers travel through a shared ring a thread (lane-ring.ts), not as messages.
 */
export class FilterPool {
  readonly threads: number;
  readonly #options: FilterPoolOptions;
  readonly #queue: FilterQueue;
  readonly #lanes = new Map<number, FilterLane>();
  /** Threads that have a lane or are about to: piscina must give them no other task. */
  readonly #takenThreads = new Set<number>();
  /** Lanes that piscina has no thread for yet, and how each is given up. */
  readonly #tasks: Task[] = [];
  readonly #giveUps = new WeakMap<Task, (error: Error) => void>();
  readonly #readyWaiters: (() => void)[] = [];
  #starting: Promise<void> | undefined;
  #piscina: Piscina | undefined;
  #opening = 0;
  #failedStarts = 0;
  #healing: NodeJS.Timeout | undefined;
  #lastError: Error | undefined;
  #nextView = 1;
  #isClosed = false;

  constructor(options: FilterPoolOptions) {
    this.threads = options.threads;
    this.#options = options;
    this.#queue = new FilterQueue(options.maxWaiting ?? DEFAULT_MAX_WAITING);
  }

  /** Threads that are up. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Calls that are neither answered nor refused. */
  get inFlight(): number {
    return this.#queue.pending;
  }

  /** Resolves when every thread is up. Calls need not wait for it: the calling thread stands in. */
  async ready(): Promise<void> {
    this.#start();
    await this.#starting;
    if (this.#lanes.size === this.threads) return;
    await new Promise<void>((resolve) => {
      this.#readyWaiters.push(resolve);
    });
  }

  /** A filter over one snapshot, whose memory must have been laid out for `threads` worker lanes. */
  attach(filterMemory: FilterMemory): SuburbFilter {
    return pooledFilter({ number: this.#nextView++, filterMemory }, this.#queue, () => this.#start());
  }

  /** Refuses new calls, waits for those under way and ends every thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.close();
    // Threads that never started need no end.
    await this.#starting?.catch(() => {});
    for (const lane of this.#lanes.values()) lane.abandon();
    await this.#piscina?.destroy();
  }

  /** Starts the threads, once. The first call asks for it, so that a server answers before it loads piscina. */
  #start(): void {
    if (this.#isClosed || this.#starting !== undefined) return;
    this.#starting = this.#startThreads();
    this.#starting.catch((error) => this.#options.onWorkerEnd?.(error));
  }

  async #startThreads(): Promise<void> {
    const { Piscina } = await import("piscina");
    const { threads, resourceLimits, execArgv = [] } = this.#options;
    const flags = [...execArgv, ...compiledCodeFlags()];
    this.#piscina = new Piscina({
      filename: WORKER_FILE.href,
      name: "openLane",
      // Piscina starts a thread only when it is asked for a lane: one that the system refuses then is tried again, and
      // none is started by an event, where a refusal would end the process.
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      taskQueue: queueOf(this.#tasks),
      // A thread sleeps on its ring; piscina's own sleep would keep it from there.
      atomics: "disabled",
      recordTiming: false,
      ...(resourceLimits === undefined ? {} : { resourceLimits }),
      ...(flags.length === 0 ? {} : { execArgv: flags }),
      loadBalancer: (_, workers) => {
        const free = workers.find((worker) => worker.id >= 0 && !this.#takenThreads.has(worker.id));
        if (free !== undefined) this.#takenThreads.add(free.id);
        return free ?? null;
      },
    });
    this.#piscina.on("error", (error: Error) => {
      this.#lastError = error;
    });
    // Told before the thread has left piscina's list, so the look at that list waits a moment.
    this.#piscina.on("workerDestroy", (gone: { readonly id: number }) => {
      this.#giveUpOrphans(gone.id);
      setImmediate(() => this.#heal());
    });
    for (let i = 0; i < threads; i++) this.#openLane(this.#piscina);
  }

  /** Asks piscina for a thread that has no lane; it starts one if there is none. */
  #openLane(piscina: Piscina): void {
    this.#opening++;
    const { port1, port2 } = new MessageChannel();
    port1.unref();
    this.#askForThread(piscina, port2).then(
      ({ threadId, ring }) => {
        this.#opening--;
        this.#failedStarts = 0;
        const worker = piscina.threads.find((thread) => thread.threadId === threadId);
        if (this.#isClosed || worker === undefined) return port1.close();
        const number = this.#freeNumber();
        const lane = new FilterLane(number, laneRing(ring), port1, () => this.#queue.send());
        this.#lanes.set(number, lane);
        worker.once("exit", () => {
          this.#takenThreads.delete(threadId);
          this.#laneEnded(lane);
        });
        this.#queue.addLane(lane);
        if (this.#lanes.size === this.threads) for (const resolve of this.#readyWaiters.splice(0)) resolve();
      },
      (error: NodeJS.ErrnoException) => {
        this.#opening--;
        const isRefused = error.code === "ERR_WORKER_INIT_FAILED";
        if (this.#failedStarts++ === 0 && isRefused) this.#options.onWorkerEnd?.(error);
        port1.close();
        this.#heal();
      },
    );
  }

  #askForThread(piscina: Piscina, port: MessagePort): Promise<OpenedLane> {
    return new Promise((resolve, reject) => {
      const before = this.#tasks.length;
      try {
        piscina.run({ port }, { transferList: [port] }).then(resolve, reject);
      } catch (error) {
        // The system has no thread to give. Piscina has queued the task before it noticed, and would give it to the next
        // thread, of whose lane nobody would hear.
        this.#tasks.pop();
        reject(error);
        return;
      }
      if (this.#tasks.length > before) this.#giveUps.set(this.#tasks.at(-1)!, reject);
    });
  }

  /**
   * Gives up tasks whose thread ended before it was up. Piscina would start a thread for them when another is ready, in an
   * event, where a refusal of the system would end the process.
   */
  #giveUpOrphans(goneId: number): void {
    const starting = this.#piscina!.threads.filter(
      ({ threadId }) => threadId >= 0 && threadId !== goneId && !this.#takenThreads.has(threadId),
    );
    for (const orphan of this.#tasks.splice(starting.length)) {
      this.#giveUps.get(orphan)?.(new Error("its thread ended before it was up"));
    }
  }

  #laneEnded(lane: FilterLane): void {
    if (this.#isClosed) return;
    this.#lanes.delete(lane.number);
    this.#options.onWorkerEnd?.(this.#lastError);
    this.#lastError = undefined;
    this.#queue.removeLane(lane);
    this.#heal();
  }

  /** Opens the lanes that are missing, at once or, while threads fail to start, after a while. */
  #heal(delayMs = RESTART_DELAYS_MS[Math.min(this.#failedStarts, RESTART_DELAYS_MS.length - 1)]): void {
    if (delayMs === 0) {
      this.#openMissing();
      return;
    }
    // One look for all that failed: one each would be more with every round.
    this.#healing ??= setTimeout(() => {
      this.#healing = undefined;
      this.#openMissing();
    }, delayMs).unref();
  }

  #openMissing(): void {
    const piscina = this.#piscina;
    if (this.#isClosed || piscina === undefined) return;
    for (let i = this.#lanes.size + this.#opening; i < this.threads; i++) this.#openLane(piscina);
  }

  /** The lowest lane number that no worker has: the caller has lane 0. */
  #freeNumber(): number {
    for (let number = 1; number <= this.threads; number++) if (!this.#lanes.has(number)) return number;
    throw new TerraceError("internal", `more than ${this.threads} filter threads are up`);
  }
}

/** A queue of piscina over a list that its owner can take from. */
function queueOf(tasks: Task[]): TaskQueue {
  return {
    get size() {
      return tasks.length;
    },
    shift: () => tasks.shift() ?? null,
    push: (task) => void tasks.push(task),
    remove: (task) => {
      const at = tasks.indexOf(task);
      if (at >= 0) tasks.splice(at, 1);
    },
  };
}
