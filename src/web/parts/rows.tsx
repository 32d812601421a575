import type { ComponentChildren } from "preact";
import { Cite } from "./cite.tsx";

/** A column of a table of rows. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
  /** Whether a row has something here: a column of which no row has anything is left out. */
  readonly has?: (row: Row) => boolean;
}

/** A plain table; the first column names the row. */
export function Rows<Row>({
  rows,
  columns: all,
  keyOf,
  none,
}: {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row, place: number) => string;
  none: string;
}) {
  if (rows.length === 0) return <p class="empty">{none}</p>;
  const columns = all.filter(({ has }) => has === undefined || rows.some(has));
  return (
    <>
      <div class="table-wrap">
        <table class="plain">
          <thead>
            <tr>
              {columns.map(({ title, isNumber }) => (
                <th key={title} scope="col" class={isNumber ? "number" : ""}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={keyOf(row, place)}>
                {columns.map(({ title, cell, isNumber }, i) =>
                  i === 0 ? (
                    <th key={title} scope="row">
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={title} class={isNumber ? "number" : ""}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Cite />
    </>
  );
}
