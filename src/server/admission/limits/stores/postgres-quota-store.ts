import { Socket } from "node:net";
import type { Pool } from "pg";
import { badConfig, type TerraceError } from "../../../../runtime/errors.ts";
import { optionalPackage } from "../../../../runtime/node/optional-package.ts";
import { endsWithin } from "../../../../runtime/time/within.ts";
import { storedIdentifier } from "../../callers/stored-identifier.ts";
import type { Subscription } from "../../callers/tiers.ts";
import { type QuotaStore, STORE_CLOSE_MS } from "./quota-store.ts";

/** Statement timeout. Nobody waits for it, but unwritten counts accumulate. */
const STATEMENT_MS = 5000;

/**
 * Client-side timeout, longer than the database's: a client that gives up first cannot know whether the
 * counts were added, and would add them again. `close` does not wait for it, it cuts connections.
 */
const ANSWER_MS = 2 * STATEMENT_MS;

/** The lock serializes instances that start together: `IF NOT EXISTS` alone lets two of them collide. */
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

/**
 * Ordered rows, so that two instances cannot deadlock. The commit is asynchronous: instances see each other
 * sooner, and a crash of the database host may lose the last half second.
 */
const ADD = `
WITH commit_soon AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
INSERT INTO api_usage_monthly AS usage (identifier, month, request_count)
SELECT batch.identifier, $1::date, batch.added
FROM commit_soon, unnest($2::text[], $3::bigint[]) AS batch (identifier, added)
ORDER BY batch.identifier
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

const loadPg = () => optionalPackage<typeof import("pg")>("pg", "counting in PostgreSQL");

interface CountRow {
  readonly identifier: string;
  /** A bigint as string. */
  readonly request_count: string;
}

/** Monthly counts in PostgreSQL, for any number of instances. Creates its table if missing. */
export class PostgresQuotaStore implements QuotaStore {
  readonly #pool: Pool;
  readonly #nameOf: (identifier: string) => string;
  readonly #sockets = new Set<Socket>();
  #prepared: Promise<void> | undefined;

  /** With a key, which all instances must share, addresses are stored as digests; without one in clear. */
  constructor(connectionString: string, key?: Uint8Array) {
    this.#nameOf = key === undefined ? (name) => name : (name) => storedIdentifier(name, key);
    this.#pool = new (loadPg().Pool)({
      connectionString: postgresUrl(connectionString),
      stream: () => this.#openSocket(),
      max: 2,
      connectionTimeoutMillis: 5000,
      statement_timeout: STATEMENT_MS,
      query_timeout: ANSWER_MS,
      allowExitOnIdle: true,
      application_name: "terrace",
    });
    // The pool replaces a broken idle connection on the next query.
    this.#pool.on("error", () => {});
  }

  async readTotals(month: string, identifiers: readonly string[]): Promise<Map<string, number>> {
    await this.#prepare();
    const names = identifiers.map(this.#nameOf);
    return totalsOf(identifiers, names, await this.#pool.query<CountRow>(READ, [month, names]));
  }

  async addCounts(month: string, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    await this.#prepare();
    const identifiers = [...counts.keys()];
    const names = identifiers.map(this.#nameOf);
    const answer = await this.#pool.query<CountRow>(ADD, [month, names, [...counts.values()]]);
    return totalsOf(identifiers, names, answer);
  }

  async readSubscriptions(userIds: readonly string[]): Promise<Map<string, Subscription>> {
    const { rows } = await this.#pool.query<Subscription & { user_id: string }>(SUBSCRIPTIONS, [userIds]);
    return new Map(rows.map(({ user_id, tier, status }) => [user_id, { tier, status }]));
  }

  async close(timeMs: number = STORE_CLOSE_MS): Promise<boolean> {
    const ended = this.#pool.end();
    if (await endsWithin(ended, timeMs)) return true;
    // An unresponsive database does not answer the goodbye either: cut its connections.
    for (const socket of this.#sockets) socket.destroy();
    return true;
  }

  #openSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    return socket;
  }

  /** Creates the table once; retries on the next query after a failure. */
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

/** Maps rows by stored name back to the identifiers asked for. */
function totalsOf(
  identifiers: readonly string[],
  names: readonly string[],
  { rows }: { rows: CountRow[] },
): Map<string, number> {
  const counts = new Map(rows.map(({ identifier, request_count }) => [identifier, Number(request_count)]));
  const totals = new Map<string, number>();
  identifiers.forEach((identifier, i) => {
    const count = counts.get(names[i]);
    if (count !== undefined) totals.set(identifier, count);
  });
  return totals;
}

/** Validates the URL. Errors never contain it: it may include a password. */
function postgresUrl(text: string): string {
  if (!/^postgres(ql)?:\/\/./i.test(text) || !URL.canParse(text)) {
    const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0];
    throw refusal(
      `${scheme === undefined ? "is" : `begins with "${scheme}" and is`} not an address of a PostgreSQL`,
    );
  }
  if (!canBeDecoded(text)) {
    throw refusal("has a % that begins no character of UTF-8 (%25 is the sign itself)");
  }
  return text;
}

function refusal(problem: string): TerraceError {
  return badConfig(
    `TERRACE_QUOTA_DATABASE_URL ${problem}; write postgres://user:password@host:5432/database`,
  );
}

/** Checks that pg can parse the URL, without connecting; otherwise only the first query would fail. */
function canBeDecoded(text: string): boolean {
  const { Client } = loadPg();
  try {
    new Client(text);
    return true;
  } catch (error) {
    // Other problems, such as a missing certificate file, may be gone by the first query.
    return !(error instanceof URIError);
  }
}
