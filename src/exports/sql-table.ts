import type { ExportTable } from "../domains/export.ts";
import type { SqlResult } from "../engine/sql/sandbox.ts";
import type { SnapshotSource } from "../snapshot/manifest/manifest.ts";

/** Most rows of an answer, and whether there would have been more, once it is read. */
export interface RowBound {
  readonly most: number;
  isCut: boolean;
}

/** The answer to a question in SQL as a table that any writer takes. Its sources are all of the snapshot's public ones. */
export function sqlTable(
  result: SqlResult,
  sources: readonly SnapshotSource[],
  bound: RowBound,
): ExportTable {
  return {
    title: "Answer to a question in SQL",
    name: "query",
    columns: result.columns.map(({ name, type }) => ({ name, type, doc: "A column of the answer." })),
    sources: sources.filter(({ withheld }) => withheld !== true),
    rowCount: 0,
    async *batches() {
      let left = bound.most;
      for await (const { rowCount, columns } of result.chunks()) {
        if (rowCount > left) bound.isCut = true;
        const taken = Math.min(left, rowCount);
        left -= taken;
        if (taken > 0) {
          yield {
            rowCount: taken,
            columns: columns.map((values) => ({
              values: taken < rowCount ? values.slice(0, taken) : values,
            })),
          };
        }
        if (bound.isCut) return;
      }
    },
  };
}
