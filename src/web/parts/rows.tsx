import { Cite } from "./cite.tsx";
import { Table, type TableProps } from "./section.tsx";

/** A table that can be cited, or words where there is no row. */
export function Rows<Row>({
  none = "",
  what,
  ...table
}: TableProps<Row> & { readonly none?: string; readonly what?: string }) {
  if (table.rows.length === 0) return <p class="empty">{none}</p>;
  return (
    <>
      <Table {...table} />
      <Cite what={what} />
    </>
  );
}
