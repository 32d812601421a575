import { extname } from "node:path";
import type { ResourceLimits } from "node:worker_threads";
import type { Piscina } from "piscina";
import { abortError, type StopSignal } from "../../runtime/abort.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { compiledCodeFlags, restartDelayMs } from "../../runtime/threads/start-thread.ts";
import { BATCH_CALLS, type FilterMemory, maskOffset } from "./filter-memory.ts";
import { type FilterTask, NO_TASK, packCalls, type TaskCall } from "./filter-task.ts";
import { inlineFilter, MaskCopies } from "./inline-filter.ts";
import type { FilterAnswer, RangePredicate, SuburbFilter } from "./predicate.ts";
import { releaseClaims } from "./rank-index.ts";

export interface FilterPoolOptions {
  /** Number of worker threads, at least 1. */
  readonly threads: number;
  /** Most calls in the queue; more are rejected as unavailable. */
  readonly maxWaiting?: number;
  /** Called when a thread ended unexpectedly; the pool replaces it. */
  readonly onWorkerEnd?: ((error: Error | undefined) => void) | undefined;
  readonly resourceLimits?: ResourceLimits;
  /** Node flags for the threads, instead of those of this process. */
  readonly execArgv?: readonly string[];
}

/** A fraction of a second of work, and about 1 MB of promises. */
const DEFAULT_MAX_WAITING = 4096;

/** Fewest calls for a thread: for fewer, waking another one costs more than it gains. */
const THREAD_SHARE = 16;

// Next to this file: TypeScript in the sources, JavaScript in the package.
const WORKER_FILE = new URL(`./filter-worker${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

interface PooledView {
  /** Never reused. */
  readonly number: number;
  readonly filterMemory: FilterMemory;
  readonly copies: MaskCopies;
  /** Evaluates on the calling thread while no worker is up. */
  readonly inline: SuburbFilter;
}

/** A queued call, or one in a batch that a worker evaluates. */
interface PooledCall extends TaskCall {
  readonly view: PooledView;
  readonly answered: Promise<FilterAnswer>;
  /** True after a worker died with it: it is retried once. */
  isRetried: boolean;
  answer(answer: FilterAnswer): void;
  refuse(error: TerraceError): void;
}

/** One worker thread, which evaluates one batch of calls at a time. */
interface Lane {
  /** From 1; the calling thread has lane 0 of the memory. */
  readonly number: number;
  /** A Piscina pool of one thread. */
  readonly thread: Piscina;
  readonly attached: Set<PooledView>;
  calls: readonly PooledCall[];
  isUp: boolean;
  isEnded: boolean;
}

/**
 * Worker threads that evaluate filters, for any number of snapshots. The calls of one turn of the event loop
 * are sent as one Piscina task a thread. Each thread has its own Piscina, which is replaced as a whole:
 * Piscina restarts a thread in an event handler, where a refusal by the system would end the process.
 */
export class FilterPool {
  readonly threads: number;
  readonly #options: FilterPoolOptions;
  /** By number, including those that are starting. */
  readonly #lanes = new Map<number, Lane>();
  readonly #up: Lane[] = [];
  readonly #views = new Set<PooledView>();
  /** Calls in flight; `#waiting` are those not yet sent to a thread. */
  readonly #calls = new Set<PooledCall>();
  readonly #waiting: PooledCall[] = [];
  #ready = Promise.withResolvers<void>();
  #starting: Promise<void> | undefined;
  #failedStarts = 0;
  #healing: NodeJS.Timeout | undefined;
  #nextView = 1;
  #detaching = 0;
  #isSending = false;
  #isClosed = false;

  constructor(options: FilterPoolOptions) {
    this.threads = options.threads;
    this.#options = options;
  }

  /** Number of threads that are up. */
  get size(): number {
    return this.#up.length;
  }

  /** Calls in flight, and snapshots that threads have yet to release. */
  get inFlight(): number {
    return this.#calls.size + this.#detaching;
  }

  /** Resolves when every thread is up. Calls need not wait: until then the calling thread evaluates them. */
  async ready(): Promise<void> {
    this.#start();
    await this.#starting;
    await this.#ready.promise;
  }

  /** Returns a filter over one snapshot, whose memory must have been laid out for `threads` worker lanes. */
  attach(filterMemory: FilterMemory): SuburbFilter {
    const inline = inlineFilter(filterMemory);
    const copies = new MaskCopies(filterMemory.memory.buffer);
    const view: PooledView = { number: this.#nextView++, filterMemory, copies, inline };
    const scopes = new Map(filterMemory.scopes.map(({ code }, position) => [code, position]));
    this.#views.add(view);
    return {
      filterSync: inline.filterSync,
      filter: (code, predicates, signal) => {
        if (signal?.aborted) return Promise.reject(abortError(signal));
        const refusal = this.#refusal();
        if (refusal !== undefined) return Promise.reject(new TerraceError("unavailable", refusal));
        const scope = scopes.get(code);
        if (scope !== undefined && this.size > 0) return this.#queued(view, scope, predicates, signal);
        this.#start();
        return inline.filter(code, predicates);
      },
      close: async () => {
        await settled([...this.#calls].filter((call) => call.view === view));
        await inline.close();
        await this.#detach(view);
      },
    };
  }

  /** Rejects new calls, waits for those in flight and stops every thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#healing);
    await settled([...this.#calls]);
    this.#up.length = 0;
    // If the import of Piscina failed, there are no threads to stop.
    await this.#starting?.catch(() => {});
    await Promise.all(
      Array.from(this.#lanes.values(), (lane) => {
        lane.isEnded = true;
        return lane.thread.destroy();
      }),
    );
  }

  /** Why another call must be rejected now; undefined if it need not be. */
  #refusal(): string | undefined {
    if (this.#isClosed) return "the filter threads are stopping";
    const { maxWaiting = DEFAULT_MAX_WAITING } = this.#options;
    if (this.#waiting.length < maxWaiting) return undefined;
    return `${maxWaiting} filters are already waiting; try again shortly`;
  }

  #queued(
    view: PooledView,
    scope: number,
    predicates: readonly RangePredicate[],
    signal: StopSignal | undefined,
  ): Promise<FilterAnswer> {
    const { promise: answered, resolve, reject } = Promise.withResolvers<FilterAnswer>();
    const leave = () => {
      signal?.removeEventListener("abort", onAbort);
      this.#calls.delete(call);
    };
    const call: PooledCall = {
      view,
      scope,
      predicates,
      answered,
      isRetried: false,
      answer: (answer) => {
        leave();
        resolve(answer);
      },
      refuse: (error) => {
        leave();
        reject(error);
      },
    };
    const onAbort = () => {
      const at = this.#waiting.indexOf(call);
      if (at >= 0) this.#waiting.splice(at, 1);
      call.refuse(abortError(signal!));
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#calls.add(call);
    this.#waiting.push(call);
    if (!this.#isSending) {
      this.#isSending = true;
      setImmediate(() => {
        this.#isSending = false;
        this.#send();
      });
    }
    return answered;
  }

  /** Sends queued calls to idle threads, or evaluates them here if no thread is up. */
  #send(): void {
    if (this.size === 0) {
      for (const { answer, view, scope, predicates } of this.#waiting.splice(0)) {
        answer(view.inline.filterSync(view.filterMemory.scopes[scope].code, predicates));
      }
      return;
    }
    const free = this.#up.filter(({ calls }) => calls.length === 0);
    const share = Math.max(THREAD_SHARE, Math.ceil(this.#waiting.length / free.length));
    for (const lane of free) {
      if (this.#waiting.length === 0) return;
      void this.#sendTo(lane, this.#waiting.splice(0, Math.min(BATCH_CALLS, share)));
    }
  }

  async #sendTo(lane: Lane, calls: readonly PooledCall[]): Promise<void> {
    lane.calls = calls;
    const attach = new Set(calls.map(({ view }) => view)).difference(lane.attached);
    for (const view of attach) lane.attached.add(view);
    const counts = await this.#run(lane, {
      attach: Array.from(attach, ({ number, filterMemory }) => ({ number, filterMemory })),
      calls: packCalls(calls),
    });
    if (counts === undefined) return;
    lane.calls = [];
    for (const [place, call] of calls.entries()) {
      if (!this.#calls.has(call)) continue;
      const { copies, filterMemory } = call.view;
      const mask = maskOffset(filterMemory, lane.number, place);
      call.answer(copies.answer(filterMemory.scopes[call.scope], mask, counts[place]));
    }
    this.#send();
  }

  /** Makes every worker release a snapshot's memory. */
  async #detach(view: PooledView): Promise<void> {
    this.#views.delete(view);
    this.#detaching++;
    const lanes = this.#up.filter(({ attached }) => attached.delete(view));
    await Promise.all(lanes.map((lane) => this.#run(lane, { detach: [view.number] })));
    this.#detaching--;
  }

  /** Starts the threads, once. The first call does so, so that a server answers before it loads Piscina. */
  #start(): void {
    if (this.#isClosed || this.#starting !== undefined) return;
    this.#starting = this.#openMissing();
    this.#starting.catch((error) => this.#options.onWorkerEnd?.(error));
  }

  async #openMissing(): Promise<void> {
    const { Piscina: Pool } = await import("piscina");
    for (let number = 1; number <= this.threads && !this.#isClosed; number++) {
      if (!this.#lanes.has(number)) void this.#openLane(number, Pool);
    }
  }

  async #openLane(number: number, Pool: typeof Piscina): Promise<void> {
    const { resourceLimits, execArgv = [] } = this.#options;
    const flags = [...execArgv, ...compiledCodeFlags()];
    const thread = new Pool({
      filename: WORKER_FILE.href,
      name: "runTask",
      workerData: number,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      // A thread that sleeps in Atomics.wait would build no index between calls.
      atomics: "disabled",
      recordTiming: false,
      ...(resourceLimits === undefined ? {} : { resourceLimits }),
      ...(flags.length === 0 ? {} : { execArgv: flags }),
    });
    const lane: Lane = { number, thread, attached: new Set(), calls: [], isUp: false, isEnded: false };
    this.#lanes.set(number, lane);
    let cause: Error | undefined;
    thread.on("error", (error: Error) => {
      cause = error;
    });
    // Emitted before the error itself, if there is one.
    thread.on("workerDestroy", () => setImmediate(() => this.#end(lane, cause)));
    if ((await this.#run(lane, {})) === undefined) return;
    lane.isUp = true;
    this.#failedStarts = 0;
    this.#up.push(lane);
    this.#send();
    if (this.size === this.threads) this.#ready.resolve();
  }

  /** Runs a task in the lane's worker; resolves to undefined if the lane has ended. */
  async #run(lane: Lane, task: Partial<FilterTask>): Promise<Int32Array | undefined> {
    let isRefused = true;
    try {
      const answer = lane.thread.run({ ...NO_TASK, ...task });
      isRefused = false;
      const counts: Int32Array = await answer;
      return lane.isEnded ? undefined : counts;
    } catch (error) {
      this.#end(lane, error as Error, isRefused);
      return undefined;
    }
  }

  /** Removes and later replaces a lane whose worker ended or threw. Its calls are retried once. */
  #end(lane: Lane, error: Error | undefined, isRefused = false): void {
    if (lane.isEnded) return;
    lane.isEnded = true;
    // If the system refused the thread, do not destroy it: that would reject a task that nobody awaits.
    if (!isRefused) void lane.thread.destroy();
    this.#lanes.delete(lane.number);
    if (!this.#isClosed && (lane.isUp || this.#failedStarts === 0)) this.#options.onWorkerEnd?.(error);
    if (lane.isUp) this.#requeueCalls(lane);
    else this.#failedStarts++;
    if (this.#isClosed) return;
    // One timer for all missing lanes; its delay grows with failed starts.
    this.#healing ??= setTimeout(() => {
      this.#healing = undefined;
      void this.#openMissing();
    }, restartDelayMs(this.#failedStarts)).unref();
  }

  #requeueCalls(lane: Lane): void {
    if (this.size === this.threads) this.#ready = Promise.withResolvers();
    this.#up.splice(this.#up.indexOf(lane), 1);
    for (const view of this.#views) releaseClaims(view.filterMemory, lane.number);
    for (const call of lane.calls) {
      if (!this.#calls.has(call)) continue;
      if (call.isRetried) {
        call.refuse(new TerraceError("unavailable", "two filter threads ended during the call; try again"));
      } else {
        call.isRetried = true;
        this.#waiting.push(call);
      }
    }
    this.#send();
  }
}

async function settled(calls: readonly PooledCall[]): Promise<void> {
  await Promise.allSettled(calls.map(({ answered }) => answered));
}
