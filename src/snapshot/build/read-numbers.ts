import type { BuildDatabase } from "./write-tables.ts";

/** Rows that room is made for at first. */
const FIRST_ROOM = 1 << 14;

/** The columns of a query as doubles, NaN for missing values; memory is that of the doubles alone. */
export async function readNumbers<Name extends string>(
  db: BuildDatabase,
  sql: string,
  names: readonly Name[],
): Promise<Record<Name, Float64Array>> {
  let columns = names.map(() => new Float64Array(FIRST_ROOM));
  let count = 0;
  for await (const stretch of db.columnStretches(sql)) {
    const rows = stretch[names[0]].length;
    if (count + rows > columns[0].length) columns = columns.map((column) => grown(column, count + rows));
    for (const [c, name] of names.entries()) {
      const column = columns[c];
      stretch[name].forEach((value, i) => {
        column[count + i] = typeof value === "number" ? value : Number.NaN;
      });
    }
    count += rows;
  }
  return Object.fromEntries(names.map((name, c) => [name, columns[c].subarray(0, count)])) as Record<
    Name,
    Float64Array
  >;
}

function grown(column: Float64Array, rows: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(rows, 2 * column.length));
  larger.set(column);
  return larger;
}
