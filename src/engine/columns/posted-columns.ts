import { MetricColumn, type SuburbColumns } from "./column.ts";
import { type IndexTexts, LazySuburbIndex } from "./suburb-index.ts";
import { TextColumn } from "./text-column.ts";

/** Columns in the form posted to another thread: the shared memory, and each column's offsets. */
export type PostedColumns = ReturnType<typeof postedColumns>;

/** Only columns loaded from a file can be posted. */
export function postedColumns({ scopes, ...rest }: SuburbColumns) {
  const all = Array.from(scopes.values(), ({ index, columns }) => {
    if (!(index instanceof LazySuburbIndex)) throw new TypeError("only the columns of a file can be posted");
    return { index, columns };
  });
  return {
    ...rest,
    /** Undecoded: the other thread decodes strings on first use, which filters never need. */
    texts: eachText(all[0].index.texts, ({ place }) => place),
    scopes: all.map(({ index, columns }) => ({
      rows: index.rows,
      /** In registry order. */
      places: columns.map(({ valuesOffset, validityOffset, nullCount }) => ({
        valuesOffset,
        validityOffset,
        nullCount,
      })),
    })),
  };
}

export function columnsFromPosted({ texts: posted, scopes, ...rest }: PostedColumns): SuburbColumns {
  const { metrics, memory } = rest;
  const texts = eachText(posted, (place) => new TextColumn(place));
  return {
    ...rest,
    scopes: new Map(
      scopes.map(({ rows, places }) => {
        const n = rows.to - rows.from;
        const columns = places.map((place, m) => new MetricColumn(metrics[m], { memory, n, ...place }));
        return [rows.scope, { index: new LazySuburbIndex(rows, texts), columns }];
      }),
    ),
  };
}

function eachText<From, To>(texts: Readonly<Record<keyof IndexTexts, From>>, make: (one: From) => To) {
  const made = Object.entries<From>(texts).map(([name, one]) => [name, make(one)]);
  return Object.fromEntries(made) as Record<keyof IndexTexts, To>;
}
