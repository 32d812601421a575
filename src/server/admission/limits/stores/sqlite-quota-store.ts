import { extname } from "node:path";
import { endsWithin } from "../../../../runtime/time/within.ts";
import { type WorkerThread, workerThread } from "../../../../runtime/worker-thread.ts";
import { type QuotaStore, STORE_CLOSE_MS } from "./quota-store.ts";
import type { QuotaReply, QuotaRequest, QuotaWorkerData } from "./sqlite-quota-worker.ts";

type Totals = ReadonlyMap<string, number>;

/** Queue length for the thread; the ledger sends only a few requests at a time. */
const MAX_WAITING = 1024;

/**
 * Monthly counts in a SQLite file, which several servers on one machine may share. A worker, started on first
 * use, does the I/O, so that a slow disk never blocks a request.
 */
export class SqliteQuotaStore implements QuotaStore {
  readonly #path: string;
  readonly #thread: WorkerThread<QuotaRequest, QuotaReply>;

  /** Addresses are stored as digests with this key. */
  constructor(path: string, key: () => Uint8Array) {
    this.#path = path;
    this.#thread = workerThread({
      file: new URL(`./sqlite-quota-worker${extname(import.meta.filename)}`, import.meta.url),
      name: "quota",
      maxWaiting: MAX_WAITING,
      workerData: (): QuotaWorkerData => ({ path, key: key() }),
      // Older versions of Node warn that SQLite is experimental.
      execArgv: ["--disable-warning=ExperimentalWarning"],
      // Normal priority: writes are tiny, and a killed process loses what is still unwritten.
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
