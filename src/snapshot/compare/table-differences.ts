import type { Comparison, Side } from "./open-comparison.ts";

type TableDifference = Awaited<ReturnType<typeof tableDifference>>;

/** Tables whose rows or columns differ; row order does not count. A changed row counts as gone and as new. */
export async function tableDifferences(comparison: Comparison): Promise<TableDifference[]> {
  const found: TableDifference[] = [];
  for (const table of comparison.tables.filter(comparison.differs)) {
    const difference = await tableDifference(comparison, table);
    const { rowsGone, rowsNew, columnsAdded, columnsRemoved } = difference;
    if (rowsGone + rowsNew + columnsAdded.length + columnsRemoved.length > 0) found.push(difference);
  }
  return found;
}

async function tableDifference(comparison: Comparison, table: string) {
  const [old, now] = (["before", "after"] as const).map((side) => [
    ...comparison.columns(side, table).keys(),
  ]);
  const isWholeTable = old.length === 0 || now.length === 0;
  const shared = comparison.shared(table);
  const rowsOnlyIn = async (one: Side, other: Side) => {
    const [{ n }] = await comparison.db.rows<{ n: bigint }>(`
SELECT count(*) AS n
FROM (${rowDigests(comparison, one, table, shared)} EXCEPT ALL ${rowDigests(comparison, other, table, shared)})`);
    return Number(n);
  };
  return {
    table,
    rowsGone: await rowsOnlyIn("before", "after"),
    rowsNew: await rowsOnlyIn("after", "before"),
    /** Columns on one side only; rows are compared without them. */
    columnsAdded: isWholeTable ? [] : now.filter((name) => !old.includes(name)),
    columnsRemoved: isWholeTable ? [] : old.filter((name) => !now.includes(name)),
  };
}

/** SQL for a 128-bit digest of each row: whole rows of long strings would not fit into memory. */
function rowDigests(comparison: Comparison, side: Side, table: string, columns: readonly string[]): string {
  return `SELECT md5_number(CAST(one AS VARCHAR)) FROM ${comparison.rows(side, table, columns)} AS one`;
}
