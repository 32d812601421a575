import type { Metric } from "../../dataset/metric.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import { MetricColumn, type SuburbColumns } from "./column.ts";
import { type IndexRows, type IndexTexts, LazySuburbIndex } from "./suburb-index.ts";
import { type PostedTexts, TextColumn } from "./text-column.ts";

/** Columns as they are posted to another thread: the memory itself, and where each column lies in it. */
export interface PostedColumns {
  readonly metrics: readonly Metric[];
  readonly memory: SharedMemory;
  readonly endOffset: number;
  readonly thread?: number | undefined;
  /** Of the whole file: that thread decodes those that it needs. */
  readonly texts: Readonly<Record<keyof IndexTexts, PostedTexts>>;
  readonly scopes: readonly {
    readonly rows: IndexRows;
    /** In the order of the registry. */
    readonly places: readonly {
      readonly valuesOffset: number;
      readonly validityOffset: number;
      readonly nullCount: number;
    }[];
  }[];
}

/** Columns that were read from a file. */
export function postedColumns({ metrics, memory, endOffset, scopes, thread }: SuburbColumns): PostedColumns {
  const all = Array.from(scopes.values(), ({ index, columns }) => {
    if (!(index instanceof LazySuburbIndex)) throw new TypeError("only the columns of a file can be posted");
    return { index, columns };
  });
  const { salCodes, salNames, postcodes, stateCodes } = all[0].index.texts;
  return {
    metrics,
    memory,
    endOffset,
    thread,
    texts: {
      salCodes: salCodes.posted(),
      salNames: salNames.posted(),
      postcodes: postcodes.posted(),
      stateCodes: stateCodes.posted(),
    },
    scopes: all.map(({ index, columns }) => ({
      rows: index.rows,
      places: columns.map(({ valuesOffset, validityOffset, nullCount }) => ({
        valuesOffset,
        validityOffset,
        nullCount,
      })),
    })),
  };
}

/** The same columns in the thread that they were posted to. */
export function columnsFromPosted({
  metrics,
  memory,
  endOffset,
  texts: posted,
  scopes,
  thread,
}: PostedColumns): SuburbColumns {
  const texts: IndexTexts = {
    salCodes: TextColumn.fromPosted(posted.salCodes),
    salNames: TextColumn.fromPosted(posted.salNames),
    postcodes: TextColumn.fromPosted(posted.postcodes),
    stateCodes: TextColumn.fromPosted(posted.stateCodes),
  };
  return {
    metrics,
    memory,
    endOffset,
    thread,
    scopes: new Map(
      scopes.map(({ rows: { scope, indexVersion, from, to }, places }) => [
        scope,
        {
          index: new LazySuburbIndex(scope, indexVersion, texts, from, to),
          columns: places.map((place, m) => new MetricColumn(metrics[m], { memory, n: to - from, ...place })),
        },
      ]),
    ),
  };
}
