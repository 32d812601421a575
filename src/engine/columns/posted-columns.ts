import type { Metric } from "../../dataset/metric.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import { MetricColumn, type SuburbColumns } from "./column.ts";
import type { SuburbIndex } from "./suburb-index.ts";

/** Columns as they are posted to another thread: the memory itself, and where each column lies in it. */
export interface PostedColumns {
  readonly metrics: readonly Metric[];
  readonly memory: SharedMemory;
  readonly endOffset: number;
  readonly thread?: number | undefined;
  readonly scopes: readonly {
    readonly index: SuburbIndex;
    /** In the order of the registry. */
    readonly places: readonly {
      readonly valuesOffset: number;
      readonly validityOffset: number;
      readonly nullCount: number;
    }[];
  }[];
}

export function postedColumns({ metrics, memory, endOffset, scopes, thread }: SuburbColumns): PostedColumns {
  return {
    metrics,
    memory,
    endOffset,
    thread,
    scopes: Array.from(scopes.values(), ({ index, columns }) => ({
      // A plain copy: an index may decode its texts on demand, which cannot be posted.
      index: {
        scope: index.scope,
        n: index.n,
        indexVersion: index.indexVersion,
        salCodes: index.salCodes,
        salNames: index.salNames,
        postcodes: index.postcodes,
        stateCodes: index.stateCodes,
      },
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
  scopes,
  thread,
}: PostedColumns): SuburbColumns {
  return {
    metrics,
    memory,
    endOffset,
    thread,
    scopes: new Map(
      scopes.map(({ index, places }) => [
        index.scope,
        {
          index,
          columns: places.map((place, m) => new MetricColumn(metrics[m], { memory, n: index.n, ...place })),
        },
      ]),
    ),
  };
}
