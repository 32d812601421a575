import { extname } from "node:path";
import { endsWithin } from "../../../../runtime/time/within.ts";
import { type WorkerThread, workerThread } from "../../../../runtime/worker-thread.ts";
import { type QuotaStore, STORE_CLOSE_MS } from "./quota-store.ts";
import type { QuotaReply, QuotaRequest, QuotaWorkerData } from "./sqlite-quota-worker.ts";

type Totals = ReadonlyMap<string, number>;

/** Questions that may wait for the thread: the ledger asks a few at a time and waits for their answers. */
const MAX_WAITING = 1024;

/**
 * Monthly counts in one SQLite file. The file is held by a thread of its own, started by the first question, so that
 * no disk can hold up a request; several servers on one machine may share the file.
 */
export class SqliteQuotaStore implements QuotaStore {
  readonly #path: string;
  readonly #thread: WorkerThread<QuotaRequest, QuotaReply>;

  /** Addresses are stored as digests under the key. */
  constructor(path: string, key: () => Uint8Array) {
    this.#path = path;
    this.#thread = workerThread({
      file: new URL(`./sqlite-quota-worker${extname(import.meta.filename)}`, import.meta.url),
      name: "quota",
      maxWaiting: MAX_WAITING,
      workerData: (): QuotaWorkerData => ({ path, key: key() }),
      // Older versions of Node announce their SQLite as experimental on every start.
      execArgv: ["--disable-warning=ExperimentalWarning"],
      // A write is tiny, and whatever comes while it is late is lost with a killed process.
      givesWay: false,
    });
  }

  readTotals(month: string, identifiers: readonly string[]): Promise<Totals> {
    return this.#ask({ ask: "read", month, identifiers });
  }

  addCounts(month: string, counts: Totals): Promise<Totals> {
    return this.#ask({ ask: "add", month, counts });
  }

  close(timeMs: number = STORE_CLOSE_MS): Promise<boolean> {
    return endsWithin(this.#thread.terminate(), timeMs);
  }

  async #ask(question: QuotaRequest): Promise<Totals> {
    const reply = await this.#thread.perform(question).catch((cause: unknown) => {
      throw new Error(`the quota file ${this.#path} cannot be used`, { cause });
    });
    if ("totals" in reply) return reply.totals;
    throw new Error(`the quota file ${this.#path}: ${reply.problem}`);
  }
}
