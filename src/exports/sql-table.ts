import type { ExportBatch, ExportTable } from "../domains/export.ts";
import type { SqlResult } from "../engine/sql/sandbox.ts";
import type { SnapshotSource } from "../snapshot/manifest/manifest.ts";
import { rowRange } from "./row-range.ts";

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
