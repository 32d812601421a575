import { readNumbers } from "../../../snapshot/build/read-numbers.ts";
import type { BuildDatabase } from "../../../snapshot/build/write-tables.ts";
import type { FrameColumn } from "../../../snapshot/pages/frame-pages.ts";

/** The columns of a query, as columns of a frame. */
export async function* numberColumns(
  db: BuildDatabase,
  sql: string,
  names: readonly string[],
): AsyncGenerator<FrameColumn, void, void> {
  const columns = await readNumbers(db, sql, names);
  for (const name of names) yield { name, numbers: columns[name] };
}

/** The same for texts; a missing one is empty. */
export async function* textColumns(
  db: BuildDatabase,
  sql: string,
  names: readonly string[],
): AsyncGenerator<FrameColumn, void, void> {
  const columns = names.map((): string[] => []);
  for await (const stretch of db.columnStretches(sql)) {
    for (const [c, name] of names.entries()) {
      for (const text of stretch[name] as (string | null)[]) columns[c].push(text ?? "");
    }
  }
  for (const [c, name] of names.entries()) yield { name, texts: columns[c] };
}
