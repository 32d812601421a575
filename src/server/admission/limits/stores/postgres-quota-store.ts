import { Socket } from "node:net";
import type { Pool } from "pg";
import { badConfig, type TerraceError } from "../../../../runtime/errors.ts";
import { optionalPackage } from "../../../../runtime/node/optional-package.ts";
import { endsWithin } from "../../../../runtime/time/within.ts";
import { storedIdentifier } from "../../callers/stored-identifier.ts";
import type { Subscription } from "../../callers/tiers.ts";
import { type QuotaStore, STORE_CLOSE_MS } from "./quota-store.ts";

/** Longest that one statement may take: nobody waits for it, but deltas pile up meanwhile. */
const STATEMENT_MS = 5000;

/**
 * How long its answer is waited for. The database has given up long before and said so: the side that gives up first cannot
 * know whether the counts were added, and would add them again. A stop does not wait for this, it cuts connections.
 */
const ANSWER_MS = 2 * STATEMENT_MS;

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

/**
 * Rows in one order everywhere, so that two instances cannot wait for each other. The commit does not wait for the
 * database's disk: instances hear sooner of each other, and a crash of that host may take the last half second.
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
  /** A bigint as text. */
  readonly request_count: string;
}

/** Monthly counts in PostgreSQL, for any number of instances. Creates its table when it is missing. */
export class PostgresQuotaStore implements QuotaStore {
  readonly #pool: Pool;
  readonly #nameOf: (identifier: string) => string;
  readonly #sockets = new Set<Socket>();
  #prepared: Promise<void> | undefined;

  /** With a key, which all instances must share, addresses are stored as digests; without one as they are. */
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
    // An idle connection that breaks is replaced by the next question.
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

  /** Rows of `api_subscriptions(user_id, tier, status)` for these users. */
  async readSubscriptions(userIds: readonly string[]): Promise<Map<string, Subscription>> {
    const { rows } = await this.#pool.query<Subscription & { user_id: string }>(SUBSCRIPTIONS, [userIds]);
    return new Map(rows.map(({ user_id, tier, status }) => [user_id, { tier, status }]));
  }

  async close(timeMs: number = STORE_CLOSE_MS): Promise<boolean> {
    const ended = this.#pool.end();
    if (await endsWithin(ended, timeMs)) return true;
    // A server that does not answer does not hear a good-bye either: its connections are cut.
    for (const socket of this.#sockets) socket.destroy();
    return true;
  }

  #openSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    return socket;
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

/** The counts under the identifiers that were asked for, from rows under the names they are stored by. */
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

/** The address of a PostgreSQL as it was given. One that is none is refused, and not repeated: it may hold a password. */
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

/** Whether the driver can read the address; it would try with the first question only. Nothing is connected here. */
function canBeDecoded(text: string): boolean {
  const { Client } = loadPg();
  try {
    new Client(text);
    return true;
  } catch (error) {
    // What else may be wrong, such as a certificate that is not there yet, may be right with the first question.
    return !(error instanceof URIError);
  }
}
