import { Readable } from "node:stream";
import {
  clickHouseClient,
  identifier as name,
  literal as text,
} from "../../importers/databases/clickhouse-client.ts";
import { failedPrecondition, TerraceError } from "../../runtime/errors.ts";
import type { LoadedColumn, LoadedTable, LoadTarget } from "./table-text.ts";

const TYPES: Readonly<Record<string, string>> = {
  INTEGER: "Int32",
  SMALLINT: "Int16",
  TINYINT: "Int8",
  UTINYINT: "UInt8",
  USMALLINT: "UInt16",
  UINTEGER: "UInt32",
  BIGINT: "Int64",
  DOUBLE: "Float64",
  FLOAT: "Float32",
  // Sent as text in TabSeparated: only later servers parse "true" as a Bool.
  BOOLEAN: "String",
};

/** One hour, as large tables take long; a killed server closes the connection anyway. */
const REQUEST_TIMEOUT_MS = 3_600_000;

/** The table that holds the id of the loaded snapshot. */
const MARK = "terrace_snapshot";

/** Loads into a database of ClickHouse: fills a second database, then swaps all tables with one RENAME. */
export async function clickhouseTarget(
  address: URL,
  database: string,
  signal: AbortSignal,
): Promise<LoadTarget> {
  const { host } = address;
  const client = clickHouseClient(address.href, "loading into ClickHouse", REQUEST_TIMEOUT_MS);
  const own = name(database);
  const loading = name(`${database}_loading`);
  const old = name(`${database}_old`);
  const run = async (query: string) => {
    await client.command({ query, abort_signal: signal });
  };
  const lines = async (query: string): Promise<string[]> => {
    const result = await client.query({ query, format: "TabSeparated", abort_signal: signal });
    return (await result.text()).split("\n").filter(Boolean);
  };
  const tablesOf = async (one: string) =>
    lines(`SELECT name FROM system.tables WHERE database = ${text(one)} ORDER BY name`);
  const taken: string[] = [];
  let hasBegun = false;
  try {
    await lines("SELECT 1");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerraceError("unavailable", `${host} is not reachable as ClickHouse: ${why}`, { cause });
  }
  return {
    loaded: async () => {
      const there = await tablesOf(database);
      if (there.length === 0) return undefined;
      if (there.includes(MARK)) return (await lines(`SELECT snapshot_id FROM ${own}.${MARK}`))[0];
      throw failedPrecondition(
        `database "${database}" already exists and was not created by terrace load; name another with --schema, or drop it`,
      );
    },
    begin: async () => {
      // Drop what an interrupted load left.
      for (const one of [loading, old]) await run(`DROP DATABASE IF EXISTS ${one}`);
      for (const one of [own, loading, old]) await run(`CREATE DATABASE IF NOT EXISTS ${one}`);
      hasBegun = true;
    },
    take: async (table, rows) => {
      const place = `${loading}.${name(table.name)}`;
      await run(
        `CREATE TABLE ${place} (${table.columns.map((column) => `${name(column.name)} ${typeOf(column, table)}`).join(", ")}) ` +
          `ENGINE = MergeTree ORDER BY ${table.key.length === 0 ? "tuple()" : `(${table.key.map(name).join(", ")})`}`,
      );
      if (table.rows > 0) {
        await client.insert({
          table: place,
          values: Readable.from(rows, { objectMode: false }),
          format: "TabSeparated",
          abort_signal: signal,
        });
      }
      const [count] = await lines(`SELECT count() FROM ${place}`);
      if (Number(count) !== table.rows) {
        throw new TerraceError("io_failure", `${table.name}: ${count} of ${table.rows} rows arrived`);
      }
      taken.push(table.name);
    },
    finish: async (snapshotId, description, views) => {
      await run(`CREATE TABLE ${loading}.${MARK} (snapshot_id String, description String) ENGINE = TinyLog`);
      await run(`INSERT INTO ${loading}.${MARK} VALUES (${text(snapshotId)}, ${text(description)})`);
      const before = await tablesOf(database);
      const moves = [
        ...before.map((one) => `${own}.${name(one)} TO ${old}.${name(one)}`),
        ...[...taken, MARK].map((one) => `${loading}.${name(one)} TO ${own}.${name(one)}`),
      ];
      await run(`RENAME TABLE ${moves.join(", ")}`);
      // A view is bound to the table it was created on, so views are created after the RENAME.
      for (const view of views) {
        await run(`CREATE VIEW ${own}.${name(view.name)} AS SELECT * FROM ${own}.${name(view.table)}`);
      }
    },
    close: async () => {
      if (hasBegun) {
        for (const one of [loading, old]) {
          await client.command({ query: `DROP DATABASE IF EXISTS ${one}` }).catch(() => {});
        }
      }
      await client.close();
    },
  };
}

/** Date starts at 1970, so older days are loaded as String. Columns of the sorting key cannot be Nullable. */
function typeOf({ name: column, type, isFilled, earliest }: LoadedColumn, { key }: LoadedTable): string {
  const days = type === "DATE" && (earliest === undefined || earliest >= "1970-01-02") ? "Date" : undefined;
  const own = TYPES[type] ?? days ?? "String";
  return isFilled || key.includes(column) ? own : `Nullable(${own})`;
}
