import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ClickHouseClient } from "@clickhouse/client";
import { literal } from "../../../importers/databases/clickhouse-client.ts";
import { EVENT_COLUMNS, REDUCE_EVENTS, REDUCED_COLUMNS } from "../../../importers/databases/reduce-events.ts";
import { badDataset } from "../../../runtime/errors.ts";
import { flush } from "../../../runtime/files/flush.ts";
import { describeFile } from "../../../snapshot/store/verify.ts";
import { sqlFilePath, sqlName, sqlParquet, sqlText } from "../../../snapshot/tables/sql-text.ts";
import type { BuildDatabase } from "../../../snapshot/tables/write-tables.ts";

/** The source table, its division into pieces, and the sample to check. */
export interface ReductionPlan {
  readonly from: string;
  readonly keep: readonly string[];
  /** First address of each piece but the first. Event tables are sorted by address: each row is read once. */
  readonly bounds: readonly string[];
  readonly seed: string;
  /** Hexadecimal digits: addresses whose seeded digest is below are also reduced by DuckDB. */
  readonly sampleBelow: string;
}

export type PieceReport = Awaited<ReturnType<typeof reducePiece>>;

export interface PieceWorkshop {
  readonly client: ClickHouseClient;
  readonly db: BuildDatabase;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Overrides profile settings that allow truncated, partial or unmerged results. The server buffers the whole
 * result before it sends any, because a result that fails midway would look complete.
 */
const WHOLE_ANSWERS = {
  wait_end_of_query: 1,
  skip_unavailable_shards: 0,
  distributed_group_by_no_merge: "0",
  fallback_to_stale_replicas_for_distributed_queries: 0,
  read_overflow_mode: "throw",
  group_by_overflow_mode: "throw",
  sort_overflow_mode: "throw",
  result_overflow_mode: "throw",
  timeout_overflow_mode: "throw",
  transfer_overflow_mode: "throw",
} as const;

/** Runs a query with a small result; returns its rows. */
export async function askClickHouse(
  { client, signal }: Pick<PieceWorkshop, "client" | "signal">,
  query: string,
): Promise<Record<string, unknown>[]> {
  const asked = { query, abort_signal: signal, clickhouse_settings: WHOLE_ANSWERS };
  return (await client.query({ ...asked, format: "JSONEachRow" })).json();
}

/** The statement of a piece; without a piece, the template that the manifest records. */
export function pieceStatement(plan: ReductionPlan, piece?: number): string {
  const where =
    piece === undefined ? "address_key >= {from} AND address_key < {until}" : inPiece(plan, piece);
  return REDUCE_EVENTS.clickhouse({ table: plan.from, keep: plan.keep, where }).trim();
}

const inPiece = ({ bounds }: ReductionPlan, piece: number) =>
  [
    ...(piece === 0 ? [] : [`address_key >= ${literal(bounds[piece - 1])}`]),
    ...(piece === bounds.length ? [] : [`address_key < ${literal(bounds[piece])}`]),
    "1 = 1",
  ].join(" AND ");

/** Reduces the addresses of one piece, checks a sample of them with DuckDB, and keeps the Parquet file. */
export async function reducePiece(plan: ReductionPlan, piece: number, workshop: PieceWorkshop) {
  const { db, folder } = workshop;
  const file = `listing-days-${String(piece).padStart(4, "0")}.parquet`;
  const path = join(folder, file);
  const [rows, events, part] = ["rows", "events", "part"].map((ending) => `${path}.${ending}`);
  await download(workshop, pieceStatement(plan, piece), rows);
  const columns = { ...REDUCED_COLUMNS, ...texts(plan.keep) };
  await db.writeParquet(`SELECT * FROM ${jsonRows(rows, columns)} ORDER BY address_key, day`, part);
  await download(workshop, sampleStatement(plan, piece), events);
  const sampled = await compareSample(plan, events, part, db);
  const [counts] = await db.rows<{ rows: bigint; events: bigint | null }>(
    `SELECT count(*) AS rows, CAST(sum(events) AS BIGINT) AS events FROM ${sqlParquet(part)}`,
  );
  for (const one of [rows, events]) await rm(one);
  await flush(part);
  await rename(part, path);
  return {
    file,
    /** Address range of the piece: `from` inclusive, `until` exclusive; undefined at the table's ends. */
    from: plan.bounds[piece - 1],
    until: plan.bounds[piece],
    rowsIn: Number(counts.events ?? 0),
    rowsOut: Number(counts.rows),
    ...sampled,
    sha256: (await describeFile(folder, file)).sha256,
  };
}

async function download({ client, signal }: PieceWorkshop, statement: string, path: string): Promise<void> {
  const query = `${statement} FORMAT JSONEachRow`;
  const { stream } = await client.exec({ query, abort_signal: signal, clickhouse_settings: WHOLE_ANSWERS });
  await pipeline(stream, createWriteStream(path));
}

/** Selects the raw events of the sample, for DuckDB to reduce. */
function sampleStatement(plan: ReductionPlan, piece: number): string {
  const { from, keep, seed, sampleBelow } = plan;
  const own = [
    "address_key",
    "event_id",
    "toString(toDateTime(observed_at, 'UTC')) AS observed_at",
    "event_type",
    "price",
    ...keep.map((name) => `toString(\`${name}\`) AS \`${name}\``),
  ];
  const digest = `lower(substring(hex(MD5(concat(${literal(seed)}, address_key))), 1, 8))`;
  return `SELECT ${own.join(", ")} FROM ${from} WHERE ${inPiece(plan, piece)} AND ${digest} < ${literal(sampleBelow)}`;
}

async function compareSample(
  { keep, seed, sampleBelow }: ReductionPlan,
  events: string,
  part: string,
  db: BuildDatabase,
): Promise<{ sampledAddresses: number; sampledRows: number }> {
  const isSampled = `substring(md5(${sqlText(seed)} || address_key), 1, 8) < ${sqlText(sampleBelow)}`;
  const names = [...Object.keys(REDUCED_COLUMNS), ...keep].map(sqlName).join(", ");
  const table = jsonRows(events, { ...EVENT_COLUMNS, ...texts(keep) });
  await db.run(`
CREATE OR REPLACE TEMP TABLE expected AS SELECT ${names} FROM (${REDUCE_EVENTS.duckdb({ table, keep, where: isSampled })});
CREATE OR REPLACE TEMP TABLE found AS SELECT ${names} FROM ${sqlParquet(part)} WHERE ${isSampled};
`);
  const [counts] = await db.rows<{ addresses: bigint; rows: bigint }>(
    "SELECT count(DISTINCT address_key) AS addresses, count(*) AS rows FROM expected",
  );
  const only = async (one: string, other: string) =>
    (await db.columns(
      `SELECT CAST(to_json(rest) AS VARCHAR) AS row FROM (FROM ${one} EXCEPT ALL FROM ${other}) AS rest ORDER BY row LIMIT 1`,
    )) as { row: string[] };
  const { row: lacking } = await only("expected", "found");
  const { row: strange } = await only("found", "expected");
  if (lacking.length + strange.length > 0) {
    throw badDataset(
      `ClickHouse and DuckDB disagree: ${lacking[0] ?? "no row"} by DuckDB, ${strange[0] ?? "no row"} by ClickHouse; nothing was imported`,
    );
  }
  return { sampledAddresses: Number(counts.addresses), sampledRows: Number(counts.rows) };
}

const texts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "VARCHAR"]));

function jsonRows(path: string, columns: Readonly<Record<string, string>>): string {
  const types = Object.entries(columns).map(([name, type]) => `${sqlName(name)}: '${type}'`);
  return `read_json(${sqlFilePath(path)}, format = 'newline_delimited', columns = {${types.join(", ")}})`;
}
