import pg from "pg";
import type { Subscription } from "../callers/tiers.ts";
import type { QuotaStore } from "./quota-store.ts";

/** Longest that one statement may take: nobody waits for it, but deltas pile up meanwhile. */
const STATEMENT_MS = 10_000;

/** Instances that start together take turns: `IF NOT EXISTS` alone lets two of them collide. */
const CREATE = `
BEGIN;
SELECT pg_advisory_xact_lock(7236523);
CREATE TABLE IF NOT EXISTS api_usage_monthly (
  identifier text NOT NULL,
  month date NOT NULL,
  request_count bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (identifier, month)
);
COMMIT
`;

const EXISTS = "SELECT to_regclass('api_usage_monthly') IS NOT NULL AS found";

const READ = `
SELECT identifier, request_count
FROM api_usage_monthly
WHERE month = $1::date AND identifier = ANY($2::text[])
`;

/** Rows in one order everywhere, so that two instances cannot wait for each other. */
const ADD = `
INSERT INTO api_usage_monthly AS usage (identifier, month, request_count)
SELECT identifier, $1::date, added
FROM unnest($2::text[], $3::bigint[]) AS batch (identifier, added)
ORDER BY identifier
ON CONFLICT (identifier, month) DO UPDATE SET
  request_count = usage.request_count + excluded.request_count,
  updated_at = now()
RETURNING identifier, request_count
`;

const SUBSCRIPTIONS = `
SELECT user_id, tier, status
FROM api_subscriptions
WHERE user_id = ANY($1::text[])
`;

interface CountRow {
  readonly identifier: string;
  /** A bigint as text. */
  readonly request_count: string;
}

/** Monthly counts in PostgreSQL, for any number of instances. Creates its table when it is missing. */
export class PostgresQuotaStore implements QuotaStore {
  readonly #pool: pg.Pool;
  #prepared: Promise<void> | undefined;

  constructor(connectionString: string) {
    this.#pool = new pg.Pool({
      connectionString,
      max: 2,
      connectionTimeoutMillis: 5000,
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS,
      allowExitOnIdle: true,
      application_name: "terrace",
    });
    // An idle connection that breaks is replaced by the next question.
    this.#pool.on("error", () => {});
  }

  async readTotals(month: string, identifiers: readonly string[]): Promise<Map<string, number>> {
    await this.#prepare();
    return totalsOf(await this.#pool.query<CountRow>(READ, [month, identifiers]));
  }

  async addCounts(month: string, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    await this.#prepare();
    return totalsOf(await this.#pool.query<CountRow>(ADD, [month, [...counts.keys()], [...counts.values()]]));
  }

  /** Rows of `api_subscriptions(user_id, tier, status)` for these users. */
  async readSubscriptions(userIds: readonly string[]): Promise<Map<string, Subscription>> {
    const { rows } = await this.#pool.query<Subscription & { user_id: string }>(SUBSCRIPTIONS, [userIds]);
    return new Map(rows.map(({ user_id, tier, status }) => [user_id, { tier, status }]));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Makes sure once that the table is there; tries again with the next question after a failure. */
  #prepare(): Promise<void> {
    this.#prepared ??= this.#createTable().catch((error) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  async #createTable(): Promise<void> {
    const { rows } = await this.#pool.query<{ found: boolean }>(EXISTS);
    if (!rows[0].found) await this.#pool.query(CREATE);
  }
}

function totalsOf({ rows }: { rows: CountRow[] }): Map<string, number> {
  return new Map(rows.map(({ identifier, request_count }) => [identifier, Number(request_count)]));
}
