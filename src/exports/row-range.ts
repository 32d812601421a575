import type { ExportBatch, ExportCells } from "../domains/export.ts";

/** The rows from one place to another. One batch after them is asked for, so that who counts rows sees that there are more. */
export async function* rowRange(
  batches: AsyncIterable<ExportBatch>,
  from: number,
  to: number,
): AsyncGenerator<ExportBatch, void, void> {
  let first = 0;
  for await (const { rowCount, columns } of batches) {
    const [start, end] = [Math.max(0, from - first), Math.min(rowCount, to - first)];
    first += rowCount;
    if (end > start) {
      yield { rowCount: end - start, columns: columns.map((cells) => cellsBetween(cells, start, end)) };
    }
    if (first > to) return;
  }
}

/** Validity has a bit for each row from the first on: cells that begin later hold their nulls themselves. */
function cellsBetween({ values, validity }: ExportCells, start: number, end: number): ExportCells {
  if (start === 0 || validity === undefined) return { values: values.slice(start, end), validity };
  const isThere = (row: number) => ((validity[row >> 3] >> (row & 7)) & 1) === 1;
  return {
    values: Array.from({ length: end - start }, (_, i) => (isThere(start + i) ? values[start + i] : null)),
  };
}
