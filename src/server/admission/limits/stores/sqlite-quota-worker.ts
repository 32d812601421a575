import { chmodSync, closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { isStoredInClear, storedIdentifier } from "../../callers/stored-identifier.ts";

export type QuotaRequest = { readonly month: string } & (
  | { readonly ask: "read"; readonly identifiers: readonly string[] }
  | { readonly ask: "add"; readonly counts: ReadonlyMap<string, number> }
);

export type QuotaReply = { readonly totals: ReadonlyMap<string, number> } | { readonly problem: string };

export interface QuotaWorkerData {
  readonly path: string;
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

/** SQLite error code: another process holds the lock. */
const SQLITE_BUSY = 5;
/** Longest wait for that lock. */
const BUSY_MS = 5000;
/** Retry interval. SQLite's own busy timeout cannot be interrupted and would delay shutdown. */
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

/** Opens the file with mode 0600; SQLite gives its sidecar files the same mode. */
function openFile(): DatabaseSync {
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  const opened = new DatabaseSync(path);
  return whenFree(() => {
    // With WAL, a commit survives the death of the process without an fsync.
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

/** Replaces addresses in clear, from a version without keys, by digests. */
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

/** A full disk may already have rolled back: that error must not hide the first one. */
function rollBack(): void {
  try {
    database.exec("ROLLBACK");
  } catch {}
}
