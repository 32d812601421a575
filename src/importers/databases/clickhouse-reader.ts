import type { Cell } from "../../dataset/csv-writer.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { MappedTable } from "./database-mapping.ts";
import { type DatabaseReader, PIECE_ROWS, type ReadPiece } from "./database-reader.ts";

/** A ClickHouse, asked over HTTP piece by piece: it knows no transaction that spans them. */
export async function openClickHouse(url: string): Promise<DatabaseReader> {
  const { createClient } = await import("@clickhouse/client");
  const given = new URL(url.replace(/^clickhouse/, "http"));
  const client = createClient({
    url: `${given.searchParams.get("secure") === "true" ? "https" : "http"}://${given.host}`,
    username: decodeURIComponent(given.username) || "default",
    password: decodeURIComponent(given.password),
    database: given.pathname.slice(1) || "default",
  });
  return {
    consistency: "each piece as of its own moment",
    async *read(table, after, signal): AsyncGenerator<ReadPiece, void, void> {
      for (let last = after; ; ) {
        const result = await client
          .query({ query: pieceQuery(table, last), format: "JSONEachRow", abort_signal: signal })
          .catch(failed);
        const rows = await result.json<Record<string, unknown>>().catch(failed);
        if (rows.length === 0) return;
        const end = rows[rows.length - 1];
        last = table.key.map((_, i) => String(end[`key_${i}`]));
        yield {
          rows: rows.map((row) =>
            Object.fromEntries(
              table.columns.map(({ column }, i) => [column.name, cellOf(row[`cell_${i}`], column.type)]),
            ),
          ),
          lastKey: last,
        };
        if (rows.length < PIECE_ROWS) return;
      }
    },
    close: () => client.close(),
  };
}

/** The next rows after a key. The key's values are written into the text: this server knows no parameters. */
function pieceQuery({ from, columns, key }: MappedTable, after: readonly string[] | undefined): string {
  const cells = columns.map(({ theirs }, i) => `${quoted(theirs)} AS cell_${i}`);
  const keys = key.map((name, i) => `toString(${quoted(name)}) AS key_${i}`);
  const texts = key.map((name) => `toString(${quoted(name)})`).join(", ");
  const place = after?.map(literal).join(", ");
  const where = place === undefined ? "" : `WHERE (${texts}) > (${place})`;
  const name = from.startsWith("(") ? from.replace(/ AS mapped$/, "") : from.split(".").map(quoted).join(".");
  return `SELECT ${[...cells, ...keys].join(", ")} FROM ${name} ${where} ORDER BY ${texts} LIMIT ${PIECE_ROWS}`;
}

function cellOf(value: unknown, type: string): Cell {
  if (value === null || value === undefined) return null;
  if (type === "timestamp") return `${String(value).replace(" ", "T").replace(/Z$/, "")}Z`;
  if (type === "bool") return value === 1 || value === true || value === "1" || value === "true";
  if (typeof value === "object") return JSON.stringify(value);
  return value as Cell;
}

const quoted = (name: string) => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
const literal = (value: string) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function failed(cause: unknown): never {
  throw new TerraceError("bad_dataset", `the database says: ${(cause as Error).message}`, { cause });
}
