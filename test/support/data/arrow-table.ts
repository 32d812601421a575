import { Float32, makeData, makeVector, Table, type Vector } from "apache-arrow";
import type { SuburbScope } from "../../../src/engine/columns/column.ts";

/** The scope as an Arrow table over the shared memory; copies no values. */
export function arrowTable(scope: SuburbScope): Table {
  const vectors: Record<string, Vector> = {};
  for (const column of scope.columns) {
    vectors[column.metric.key] = makeVector(
      makeData({
        type: new Float32(),
        length: scope.index.n,
        nullCount: column.nullCount,
        data: column.values,
        ...(column.validity === undefined ? {} : { nullBitmap: column.validity }),
      }),
    );
  }
  return new Table(vectors);
}
