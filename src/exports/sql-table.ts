import type { ExportBatch, ExportTable } from "../domains/export.ts";
import type { SqlResult } from "../engine/sql/sandbox.ts";
import type { SnapshotSource } from "../snapshot/manifest/manifest.ts";
import { rowRange } from "./row-range.ts";

/** Row limit of a result; `isCut` is set while reading when there are more rows. */
export interface RowBound {
  readonly most: number;
  isCut: boolean;
}

/** An SQL result as a table for any writer. Its sources are all public sources of the snapshot. */
export function sqlTable(
  result: SqlResult,
  sources: readonly SnapshotSource[],
  bound: RowBound,
): ExportTable {
  async function* chunks(): AsyncGenerator<ExportBatch, void, void> {
    let rows = 0;
    for await (const { rowCount, columns } of result.chunks()) {
      rows += rowCount;
      bound.isCut = rows > bound.most;
      yield { rowCount, columns: columns.map((values) => ({ values })) };
    }
  }
  return {
    title: "Answer to a question in SQL",
    name: "query",
    columns: result.columns.map(({ name, type }) => ({ name, type, doc: "A column of the answer." })),
    sources: sources.filter(({ withheld }) => withheld !== true),
    rowCount: 0,
    batches: () => rowRange(chunks(), 0, bound.most),
  };
}
