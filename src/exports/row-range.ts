import type { ExportBatch, ExportCells } from "../domains/export.ts";

/** Rows [from, to). Requests a batch past the end, so that a source that counts rows notices more of them. */
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

/** The validity bitmap starts at the first row, so a later start drops it and puts nulls into the values. */
function cellsBetween({ values, validity }: ExportCells, start: number, end: number): ExportCells {
  if (start === 0 || validity === undefined) return { values: values.slice(start, end), validity };
  const isThere = (row: number) => ((validity[row >> 3] >> (row & 7)) & 1) === 1;
  return {
    values: Array.from({ length: end - start }, (_, i) => (isThere(start + i) ? values[start + i] : null)),
  };
}
