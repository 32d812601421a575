import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { QuotaStore } from "./quota-store.ts";
import type { QuotaReply, QuotaRequest } from "./sqlite-quota-worker.ts";

type Totals = ReadonlyMap<string, number>;
type Asked = QuotaRequest extends infer R ? (R extends unknown ? Omit<R, "id"> : never) : never;

/**
 * Monthly counts in one SQLite file. The file is held by a thread of its own, started by the first question, so that
 * no disk can hold up a request; several servers on one machine may share the file.
 */
export class SqliteQuotaStore implements QuotaStore {
  readonly #path: string;
  readonly #waiting = new Map<number, PromiseWithResolvers<Totals>>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(path: string) {
    this.#path = path;
  }

  readTotals(month: string, identifiers: readonly string[]): Promise<Totals> {
    return this.#ask({ ask: "read", month, identifiers });
  }

  addCounts(month: string, counts: Totals): Promise<Totals> {
    return this.#ask({ ask: "add", month, counts });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
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
    const worker = new Worker(file, { workerData: { path: this.#path }, execArgv });
    const onEnd = (cause: unknown) => {
      // An error is followed by an exit, when the next thread may have taken over.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      const error = new Error(`the quota file ${this.#path} cannot be used`, { cause });
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
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
}
