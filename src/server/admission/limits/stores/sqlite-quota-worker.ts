import { chmodSync, closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { isStoredInClear, storedIdentifier } from "../../callers/stored-identifier.ts";

/** A question to the thread that holds the quota file. */
export type QuotaRequest = { readonly month: string } & (
  | { readonly ask: "read"; readonly identifiers: readonly string[] }
  | { readonly ask: "add"; readonly counts: ReadonlyMap<string, number> }
);

/** Its answer, or why there is none. */
export type QuotaReply = { readonly totals: ReadonlyMap<string, number> } | { readonly problem: string };

/** What the thread is started with. */
export interface QuotaWorkerData {
  readonly path: string;
  /** Addresses are stored as digests under this key. */
  readonly key: Uint8Array;
}

const CREATE = `
CREATE TABLE IF NOT EXISTS api_usage_monthly (
  identifier TEXT NOT NULL,
  month TEXT NOT NULL,
  request_count INTEGER NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (identifier, month)
) WITHOUT ROWID
`;

const READ = "SELECT request_count FROM api_usage_monthly WHERE identifier = $identifier AND month = $month";

const ADD = `
INSERT INTO api_usage_monthly (identifier, month, request_count, updated_at)
VALUES ($identifier, $month, $count, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
ON CONFLICT (identifier, month) DO UPDATE SET
  request_count = request_count + excluded.request_count,
  updated_at = excluded.updated_at
RETURNING request_count
`;

const READ_STRANGERS =
  "SELECT identifier, month, request_count FROM api_usage_monthly WHERE identifier NOT LIKE 'user:%'";

const DELETE = "DELETE FROM api_usage_monthly WHERE identifier = $identifier AND month = $month";

/** What SQLite says when another process holds the file. */
const SQLITE_BUSY = 5;
/** How long a question waits for such a process. */
const BUSY_MS = 5000;
/** How often it tries meanwhile. SQLite's own wait cannot be ended from outside and would hold up a stop. */
const TRY_EVERY_MS = 20;

const { path, key } = workerData as QuotaWorkerData;
const bell = new Int32Array(new SharedArrayBuffer(4));
const database = openFile();
const read = database.prepare(READ);
const add = database.prepare(ADD);
hideAddresses();

parentPort!.on("message", (request: QuotaRequest) => {
  parentPort!.postMessage(reply(request));
});

/** The file, for this user's eyes only; the files that SQLite puts next to it get the same mode. */
function openFile(): DatabaseSync {
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  const opened = new DatabaseSync(path);
  return whenFree(() => {
    // With a write-ahead log a commit survives the death of the process without waiting for the disk.
    opened.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    opened.exec(CREATE);
    return opened;
  });
}

function reply(request: QuotaRequest): QuotaReply {
  const { month } = request;
  try {
    const totals = whenFree(() =>
      request.ask === "read" ? readTotals(month, request.identifiers) : addCounts(month, request.counts),
    );
    return { totals };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What the work gives, tried until no other process holds the file. */
function whenFree<T>(work: () => T): T {
  const endMs = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const code = ((error as { errcode?: number }).errcode ?? 0) & 255;
      if (code !== SQLITE_BUSY || performance.now() >= endMs) throw error;
    }
    Atomics.wait(bell, 0, 0, TRY_EVERY_MS);
  }
}

function readTotals(month: string, identifiers: readonly string[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const identifier of identifiers) {
    const row = read.get({ identifier: storedIdentifier(identifier, key), month });
    if (row !== undefined) totals.set(identifier, Number(row.request_count));
  }
  return totals;
}

function addCounts(month: string, counts: ReadonlyMap<string, number>): Map<string, number> {
  const totals = new Map<string, number>();
  inTransaction(() => {
    for (const [identifier, count] of counts) {
      const stored = storedIdentifier(identifier, key);
      totals.set(identifier, Number(add.get({ identifier: stored, month, count })!.request_count));
    }
  });
  return totals;
}

/** Stores as digests the addresses that a version without a key has left. */
function hideAddresses(): void {
  const rows = database.prepare(READ_STRANGERS).all() as {
    identifier: string;
    month: string;
    request_count: number;
  }[];
  const clear = rows.filter(({ identifier }) => isStoredInClear(identifier));
  if (clear.length === 0) return;
  const remove = database.prepare(DELETE);
  whenFree(() =>
    inTransaction(() => {
      for (const { identifier, month, request_count: count } of clear) {
        add.get({ identifier: storedIdentifier(identifier, key), month, count });
        remove.run({ identifier, month });
      }
    }),
  );
}

function inTransaction(work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    rollBack();
    throw error;
  }
}

/** A full disk ends a transaction by itself: what is said then must not hide why. */
function rollBack(): void {
  try {
    database.exec("ROLLBACK");
  } catch {}
}
