import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** A question to the thread that holds the quota file. */
export type QuotaRequest = { readonly id: number; readonly month: string } & (
  | { readonly ask: "read"; readonly identifiers: readonly string[] }
  | { readonly ask: "add"; readonly counts: ReadonlyMap<string, number> }
);

/** Its answer, or why there is none. */
export type QuotaReply = { readonly id: number } & (
  | { readonly totals: ReadonlyMap<string, number> }
  | { readonly problem: string }
);

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

const database = new DatabaseSync((workerData as { path: string }).path);
// With a write-ahead log a commit survives the death of the process without waiting for the disk.
database.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
database.exec(CREATE);
const read = database.prepare(READ);
const add = database.prepare(ADD);

parentPort!.on("message", (request: QuotaRequest) => {
  parentPort!.postMessage(reply(request));
});

function reply(request: QuotaRequest): QuotaReply {
  const { id, month } = request;
  try {
    const totals =
      request.ask === "read" ? readTotals(month, request.identifiers) : addCounts(month, request.counts);
    return { id, totals };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

function readTotals(month: string, identifiers: readonly string[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const identifier of identifiers) {
    const row = read.get({ identifier, month });
    if (row !== undefined) totals.set(identifier, Number(row.request_count));
  }
  return totals;
}

function addCounts(month: string, counts: ReadonlyMap<string, number>): Map<string, number> {
  const totals = new Map<string, number>();
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const [identifier, count] of counts) {
      totals.set(identifier, Number(add.get({ identifier, month, count })!.request_count));
    }
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
  return totals;
}
