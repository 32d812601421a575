import { alignOffset, valuesByteLength } from "../kernels/memory-layout.ts";
import { MetricColumn, type SuburbColumns } from "./column.ts";

/** Bytes before the end of the columns that stay 0: both values and validity bits of columns without data. */
export function blankByteLength(rowCount: number): number {
  return alignOffset(valuesByteLength(rowCount));
}

/** The columns with some metrics null in every row; their values and validity bits cannot be reached. */
export function withoutData(columns: SuburbColumns, metrics: ReadonlySet<number>): SuburbColumns {
  const { memory, endOffset } = columns;
  const most = Math.max(0, ...Array.from(columns.scopes.values(), ({ index }) => index.n));
  const blank = endOffset - blankByteLength(most);
  const scopes = Array.from(columns.scopes, ([code, { index, columns: all }]) => {
    const place = { memory, n: index.n, valuesOffset: blank, validityOffset: blank, nullCount: index.n };
    const shown = all.map((column, m) => (metrics.has(m) ? new MetricColumn(column.metric, place) : column));
    return [code, { index, columns: shown }] as const;
  });
  return { ...columns, scopes: new Map(scopes) };
}
