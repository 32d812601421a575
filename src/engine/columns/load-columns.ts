import { TerraceError } from "../../errors.ts";
import { METRICS, type Metric } from "../../model/metric-registry.ts";
import { NATIONAL_SCOPE, STATE_CODES } from "../../model/states.ts";
import type { SnapshotManifest } from "../../snapshot/manifest.ts";
import { alignOffset, maskByteLength, valuesByteLength } from "../kernels/memory-layout.ts";
import { NO_VALIDITY } from "../kernels/predicate-list.ts";
import { createSharedMemory, type SharedMemory } from "../kernels/shared-memory.ts";
import { MetricColumn, type SuburbColumns, type SuburbScope } from "./column.ts";
import { type IndexTexts, LazySuburbIndex } from "./suburb-index.ts";
import { TextColumn } from "./text-column.ts";

export interface LoadColumnsOptions {
  /** Bytes to reserve behind the columns for indexes and scratch space. */
  readonly reserveBytes: number;
}

/** A run of rows of the file that becomes one scope. */
interface ScopeRange {
  readonly code: string;
  readonly from: number;
  readonly to: number;
  readonly indexVersion: string;
}

/**
 * Copies the columns of a verified snapshot once from its Arrow file into shared memory, by state and for the country.
 * The manifest says where each buffer lies, so that Arrow itself need not be loaded to answer.
 */
export function loadColumns(
  file: Uint8Array,
  manifest: SnapshotManifest,
  options: LoadColumnsOptions,
): SuburbColumns {
  const rowCount = manifest.national.suburbs;
  const ranges = scopeRanges(manifest, rowCount);
  const sources = METRICS.map((metric) => floatSource(file, manifest, metric, rowCount));
  const texts = indexTexts(file, manifest, rowCount);
  const scopeBytes = (n: number) => METRICS.length * (valuesByteLength(n) + 64 + maskByteLength(n) + 64);
  const columnBytes = ranges.reduce((sum, range) => sum + scopeBytes(range.to - range.from), 64);
  const memory = createSharedMemory(columnBytes + options.reserveBytes);
  const scopes = new Map<string, SuburbScope>();
  // Offset 0 stays unused, so that no buffer has an address that could be mistaken for "none".
  let offset = 64;
  for (const { code, from, to, indexVersion } of ranges) {
    const columns = METRICS.map((metric, m) => {
      const column = placeColumn(memory, offset, metric, sources[m], from, to);
      offset = column.end;
      return column.column;
    });
    scopes.set(code, { index: new LazySuburbIndex(code, indexVersion, texts, from, to), columns });
  }
  return { memory, endOffset: alignOffset(offset), scopes };
}

function scopeRanges(manifest: SnapshotManifest, rowCount: number): ScopeRange[] {
  let from = 0;
  const ranges: ScopeRange[] = manifest.states.map(({ stateCode, suburbs, indexVersion }) => {
    const range = { code: stateCode, from, to: from + suburbs, indexVersion };
    from += suburbs;
    return range;
  });
  if (from !== rowCount || ranges.length !== STATE_CODES.length) {
    throw new TerraceError(
      "bad_snapshot",
      `the manifest's country has ${rowCount} suburbs, its states ${from}`,
    );
  }
  const { indexVersion } = manifest.national;
  return [...ranges, { code: NATIONAL_SCOPE, from: 0, to: rowCount, indexVersion }];
}

function indexTexts(file: Uint8Array, { columns }: SnapshotManifest, rowCount: number): IndexTexts {
  const text = (name: string) => {
    const place = columns.texts.find((one) => one.name === name);
    if (place === undefined) throw new TerraceError("bad_snapshot", `the columns lack "${name}"`);
    checkPlace(file, name, place.offsets, 4 * (rowCount + 1));
    return new TextColumn(file, place.offsets, place.data, rowCount);
  };
  return {
    salCodes: text("sal_code"),
    salNames: text("sal_name"),
    postcodes: text("postcode"),
    stateCodes: text("state_code"),
  };
}

interface FloatSource {
  /** Bytes of the little-endian float32 values. */
  readonly values: Uint8Array;
  /** Arrow validity bits, LSB first; undefined when no row is null. */
  readonly bitmap: Uint8Array | undefined;
}

/** The values and bits of a metric where they lie in the file. */
function floatSource(
  file: Uint8Array,
  { columns }: SnapshotManifest,
  { key }: Metric,
  rowCount: number,
): FloatSource {
  const place = columns.metrics.find((metric) => metric.key === key);
  if (place === undefined) throw new TerraceError("bad_snapshot", `the columns lack the metric "${key}"`);
  const bitmapBytes = Math.ceil(rowCount / 8);
  checkPlace(file, key, place.values, 4 * rowCount);
  if (place.validity !== null) checkPlace(file, key, place.validity, bitmapBytes);
  return {
    values: file.subarray(place.values, place.values + 4 * rowCount),
    bitmap: place.validity === null ? undefined : file.subarray(place.validity, place.validity + bitmapBytes),
  };
}

function checkPlace(file: Uint8Array, name: string, at: number, byteLength: number): void {
  if (at + byteLength <= file.byteLength) return;
  throw new TerraceError(
    "bad_snapshot",
    `the columns have ${file.byteLength} bytes; "${name}" would need ${byteLength} from byte ${at} on`,
  );
}

/** One column copied to the next free place of the memory, and where the place after it begins. */
function placeColumn(
  memory: SharedMemory,
  start: number,
  metric: Metric,
  source: FloatSource,
  from: number,
  to: number,
): { column: MetricColumn; end: number } {
  const n = to - from;
  const valuesOffset = alignOffset(start);
  const bitsOffset = alignOffset(valuesOffset + valuesByteLength(n));
  // As bytes: the file's buffers need not be aligned, and both sides are little-endian.
  new Uint8Array(memory.buffer, valuesOffset, 4 * n).set(source.values.subarray(4 * from, 4 * to));
  const bits = new Uint8Array(memory.buffer, bitsOffset, Math.ceil(n / 8));
  const nullCount = source.bitmap === undefined ? 0 : n - copyBits(source.bitmap, from, n, bits);
  const validityOffset = nullCount === 0 ? NO_VALIDITY : bitsOffset;
  const column = new MetricColumn(metric, { memory, n, valuesOffset, validityOffset, nullCount });
  return { column, end: bitsOffset + maskByteLength(n) };
}

/** Copies n bits that start at any bit of `source` to the start of `target`; returns how many are set. */
function copyBits(source: Uint8Array, from: number, n: number, target: Uint8Array): number {
  const shift = from & 7;
  const first = from >> 3;
  let count = 0;
  for (let i = 0; i < target.length; i++) {
    // A byte of the target spans two of the source unless both start on a byte; past the end reads 0.
    const pair = source[first + i] | ((source[first + i + 1] ?? 0) << 8);
    const rest = n - i * 8;
    const byte = (pair >> shift) & (rest < 8 ? (1 << rest) - 1 : 0xff);
    target[i] = byte;
    count += BITS_IN_BYTE[byte];
  }
  return count;
}

const BITS_IN_BYTE = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte.toString(2).replaceAll("0", "").length,
);
