import type { Metric } from "../../dataset/metric.ts";
import { COLUMNS_FILE, type SnapshotManifest } from "../../snapshot/manifest/manifest.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import { MetricColumn, type SuburbColumns } from "./column.ts";
import { FILE_OFFSET, indexTexts, scopeRanges } from "./load-columns.ts";
import { LazySuburbIndex } from "./suburb-index.ts";

/** Columns as a thread posts them to another that has the manifest too: the memory, and where each column lies in it. */
export interface SharedColumns {
  readonly memory: SharedMemory;
  readonly endOffset: number;
  /** By scope and then by metric, both in their order. */
  readonly places: readonly (readonly Pick<
    MetricColumn,
    "valuesOffset" | "validityOffset" | "nullCount"
  >[])[];
}

export function sharedColumns({ memory, endOffset, scopes }: SuburbColumns): SharedColumns {
  return {
    memory,
    endOffset,
    places: Array.from(scopes.values(), ({ columns }) =>
      columns.map(({ valuesOffset, validityOffset, nullCount }) => ({
        valuesOffset,
        validityOffset,
        nullCount,
      })),
    ),
  };
}

/**
 * The same columns in the thread that they were posted to. Texts are decoded from the memory when they are asked for, so
 * that a thread that only filters has none of them.
 */
export function openSharedColumns(
  { memory, endOffset, places }: SharedColumns,
  manifest: SnapshotManifest,
  metrics: readonly Metric[],
  thread: number,
): SuburbColumns {
  const rowCount = manifest.national.suburbs;
  const byteLength = manifest.files.find(({ path }) => path === COLUMNS_FILE)!.bytes;
  const texts = indexTexts(new Uint8Array(memory.buffer, FILE_OFFSET, byteLength), manifest, rowCount);
  return {
    metrics,
    memory,
    endOffset,
    thread,
    scopes: new Map(
      scopeRanges(manifest, rowCount).map(({ code, from, to, indexVersion }, s) => [
        code,
        {
          index: new LazySuburbIndex(code, indexVersion, texts, from, to),
          columns: places[s].map(
            (place, m) => new MetricColumn(metrics[m], { memory, n: to - from, ...place }),
          ),
        },
      ]),
    ),
  };
}
