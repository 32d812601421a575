import {
  type Data,
  Float32,
  makeData,
  makeVector,
  Table,
  tableFromIPC,
  type Utf8,
  type Vector,
} from "apache-arrow";
import { TerraceError } from "../../errors.ts";
import { METRICS, type Metric } from "../../model/metric-registry.ts";
import { NATIONAL_SCOPE, STATE_CODES } from "../../model/states.ts";
import type { SnapshotManifest } from "../../snapshot/manifest.ts";
import { alignOffset, maskByteLength, valuesByteLength } from "../kernels/memory-layout.ts";
import { NO_VALIDITY } from "../kernels/predicate-list.ts";
import { createSharedMemory, type SharedMemory } from "../kernels/shared-memory.ts";
import { MetricColumn, type SuburbColumns, type SuburbScope } from "./column.ts";
import type { SuburbIndex } from "./suburb-index.ts";

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

/** Copies the columns of a verified snapshot once from its Arrow file into shared memory, by state and for the country. */
export function loadColumns(
  file: Uint8Array,
  manifest: SnapshotManifest,
  options: LoadColumnsOptions,
): SuburbColumns {
  const table = tableFromIPC(file);
  const ranges = scopeRanges(manifest, table.numRows);
  const scopeBytes = (n: number) => METRICS.length * (valuesByteLength(n) + 64 + maskByteLength(n) + 64);
  const columnBytes = ranges.reduce((sum, range) => sum + scopeBytes(range.to - range.from), 64);
  const memory = createSharedMemory(columnBytes + options.reserveBytes);
  const texts = {
    salCodes: textColumn(table, "sal_code"),
    salNames: textColumn(table, "sal_name"),
    postcodes: textColumn(table, "postcode"),
    stateCodes: textColumn(table, "state_code"),
  };
  const sources = METRICS.map((metric) => floatColumn(table, metric));
  const scopes = new Map<string, SuburbScope>();
  // Offset 0 stays unused, so that no buffer has an address that could be mistaken for "none".
  let offset = 64;
  for (const { code, from, to, indexVersion } of ranges) {
    const index: SuburbIndex = {
      scope: code,
      n: to - from,
      indexVersion,
      salCodes: texts.salCodes.slice(from, to),
      salNames: texts.salNames.slice(from, to),
      postcodes: texts.postcodes.slice(from, to),
      stateCodes: texts.stateCodes.slice(from, to),
    };
    const columns = METRICS.map((metric, m) => {
      const column = placeColumn(memory, offset, metric, sources[m], from, to);
      offset = column.end;
      return column.column;
    });
    scopes.set(code, { index, columns });
  }
  return { memory, endOffset: alignOffset(offset), scopes };
}

/** The scope as an Arrow table over the shared memory itself: no value is copied. */
export function arrowTable(scope: SuburbScope): Table {
  const vectors: Record<string, Vector> = {};
  for (const column of scope.columns) {
    vectors[column.metric.key] = makeVector(
      makeData({
        type: new Float32(),
        length: scope.index.n,
        nullCount: column.nullCount,
        data: column.values,
        ...(column.validity === undefined ? {} : { nullBitmap: column.validity }),
      }),
    );
  }
  return new Table(vectors);
}

function scopeRanges(manifest: SnapshotManifest, rowCount: number): ScopeRange[] {
  let from = 0;
  const ranges: ScopeRange[] = manifest.states.map(({ stateCode, suburbs, indexVersion }) => {
    const range = { code: stateCode, from, to: from + suburbs, indexVersion };
    from += suburbs;
    return range;
  });
  if (from !== rowCount || manifest.national.suburbs !== rowCount || ranges.length !== STATE_CODES.length) {
    throw new TerraceError(
      "bad_snapshot",
      `the columns hold ${rowCount} suburbs, the manifest's states ${from} and its country ${manifest.national.suburbs}`,
    );
  }
  const { indexVersion } = manifest.national;
  return [...ranges, { code: NATIONAL_SCOPE, from: 0, to: rowCount, indexVersion }];
}

/** Texts of a column, "" for a null. ASCII columns are decoded in one piece, which is most of the time of a load. */
function textColumn(table: Table, name: string): string[] {
  const vector = table.getChild(name) as Vector<Utf8> | null;
  if (vector === null) throw new TerraceError("bad_snapshot", `the columns lack "${name}"`);
  const [chunk] = vector.data as readonly Data<Utf8>[];
  const texts = new Array<string>(vector.length);
  if (chunk === undefined) return texts;
  const { values, valueOffsets } = chunk;
  const bytes = Buffer.from(values.buffer, values.byteOffset, valueOffsets[vector.length]);
  const whole = bytes.toString("utf8");
  const isAscii = whole.length === bytes.byteLength;
  for (let i = 0; i < vector.length; i++) {
    const [from, to] = [valueOffsets[i], valueOffsets[i + 1]];
    texts[i] = isAscii ? whole.slice(from, to) : bytes.toString("utf8", from, to);
  }
  return texts;
}

interface FloatSource {
  readonly values: Float32Array;
  /** Arrow validity bits, LSB first; undefined when no row is null. */
  readonly bitmap: Uint8Array | undefined;
}

/** The values and bits of a metric where they lie in the file: a snapshot's columns are one record batch. */
function floatColumn(table: Table, metric: Metric): FloatSource {
  const vector = table.getChild(metric.key) as Vector<Float32> | null;
  if (vector === null) throw new TerraceError("bad_snapshot", `the columns lack the metric "${metric.key}"`);
  const chunks = vector.data as readonly Data<Float32>[];
  if (chunks.length !== 1 || chunks[0].offset !== 0) {
    throw new TerraceError("bad_snapshot", `the columns hold ${chunks.length} batches; a snapshot has one`);
  }
  const [{ values, nullCount, nullBitmap }] = chunks;
  return { values, bitmap: nullCount === 0 ? undefined : nullBitmap };
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
  new Float32Array(memory.buffer, valuesOffset, n).set(source.values.subarray(from, to));
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
