import { setImmediate } from "node:timers/promises";
import type { DuckDBDataChunk, DuckDBResult } from "@duckdb/node-api";
import { plainValue } from "../../snapshot/tables/plain-value.ts";
import type { ResultColumns } from "./statement.ts";

/** Values read at a stretch, some milliseconds: a whole table must not keep other calls and their deadlines waiting. */
const STRETCH_VALUES = 16_384;

/** The result of a query as plain arrays by column name. Large results are read in stretches, between other work. */
export async function readColumns<Row extends object>(
  result: DuckDBResult,
  chunks: readonly DuckDBDataChunk[],
): Promise<ResultColumns<Row>> {
  const columns: Record<string, unknown[]> = {};
  // A chunk's count is a call into the driver each time it is read, so it is read once.
  const counts = chunks.map((chunk) => chunk.rowCount);
  const rowCount = counts.reduce((sum, count) => sum + count, 0);
  let stretch = 0;
  for (let c = 0; c < result.columnCount; c++) {
    const values = new Array<unknown>(rowCount);
    let at = 0;
    for (const [i, chunk] of chunks.entries()) {
      stretch += counts[i];
      if (stretch > STRETCH_VALUES) {
        await setImmediate();
        stretch = counts[i];
      }
      const vector = chunk.getColumnVector(c);
      for (let row = 0; row < counts[i]; row++) values[at++] = plainValue(vector.getItem(row));
    }
    columns[result.columnName(c)] = values;
  }
  return { rowCount, columns } as unknown as ResultColumns<Row>;
}
