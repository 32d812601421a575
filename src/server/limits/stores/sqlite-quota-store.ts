import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { endsWithin } from "../../../runtime/time/within.ts";
import { type QuotaStore, STORE_CLOSE_MS } from "./quota-store.ts";
import type { QuotaReply, QuotaRequest, QuotaWorkerData } from "./sqlite-quota-worker.ts";

type Totals = ReadonlyMap<string, number>;
type Asked = QuotaRequest extends infer R ? (R extends unknown ? Omit<R, "id"> : never) : never;

/**
 * Monthly counts in one SQLite file. The file is held by a thread of its own, started by the first question, so that
 * no disk can hold up a request; several servers on one machine may share the file.
 */
export class SqliteQuotaStore implements QuotaStore {
  readonly #path: string;
  readonly #key: () => Uint8Array;
  readonly #waiting = new Map<number, PromiseWithResolvers<Totals>>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** Addresses are stored as digests under the key. */
  constructor(path: string, key: () => Uint8Array) {
    this.#path = path;
    this.#key = key;
  }

  readTotals(month: string, identifiers: readonly string[]): Promise<Totals> {
    return this.#ask({ ask: "read", month, identifiers });
  }

  addCounts(month: string, counts: Totals): Promise<Totals> {
    return this.#ask({ ask: "add", month, counts });
  }

  async close(timeMs: number = STORE_CLOSE_MS): Promise<boolean> {
    const worker = this.#worker;
    if (worker === undefined) return true;
    this.#end(worker, new Error("the store is closed"));
    return endsWithin(worker.terminate(), timeMs);
  }

  #ask(question: Asked): Promise<Totals> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<Totals>();
    this.#waiting.set(id, waiting);
    this.#worker ??= this.#start();
    // The process stays alive for a question under way, and only for that.
    this.#worker.ref();
    this.#worker.postMessage({ ...question, id } as QuotaRequest);
    return waiting.promise;
  }

  #start(): Worker {
    const file = new URL(`./sqlite-quota-worker${extname(import.meta.filename)}`, import.meta.url);
    // Older versions of Node announce their SQLite as experimental on every start.
    const execArgv = ["--disable-warning=ExperimentalWarning"];
    const workerData: QuotaWorkerData = { path: this.#path, key: this.#key() };
    const worker = new Worker(file, { workerData, execArgv });
    const onEnd = (cause: unknown) => this.#end(worker, cause);
    worker.on("error", onEnd).on("exit", onEnd);
    worker.on("message", (reply: QuotaReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (this.#waiting.size === 0) worker.unref();
      if ("totals" in reply) waiting?.resolve(reply.totals);
      else waiting?.reject(new Error(`the quota file ${this.#path}: ${reply.problem}`));
    });
    return worker;
  }

  /** Fails the questions of a thread that has ended. An error is followed by an exit, when the next may have begun. */
  #end(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const error = new Error(`the quota file ${this.#path} cannot be used`, { cause });
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
