import { open } from "node:fs/promises";
import type { Metric } from "../../dataset/metric.ts";
import { NATIONAL_SCOPE, STATE_CODES } from "../../dataset/states.ts";
import { badSnapshot } from "../../runtime/errors.ts";
import type { SnapshotManifest } from "../../snapshot/manifest/manifest.ts";
import { countBits } from "../kernels/count-bits.ts";
import { alignOffset, maskByteLength, valuesByteLength } from "../kernels/memory-layout.ts";
import { NO_VALIDITY } from "../kernels/predicate-list.ts";
import { createSharedMemory, type SharedMemory } from "../kernels/shared-memory.ts";
import { blankByteLength, withoutData } from "./blank-columns.ts";
import { MetricColumn, type SuburbColumns, type SuburbScope } from "./column.ts";
import { type IndexRows, type IndexTexts, LazySuburbIndex } from "./suburb-index.ts";
import { TextColumn } from "./text-column.ts";

export interface LoadColumnsOptions {
  /** Metrics that the file was written with, in column order. */
  readonly metrics: readonly Metric[];
  /** Bytes to reserve behind the columns for indexes and scratch space. */
  readonly reserveBytes: number;
}

/** Byte offset of the file in the memory. Not 0, so that no buffer offset can be mistaken for "none". */
const FILE_OFFSET = 64;

/** Kernels read values in whole blocks, also past the last row of the last column. */
const SLACK_BYTES = valuesByteLength(1);

/**
 * Reads the columns of a verified snapshot. The file is read straight into shared memory and used in place: a
 * state's values are a slice of the country's, and only validity bits are copied.
 */
export async function openColumns(
  path: string,
  manifest: SnapshotManifest,
  options: LoadColumnsOptions,
): Promise<SuburbColumns> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const memory = columnsMemory(size, manifest, options);
    const file = new Uint8Array(memory.buffer, FILE_OFFSET, size);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(file, at, size - at, at);
      if (bytesRead === 0) throw badSnapshot(`${path} ends after ${at} of ${size} bytes`);
      at += bytesRead;
    }
    return placeColumns(memory, file, manifest, options.metrics);
  } finally {
    await handle.close();
  }
}

/** Loads columns from a file that is already in memory, at the cost of a copy. */
export function loadColumns(
  bytes: Uint8Array,
  manifest: SnapshotManifest,
  options: LoadColumnsOptions,
): SuburbColumns {
  const memory = columnsMemory(bytes.byteLength, manifest, options);
  const file = new Uint8Array(memory.buffer, FILE_OFFSET, bytes.byteLength);
  file.set(bytes);
  return placeColumns(memory, file, manifest, options.metrics);
}

/** Allocates room for the file, each scope's validity bits, columns without data, and `reserveBytes`. */
function columnsMemory(
  fileBytes: number,
  manifest: SnapshotManifest,
  { metrics, reserveBytes }: LoadColumnsOptions,
): SharedMemory {
  const rowCounts = [...manifest.states.map((state) => state.suburbs), manifest.national.suburbs];
  const bits = rowCounts.reduce((sum, n) => sum + metrics.length * alignOffset(maskByteLength(n)), 0);
  const blank = blankByteLength(manifest.national.suburbs);
  return createSharedMemory(alignOffset(FILE_OFFSET + fileBytes + SLACK_BYTES) + bits + blank + reserveBytes);
}

/** Builds columns from the buffer offsets in the manifest, so Arrow need not be loaded. */
function placeColumns(
  memory: SharedMemory,
  file: Uint8Array<SharedArrayBuffer>,
  manifest: SnapshotManifest,
  metrics: readonly Metric[],
): SuburbColumns {
  const rowCount = manifest.national.suburbs;
  const ranges = scopeRanges(manifest, rowCount);
  const sources = metrics.map((metric) => floatSource(file, manifest, metric, rowCount));
  const texts = indexTexts(file, manifest, rowCount);
  const words = new Uint32Array(memory.buffer);
  const scopes = new Map<string, SuburbScope>();
  let end = alignOffset(FILE_OFFSET + file.byteLength + SLACK_BYTES);
  for (const rows of ranges) {
    const { from } = rows;
    const n = rows.to - from;
    const columns = metrics.map((metric, m) => {
      const { values, bitmap } = sources[m];
      const nullCount = bitmap === undefined ? 0 : n - copyBits(words, bitmap >> 2, from, n, end >> 2);
      const validityOffset = nullCount === 0 ? NO_VALIDITY : end;
      if (bitmap !== undefined) end = alignOffset(end + maskByteLength(n));
      return new MetricColumn(metric, {
        memory,
        n,
        valuesOffset: values + 4 * from,
        validityOffset,
        nullCount,
      });
    });
    scopes.set(rows.scope, { index: new LazySuburbIndex(rows, texts), columns });
  }
  const columns = { metrics, memory, endOffset: end + blankByteLength(rowCount), scopes };
  // A snapshot older than a metric is served with that metric null.
  const known = new Set(manifest.columns.metrics.map(({ key }) => key));
  const missing = metrics.flatMap(({ key }, m) => (known.has(key) ? [] : [m]));
  return missing.length === 0 ? columns : withoutData(columns, new Set(missing));
}

/** Row ranges of the states, then of the country. */
function scopeRanges(manifest: SnapshotManifest, rowCount: number): IndexRows[] {
  let from = 0;
  const ranges: IndexRows[] = manifest.states.map(({ stateCode, suburbs, indexVersion }) => {
    const range = { scope: stateCode, from, to: from + suburbs, indexVersion };
    from += suburbs;
    return range;
  });
  if (from !== rowCount || ranges.length !== STATE_CODES.length) {
    throw badSnapshot(`the manifest's country has ${rowCount} suburbs, its states ${from}`);
  }
  const { indexVersion } = manifest.national;
  return [...ranges, { scope: NATIONAL_SCOPE, from: 0, to: rowCount, indexVersion }];
}

/** The string columns of the file, decoded on first use. */
function indexTexts(file: Uint8Array, { columns }: SnapshotManifest, rowCount: number): IndexTexts {
  const text = (name: string) => {
    const place = columns.texts.find((one) => one.name === name);
    if (place === undefined) throw badSnapshot(`the columns lack "${name}"`);
    checkPlace(file, name, place.offsets, 4 * (rowCount + 1));
    return new TextColumn({ file, offsets: place.offsets, data: place.data, n: rowCount });
  };
  return {
    salCodes: text("sal_code"),
    salNames: text("sal_name"),
    postcodes: text("postcode"),
    stateCodes: text("state_code"),
  };
}

/**
 * Byte offsets of a metric's little-endian float32 values and Arrow validity bits (LSB first; undefined if no
 * row is null). The file's start for a metric that it lacks: callers replace it by a blank column.
 */
function floatSource(file: Uint8Array, { columns }: SnapshotManifest, { key }: Metric, rowCount: number) {
  const place = columns.metrics.find((metric) => metric.key === key);
  if (place === undefined) return { values: FILE_OFFSET, bitmap: undefined };
  checkPlace(file, key, place.values, 4 * rowCount);
  if (place.validity !== null) checkPlace(file, key, place.validity, Math.ceil(rowCount / 8));
  return {
    values: FILE_OFFSET + place.values,
    bitmap: place.validity === null ? undefined : FILE_OFFSET + place.validity,
  };
}

function checkPlace(file: Uint8Array, name: string, at: number, byteLength: number): void {
  if (at % 4 !== 0)
    throw badSnapshot(`"${name}" begins at byte ${at} of the columns, not at a multiple of 4`);
  if (at + byteLength <= file.byteLength) return;
  throw badSnapshot(
    `the columns have ${file.byteLength} bytes; "${name}" would need ${byteLength} from byte ${at} on`,
  );
}

/** Copies n bits, `from` bits after the word `source`, to the word `target`; returns how many are set. */
function copyBits(words: Uint32Array, source: number, from: number, n: number, target: number): number {
  const shift = from & 31;
  const first = source + (from >> 5);
  const wordCount = Math.ceil(n / 32);
  for (let i = 0; i < wordCount; i++) {
    // A target word spans two source words unless `from` is a multiple of 32.
    let word = words[first + i] >>> shift;
    if (shift !== 0) word |= words[first + i + 1] << (32 - shift);
    const rest = n - i * 32;
    words[target + i] = rest < 32 ? word & ((1 << rest) - 1) : word;
  }
  return countBits(words.subarray(target), n);
}
