import type { Cell, Row } from "../../dataset/csv-writer.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { badDataset } from "../../runtime/errors.ts";
import { optionalPackage } from "../../runtime/node/optional-package.ts";
import type { MappedTable } from "./database-mapping.ts";
import { type DatabaseReader, PIECE_ROWS, type ReadPiece, wholeKeys } from "./database-reader.ts";

/** Type OIDs kept as strings: parsing would turn a date into an instant and a numeric into a float. */
const DATE = 1082;
const TIMESTAMPS = [1114, 1184];
const RAW = [20, 700, 701, 1700, DATE, ...TIMESTAMPS];

/** Reads tables through cursors in one REPEATABLE READ transaction: all are as of the same moment. */
export async function openPostgres(url: string): Promise<DatabaseReader> {
  const pg = optionalPackage<typeof import("pg")>("pg", "an import from PostgreSQL");
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 15_000,
    types: {
      getTypeParser: (id: number, format?: string) =>
        RAW.includes(id) ? (text: string) => text : pg.types.getTypeParser(id, format as never),
    } as never,
  });
  // A connection that breaks between two statements makes the next one fail.
  client.on("error", () => {});
  const failed = (cause: unknown): never => {
    throw badDataset(`the database says: ${(cause as Error).message}`, cause);
  };
  await client.connect().catch(failed);
  await client
    .query(
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL TIME ZONE 'UTC'; SET LOCAL DateStyle = 'ISO'",
    )
    .catch(failed);
  const identifier = (name: string) => pg.escapeIdentifier(name);
  return {
    consistency: "every table as of one moment",
    async *read(table, after, signal): AsyncGenerator<ReadPiece, void, void> {
      const { from, columns, key } = table;
      const list = [...columns.map(({ sourceName }) => sourceName), ...key].map(identifier).join(", ");
      const order = key.map(identifier).join(", ");
      const place = key.map((_, i) => `$${i + 1}`).join(", ");
      const where = after === undefined ? "" : `WHERE (${order}) > (${place})`;
      const name = from.startsWith("(") ? from : from.split(".").map(identifier).join(".");
      await client
        .query({
          text: `DECLARE rows NO SCROLL CURSOR FOR SELECT ${list} FROM ${name} ${where} ORDER BY ${order}`,
          values: [...(after ?? [])],
        })
        .catch(failed);
      const keyOf = (row: readonly unknown[]) => row.slice(columns.length).map(String);
      // Rows of the last key, which may continue in the next chunk.
      let left: unknown[][] = [];
      for (;;) {
        throwIfAborted(signal, "import");
        const found = await client
          .query({ text: `FETCH ${PIECE_ROWS} FROM rows`, rowMode: "array" })
          .catch(failed);
        const read = [...left, ...(found.rows as unknown[][])];
        if (read.length === 0) break;
        const isEnd = found.rows.length < PIECE_ROWS;
        const end = isEnd ? read.length : wholeKeys(read.map(keyOf));
        left = read.slice(end);
        const types = found.fields.map(({ dataTypeID }) => dataTypeID);
        yield {
          rows: read.slice(0, end).map((row) => rowOf(table, row, types)),
          lastKey: keyOf(read[end - 1]),
        };
        if (isEnd) break;
      }
      await client.query("CLOSE rows");
    },
    close: async () => {
      await client.end().catch(() => {});
    },
  };
}

function rowOf({ columns }: MappedTable, cells: readonly unknown[], types: readonly number[]): Row {
  return Object.fromEntries(columns.map(({ column }, i) => [column.name, cellOf(cells[i], types[i])]));
}

function cellOf(value: unknown, type: number): Cell {
  if (value === null || value === undefined) return null;
  if (TIMESTAMPS.includes(type)) return `${String(value).replace(" ", "T").replace(/\+00$/, "")}Z`;
  if (typeof value === "object") return JSON.stringify(value);
  return value as Cell;
}
