import type { Row } from "./row-message.ts";

/** Takes sorted rows one key at a time. */
export interface RowGroups<One> {
  /** Rows of a key, or an empty array. Call with keys in row order, skipping none. */
  take(key: string | number): Promise<One[]>;
}

const pageKey = (row: object) => (row as Row).page_key as string;

/** Groups by `page_key` unless `keyOf` is given. */
export function rowGroups<One extends object>(
  stretches: AsyncGenerator<One[], void, void>,
  keyOf: (row: One) => string | number = pageKey,
): RowGroups<One> {
  let rows: One[] = [];
  let at = 0;
  let isDone = false;
  return {
    take: async (key) => {
      const group: One[] = [];
      for (;;) {
        while (at < rows.length && keyOf(rows[at]) === key) group.push(rows[at++]);
        if (at < rows.length || isDone) return group;
        const stretch = await stretches.next();
        isDone = stretch.done === true;
        rows = stretch.done === true ? [] : stretch.value;
        at = 0;
      }
    },
  };
}

/** Yields each key with its rows, which must be sorted by `page_key` or `keyOf`. */
export async function* keyedRows<One extends object>(
  stretches: AsyncIterable<One[]>,
  keyOf: (row: One) => string = pageKey,
): AsyncGenerator<[key: string, rows: One[]], void, void> {
  let key: string | undefined;
  let own: One[] = [];
  for await (const rows of stretches) {
    for (const row of rows) {
      const next = keyOf(row);
      if (next !== key && key !== undefined) {
        yield [key, own];
        own = [];
      }
      key = next;
      own.push(row);
    }
  }
  if (key !== undefined) yield [key, own];
}
