import { identifier, literal } from "../../../importers/databases/clickhouse-client.ts";
import { badDataset, invalidArgument } from "../../../runtime/errors.ts";

/** Events per piece, which bounds the memory of both systems. */
const PIECE_EVENTS = 2_000_000;
const MAX_PIECES = 9999;
/** Events sampled per bound between two pieces. */
const EVENTS_A_BOUND = 64;
export type Facts = Awaited<ReturnType<typeof factsOf>>;

export async function factsOf(table: string, ask: Ask) {
  const from = nameOf(table);
  const [{ version }] = await ask("SELECT version() AS version");
  const [database, name] = table.includes(".") ? table.split(".") : [undefined, table];
  const [found] = await ask(
    `SELECT engine, engine_full FROM system.tables WHERE database = ${database === undefined ? "currentDatabase()" : literal(database)} AND name = ${literal(name)}`,
  );
  if (found === undefined)
    throw invalidArgument(`the database has no table "${table}"; name one with --table`);
  const [, cluster] = /^Distributed\('?([^',]+)'?,/.exec(String(found.engine_full)) ?? [];
  const nodes =
    cluster === undefined
      ? []
      : await ask(
          `SELECT shard_num, concat(host_name, ':', toString(port)) AS host FROM system.clusters WHERE cluster = ${literal(cluster)} ORDER BY shard_num, replica_num`,
        );
  const byShard = Map.groupBy(nodes, ({ shard_num }) => Number(shard_num));
  const [counts] = await ask(
    `SELECT count() AS rows, uniq(address_key) AS addresses, countIf(isNull(address_key) OR isNull(observed_at)) AS lacking FROM ${from}`,
  );
  if (Number(counts.lacking) > 0) {
    throw badDataset(
      `${counts.lacking} events of "${table}" have no address_key or no observed_at; use a table without them`,
    );
  }
  return {
    version: String(version),
    tableEngine: String(found.engine),
    shards: [...byShard].map(([shard, hosts]) => ({ shard, hosts: hosts.map(({ host }) => String(host)) })),
    rows: Number(counts.rows),
    addresses: Number(counts.addresses),
  };
}

export type Ask = (query: string) => Promise<Record<string, unknown>[]>;

export const nameOf = (table: string) => table.split(".").map(identifier).join(".");

/** Number of pieces with about PIECE_EVENTS events each. */
export const usualPieces = (rows: number): number =>
  Math.min(MAX_PIECES, Math.max(1, Math.ceil(rows / PIECE_EVENTS)));

/** Addresses that divide the table into pieces of about equal event counts, estimated from a sample. */
export async function boundsOf(from: string, pieces: number, rows: number, ask: Ask): Promise<string[]> {
  if (pieces === 1) return [];
  const every = Math.max(1, Math.floor(rows / (pieces * EVENTS_A_BOUND)));
  const found = await ask(
    `SELECT address_key FROM ${from} WHERE cityHash64(event_id) % ${every} = 0 ORDER BY address_key`,
  );
  const cut = (piece: number) => found[Math.floor((piece * found.length) / pieces)]?.address_key;
  const bounds = Array.from({ length: pieces - 1 }, (_, i) => cut(i + 1)).filter((key) => key !== undefined);
  return [...new Set(bounds.map(String))];
}
