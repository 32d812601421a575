import { extname } from "node:path";
import type { Worker } from "node:worker_threads";
import type { FastifyBaseLogger } from "fastify";
import type { Pin } from "../../engine/engine.ts";
import type { PostedSnapshot } from "../../engine/open-view.ts";
import { errorFromPosted, postedError } from "../../runtime/threads/posted-error.ts";
import { restartDelayMs, startThread } from "../../runtime/threads/start-thread.ts";
import { endsWithin } from "../../runtime/time/within.ts";
import { type NumberedSnapshot, type OwnerFunctions, ownedBuffers } from "./owner-functions.ts";
import type { Count, FromThread, ThreadStart, ToThread } from "./thread-messages.ts";

export interface WireThreadsOptions {
  /** Wire threads, including the first. */
  readonly threads: number;
  readonly log: FastifyBaseLogger;
  /** Worker data at the time of a start. */
  readonly start: () => Omit<ThreadStart, "thread" | "threads" | "current" | "snapshot" | "next">;
  readonly posted: (pin?: Pin) => PostedSnapshot;
  readonly pin: () => Pin;
  /** Pins a snapshot by id for a thread. */
  readonly pinAt: (snapshotId: string, signal: AbortSignal) => Promise<Pin>;
  readonly functions: (pins: ReadonlyMap<number, Pin>, signal: AbortSignal) => Omit<OwnerFunctions, "open">;
  readonly onCounted: (counts: readonly Count[]) => void;
  readonly onLog: (text: string) => void;
  readonly onEnd: (thread: number, threadId: number) => void;
}

/** The slot of one thread, kept across restarts. */
interface Seat {
  readonly thread: number;
  worker: Worker | undefined;
  isUp: boolean;
  failedStarts: number;
  /** Snapshots that the thread has open, by number. */
  readonly pins: Map<number, Pin>;
  readonly asked: Map<number, AbortController>;
  /** Called when the thread has opened the next snapshot, failed to, or ended. */
  onPrepared: ((error?: Error) => void) | undefined;
  onClosed: ((isClean: boolean) => void) | undefined;
  /** Resolves when the first start has succeeded or failed. */
  readonly started: PromiseWithResolvers<void>;
}

// The worker is next to this file: .ts in the sources, .js in the package.
const FILE = new URL(`./wire-thread${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

/** Additional time for a stopping thread to send its last counts and log lines. */
const RELEASE_MS = 150;

/**
 * Same young generation as the first thread, which starts with 8 MB semi-spaces. A thread's heap is some 60
 * MB; with a limit of gigabytes, V8 would keep 30 MB more garbage.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

/**
 * The wire threads after the first, which owns the snapshot, the ledger and signal handling. They share its
 * memory and send it requests for the rest. A thread that ends loses only its own connections and is
 * restarted.
 */
export class WireThreads {
  readonly #options: WireThreadsOptions;
  readonly #seats: readonly Seat[];
  /** One word: number of the current snapshot. Writing it swaps all threads at once. */
  readonly #current = new Int32Array(new SharedArrayBuffer(4));
  #next: NumberedSnapshot | undefined;
  #lastNumber = 0;
  /** Older snapshots have negative numbers. */
  #lastOlder = 0;
  #ended = 0;
  #isClosing = false;

  constructor(options: WireThreadsOptions) {
    this.#options = options;
    this.#seats = Array.from({ length: options.threads - 1 }, (_, i) => ({
      thread: i + 1,
      worker: undefined,
      isUp: false,
      failedStarts: 0,
      pins: new Map(),
      asked: new Map(),
      onPrepared: undefined,
      onClosed: undefined,
      started: Promise.withResolvers<void>(),
    }));
  }

  /** Running threads, including the first, and how many ended unexpectedly. */
  load(): { readonly up: number; readonly ended: number } {
    return { up: 1 + this.#seats.filter(({ isUp }) => isUp).length, ended: this.#ended };
  }

  /** Resolves when every thread serves or has failed once; failed starts are retried. */
  async start(): Promise<void> {
    for (const seat of this.#seats) this.#start(seat);
    await Promise.all(this.#seats.map(({ started }) => started.promise));
  }

  /** Resolves when every thread has opened the next snapshot; if one cannot, all drop it and this rejects. */
  async prepare(posted: PostedSnapshot): Promise<void> {
    // A new number per attempt: late answers to an abandoned one are recognised.
    const snapshot = { number: ++this.#lastNumber, posted };
    this.#next = snapshot;
    try {
      await Promise.all(
        this.#seats.map(async (seat) => {
          if (seat.worker === undefined) return;
          const { promise, resolve, reject } = Promise.withResolvers<void>();
          seat.onPrepared = (error) => (error === undefined ? resolve() : reject(error));
          this.#post(seat, { kind: "prepare", snapshot });
          await promise;
        }),
      );
    } catch (error) {
      this.#next = undefined;
      this.postAll({ kind: "drop" });
      throw error;
    }
  }

  /** Makes the prepared snapshot current in all threads, after the first has swapped. */
  swap(): void {
    const number = this.#lastNumber;
    Atomics.store(this.#current, 0, number);
    this.#next = undefined;
    for (const seat of this.#seats) {
      if (seat.worker === undefined) continue;
      seat.pins.set(number, this.#options.pin());
      this.#post(seat, { kind: "swap" });
    }
  }

  postAll(message: ToThread): void {
    for (const seat of this.#seats) this.#post(seat, message);
  }

  /** Terminates a thread as a fault would. */
  async end(thread: number): Promise<void> {
    await this.#seats.find((seat) => seat.thread === thread)?.worker?.terminate();
  }

  /** Drains every thread within the time, then ends it. True if nothing was cut off. */
  async close(timeoutMs: number): Promise<boolean> {
    this.#isClosing = true;
    const ends = await Promise.all(
      this.#seats.map(async (seat) => {
        const { worker } = seat;
        if (worker === undefined) return true;
        const { promise, resolve } = Promise.withResolvers<boolean>();
        seat.onClosed = resolve;
        this.#post(seat, { kind: "close", timeoutMs });
        const isClosed = await endsWithin(promise, timeoutMs + RELEASE_MS);
        await worker.terminate();
        return isClosed && (await promise);
      }),
    );
    return ends.every((isClean) => isClean);
  }

  #start(seat: Seat): void {
    if (this.#isClosing) return;
    try {
      this.#begin(seat);
    } catch (error) {
      // The system may be out of threads: go on with those that run.
      this.#retry(seat, error, false);
    }
  }

  #begin(seat: Seat): void {
    const number = this.#current[0];
    const start: ThreadStart = {
      ...this.#options.start(),
      thread: seat.thread,
      threads: this.#options.threads,
      current: this.#current.buffer as SharedArrayBuffer,
      snapshot: { number, posted: this.#options.posted() },
      next: this.#next,
    };
    const worker = startThread(FILE, { workerData: start, resourceLimits: RESOURCE_LIMITS });
    const { threadId } = worker;
    let cause: unknown;
    seat.worker = worker;
    seat.pins.set(number, this.#options.pin());
    worker.on("message", (message: FromThread) => this.#onMessage(seat, message));
    worker.on("error", (error) => {
      cause = error;
    });
    worker.on("exit", () => {
      const wasUp = seat.isUp;
      this.#leave(seat);
      this.#options.onEnd(seat.thread, threadId);
      if (this.#isClosing) return;
      this.#ended++;
      this.#retry(seat, cause, wasUp);
    });
  }

  #retry(seat: Seat, err: unknown, wasUp: boolean): void {
    seat.failedStarts = wasUp ? 0 : seat.failedStarts + 1;
    this.#options.log.error(
      { err, thread: seat.thread },
      wasUp ? "a wire thread ended; another takes its place" : "a wire thread cannot start; it is retried",
    );
    seat.started.resolve();
    setTimeout(() => this.#start(seat), restartDelayMs(seat.failedStarts)).unref();
  }

  /** Releases what an ended thread held, and aborts what was in progress for it. */
  #leave(seat: Seat): void {
    seat.worker = undefined;
    seat.isUp = false;
    for (const controller of seat.asked.values()) controller.abort();
    seat.asked.clear();
    for (const pin of seat.pins.values()) pin.release();
    seat.pins.clear();
    seat.onPrepared?.();
    seat.onClosed?.(false);
  }

  #onMessage(seat: Seat, message: FromThread): void {
    switch (message.kind) {
      case "listening":
        seat.isUp = true;
        seat.started.resolve();
        break;
      case "prepared":
        // A late answer to an abandoned attempt.
        if (message.number !== this.#next?.number) break;
        seat.onPrepared?.(message.error && errorFromPosted(message.error));
        break;
      case "released":
        seat.pins.get(message.number)?.release();
        seat.pins.delete(message.number);
        break;
      case "log":
        this.#options.onLog(message.text);
        break;
      case "counted":
        this.#options.onCounted(message.counts);
        break;
      case "ask":
        void this.#answer(seat, message);
        break;
      case "abort":
        seat.asked.get(message.id)?.abort();
        break;
      case "closed":
        seat.onClosed?.(message.isClean);
        break;
    }
  }

  async #answer(seat: Seat, { id, name, given }: Extract<FromThread, { kind: "ask" }>): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const { worker } = seat;
    seat.asked.set(id, controller);
    // A restarted thread numbers its requests from 1 again.
    const isAwaited = () => seat.worker === worker && !signal.aborted;
    const functions: OwnerFunctions = {
      ...this.#options.functions(seat.pins, signal),
      open: (snapshotId) => this.#openFor(seat, snapshotId, signal, isAwaited),
    };
    try {
      const value = await (functions[name] as (...all: readonly unknown[]) => unknown)(...given);
      if (isAwaited()) this.#post(seat, { kind: "answer", id, value }, ownedBuffers(value));
    } catch (error) {
      if (isAwaited()) this.#post(seat, { kind: "failure", id, error: postedError(error) });
    } finally {
      if (seat.worker === worker) seat.asked.delete(id);
    }
  }

  /** Pins a snapshot for a thread until it reports that it has closed it. */
  async #openFor(
    seat: Seat,
    snapshotId: string,
    signal: AbortSignal,
    isAwaited: () => boolean,
  ): Promise<NumberedSnapshot | undefined> {
    const pin = await this.#options.pinAt(snapshotId, signal);
    if (!isAwaited()) {
      pin.release();
      return undefined;
    }
    const number = --this.#lastOlder;
    seat.pins.set(number, pin);
    return { number, posted: this.#options.posted(pin) };
  }

  #post(seat: Seat, message: ToThread, transfer: ArrayBuffer[] = []): void {
    seat.worker?.postMessage(message, transfer);
  }
}
