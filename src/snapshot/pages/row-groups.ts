import type { Row } from "./row-message.ts";

/** Rows that come in the order of their `page_key`, taken a key at a time. */
export interface RowGroups {
  /** The rows of a key; none when there are none. Keys are asked for in the order of the rows, none left out. */
  take(key: string | number): Promise<Row[]>;
}

export function rowGroups(stretches: AsyncGenerator<Row[], void, void>): RowGroups {
  let rows: Row[] = [];
  let at = 0;
  let isDone = false;
  return {
    take: async (key) => {
      const group: Row[] = [];
      for (;;) {
        while (at < rows.length && rows[at].page_key === key) group.push(rows[at++]);
        if (at < rows.length || isDone) return group;
        const stretch = await stretches.next();
        isDone = stretch.done === true;
        rows = stretch.done === true ? [] : stretch.value;
        at = 0;
      }
    },
  };
}
