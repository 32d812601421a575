import type { DuckDBDataChunk, DuckDBResult, DuckDBValue } from "@duckdb/node-api";
import type { ResultColumns } from "./statement.ts";

/** The result of a query as plain arrays by column name. */
export function readColumns<Row extends object>(
  result: DuckDBResult,
  chunks: readonly DuckDBDataChunk[],
): ResultColumns<Row> {
  const columns: Record<string, unknown[]> = {};
  let rowCount = 0;
  for (const chunk of chunks) rowCount += chunk.rowCount;
  for (let c = 0; c < result.columnCount; c++) {
    const values = new Array<unknown>(rowCount);
    let at = 0;
    for (const chunk of chunks) {
      const vector = chunk.getColumnVector(c);
      for (let row = 0; row < chunk.rowCount; row++) values[at++] = plainValue(vector.getItem(row));
    }
    columns[result.columnName(c)] = values;
  }
  return { rowCount, columns } as unknown as ResultColumns<Row>;
}

/** DuckDB's value objects as plain JavaScript: see ResultColumns for the meaning of each. */
function plainValue(value: DuckDBValue): unknown {
  if (value === null || typeof value !== "object") return typeof value === "bigint" ? Number(value) : value;
  if ("micros" in value) return Number(value.micros) / 1000;
  if ("days" in value && !("months" in value)) return value.days;
  if ("items" in value) return (value.items as readonly DuckDBValue[]).map(plainValue);
  if ("entries" in value && !Array.isArray(value.entries)) {
    const object: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries(value.entries))
      object[name] = plainValue(entry as DuckDBValue);
    return object;
  }
  throw new TypeError(`a serving table holds a value of unknown kind: ${String(value)}`);
}
