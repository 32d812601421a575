import type { Row } from "../../../snapshot/pages/row-message.ts";

/** Rows that come in the order of their `page_key`, a key at a time. */
export async function* keyedRows(
  stretches: AsyncIterable<Row[]>,
): AsyncGenerator<{ readonly key: string; readonly rows: Row[] }, void, void> {
  let rows: Row[] = [];
  for await (const stretch of stretches) {
    for (const row of stretch) {
      if (rows.length > 0 && rows[0].page_key !== row.page_key) {
        yield { key: rows[0].page_key as string, rows };
        rows = [];
      }
      rows.push(row);
    }
  }
  if (rows.length > 0) yield { key: rows[0].page_key as string, rows };
}
