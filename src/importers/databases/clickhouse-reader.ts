import type { Cell } from "../../dataset/csv-writer.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { badDataset } from "../../runtime/errors.ts";
import { clickHouseClient, identifier, literal } from "./clickhouse-client.ts";
import type { MappedTable } from "./database-mapping.ts";
import { type DatabaseReader, PIECE_ROWS, type ReadPiece, wholeKeys } from "./database-reader.ts";

/** Reads a ClickHouse over HTTP, one query per chunk: it has no transaction that spans them. */
export async function openClickHouse(url: string): Promise<DatabaseReader> {
  const client = clickHouseClient(url, "an import from ClickHouse");
  return {
    consistency: "each piece as of its own moment",
    async *read(table, after, signal): AsyncGenerator<ReadPiece, void, void> {
      const asked = { abort_signal: signal };
      const failed = (cause: unknown): never => {
        throwIfAborted(signal, "import");
        throw badDataset(`the database says: ${(cause as Error).message}`, cause);
      };
      const shape = await client
        .query({ ...asked, query: shapeQuery(table), format: "JSON" })
        .then((result) => result.json())
        .catch(failed);
      const types = (shape.meta ?? []).map(({ type }) => type);
      for (let last = after; ; ) {
        const found = await client
          .query({ ...asked, query: pieceQuery(table, types, last), format: "JSONEachRow" })
          .then((result) => result.json<Record<string, unknown>>())
          .catch(failed);
        if (found.length === 0) return;
        const keyOf = (row: Record<string, unknown>) => table.key.map((_, i) => String(row[`key_${i}`]));
        const isEnd = found.length < PIECE_ROWS;
        const rows = isEnd ? found : found.slice(0, wholeKeys(found.map(keyOf)));
        last = keyOf(rows[rows.length - 1]);
        yield {
          rows: rows.map((row) =>
            Object.fromEntries(
              table.columns.map(({ column }, i) => [column.name, cellOf(row[`cell_${i}`], column.type)]),
            ),
          ),
          lastKey: last,
        };
        if (isEnd) return;
      }
    },
    close: () => client.close(),
  };
}

/** Query without rows, for the column types. */
function shapeQuery(table: MappedTable): string {
  const names = table.columns.map(({ sourceName }, i) => `${identifier(sourceName)} AS cell_${i}`);
  return `SELECT ${names.join(", ")} FROM ${nameOf(table)} LIMIT 0`;
}

/** Query for the next rows after a key. Key values are inlined as quoted literals instead of parameters. */
function pieceQuery(table: MappedTable, types: readonly string[], after: readonly string[] | undefined) {
  const { columns, key } = table;
  const cells = columns.map(
    ({ sourceName }, i) => `${cellText(identifier(sourceName), types[i])} AS cell_${i}`,
  );
  const keys = key.map((name, i) => `toString(${identifier(name)}) AS key_${i}`);
  const texts = key.map((name) => `toString(${identifier(name)})`).join(", ");
  const place = after?.map(literal).join(", ");
  const where = place === undefined ? "" : `WHERE (${texts}) > (${place})`;
  return `SELECT ${[...cells, ...keys].join(", ")} FROM ${nameOf(table)} ${where} ORDER BY ${texts} LIMIT ${PIECE_ROWS}`;
}

/** Converts DateTime columns to UTC, whatever the time zone of the server or column. */
function cellText(name: string, type = ""): string {
  return /^(Nullable\()?DateTime/.test(type) ? `toString(${name}, 'UTC')` : name;
}

function nameOf({ from }: MappedTable): string {
  return from.startsWith("(") ? from.replace(/ AS mapped$/, "") : from.split(".").map(identifier).join(".");
}

function cellOf(value: unknown, type: string): Cell {
  if (value === null || value === undefined) return null;
  if (type === "timestamp") return `${String(value).replace(" ", "T").replace(/Z$/, "")}Z`;
  if (type === "bool") return value === 1 || value === true || value === "1" || value === "true";
  if (typeof value === "object") return JSON.stringify(value);
  return value as Cell;
}
