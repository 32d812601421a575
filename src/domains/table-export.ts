import { type ParameterType, type ParameterValue, statement } from "../engine/sql/statement.ts";
import type { SnapshotView } from "../engine/view.ts";
import { sourcesOfTables } from "../snapshot/manifest/metric-sources.ts";
import type { ExportBatch, ExportColumn, ExportRequest, ExportTable } from "./export.ts";

/** Rows per query: the connection is released after each batch, however slowly the client reads. */
const PAGE_ROWS = 8192;

/** A serving table, or some of its rows, as a file. */
interface TableExport {
  /** Serving table; its row order is the order of the file. */
  readonly table: string;
  readonly columns: readonly ExportColumn[];
  /** SQL condition with `$name` parameters. */
  readonly where: { readonly sql: string; readonly parameters: Readonly<Record<string, ParameterType>> };
  /** Dataset tables whose sources the file cites. */
  readonly datasetTables: readonly string[];
}

/** The part of an export that depends on the request. */
interface TableQuestion {
  readonly title: string;
  readonly name: string;
  readonly values?: Readonly<Record<string, ParameterValue>>;
  /** Maximum rows; all rows by default. */
  readonly limit?: number;
  /** Replaces the table's columns (same names) where units or docs depend on the key. */
  readonly columns?: readonly ExportColumn[];
}

interface RowRange {
  readonly first: number | null;
  readonly last: number | null;
  readonly rows: number;
}

/**
 * Returns a function that reads a serving table in batches by rowid range. Request values are bound to
 * constant statements, never concatenated. If the snapshot lacks the table or a switch hides it, the file has no rows.
 */
export function tableExport(
  declared: TableExport,
  questionOf: (request: ExportRequest, view: SnapshotView) => TableQuestion | Promise<TableQuestion>,
): (view: SnapshotView, request: ExportRequest, signal: AbortSignal) => Promise<ExportTable> {
  const { table, columns, where, datasetTables } = declared;
  const name = `export ${table} ${where.sql}`;
  const rangeOf = statement<RowRange>(
    `${name} reach`,
    where.parameters,
    `SELECT min(rowid) AS first, max(rowid) AS last, count(*) AS rows FROM ${table} WHERE ${where.sql}`,
  );
  const page = statement<Record<string, unknown>>(
    `${name} page`,
    { ...where.parameters, first_row: "bigint", end_row: "bigint" },
    `SELECT ${columns.map((one) => one.name).join(", ")}
FROM ${table}
WHERE (${where.sql}) AND rowid >= $first_row AND rowid < $end_row`,
  );
  return async (view, request, signal) => {
    const question = await questionOf(request, view);
    const { values = {}, limit = Number.POSITIVE_INFINITY } = question;
    const isReadable = view.manifest.tables.includes(table) && view.hidden?.get(table)?.length !== 0;
    const found = isReadable ? await view.database.query(rangeOf, values, signal) : undefined;
    const [first, last, rows] =
      found === undefined
        ? [null, null, 0]
        : [found.columns.first[0], found.columns.last[0], Number(found.columns.rows[0])];
    const rowCount = Math.min(limit, rows);
    async function* batches(stop: AbortSignal): AsyncGenerator<ExportBatch, void, void> {
      if (first === null || last === null) return;
      let left = rowCount;
      for (let from = Number(first); from <= Number(last) && left > 0; from += PAGE_ROWS) {
        const bounds = { first_row: from, end_row: from + PAGE_ROWS };
        const piece = await view.database.query(page, { ...values, ...bounds }, stop);
        const count = Math.min(left, piece.rowCount);
        if (count === 0) continue;
        left -= count;
        const cells = columns.map((one) => {
          const all = piece.columns[one.name];
          return { values: count === all.length ? all : all.slice(0, count) };
        });
        yield { rowCount: count, columns: cells };
      }
    }
    return {
      title: question.title,
      name: question.name,
      columns: question.columns ?? columns,
      sources: sourcesOfTables(datasetTables, view.manifest.sources),
      rowCount,
      batches,
    };
  };
}
