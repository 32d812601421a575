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
  const next = async (): Promise<Row | undefined> => {
    while (at >= rows.length && !isDone) {
      const stretch = await stretches.next();
      if (stretch.done === true) isDone = true;
      else rows = stretch.value;
      at = 0;
    }
    return isDone ? undefined : rows[at];
  };
  return {
    take: async (key) => {
      const group: Row[] = [];
      for (let row = await next(); row?.page_key === key; row = await next()) {
        group.push(row);
        at++;
      }
      return group;
    },
  };
}
