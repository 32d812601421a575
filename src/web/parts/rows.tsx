import type { ComponentChildren } from "preact";
import { Cite } from "./cite.tsx";

/**
 * A column of a table: its title, what a row has there, and the class of its cells. A column of which no row `has`
 * anything is left out.
 */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => ComponentChildren,
  kind?: string,
  has?: (row: Row) => boolean,
];

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row, place: number) => string;
  readonly kind?: string;
}

/** A plain table; the first column names the row. */
export function Table<Row>({ rows, columns: all, keyOf, kind = "" }: TableProps<Row>) {
  const columns = all.filter(([, , , has]) => has === undefined || rows.some(has));
  return (
    <div class="table-wrap">
      <table class={`plain ${kind}`}>
        <thead>
          <tr>
            {columns.map(([title, , kind]) => (
              <th key={title} scope="col" class={kind === "number" ? kind : ""}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={keyOf(row, place)}>
              {columns.map(([title, cell, kind = ""], i) =>
                i === 0 ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} class={kind}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A table that can be cited, or words where there is no row. */
export function Rows<Row>({
  none,
  what,
  ...table
}: TableProps<Row> & { readonly none: string; readonly what?: string }) {
  if (table.rows.length === 0) return <p class="empty">{none}</p>;
  return (
    <>
      <Table {...table} />
      <Cite what={what} />
    </>
  );
}

/** Names with their values; one without a value is left out. */
export function Facts({
  rows,
  kind = "",
}: {
  rows: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
  kind?: string;
}) {
  return (
    <dl class={`facts ${kind}`}>
      {rows
        .filter(([, value]) => value !== false && value !== "" && value !== undefined)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}
