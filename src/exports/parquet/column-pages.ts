import type { ExportCells, ExportType } from "../../domains/export.ts";
import { ByteSink } from "../byte-sink.ts";
import { varint } from "./thrift.ts";

/** The levels and values of a column's page, before compression. */
export interface PageBytes {
  readonly bytes: Uint8Array;
  /** Number of entries, including nulls and empty lists; each list item is an entry. */
  readonly count: number;
}

export function pageOf(type: ExportType, pieces: readonly ExportCells[], rowCount: number): PageBytes {
  if (type === "text[]") return listPage(pieces);
  const [first] = pieces;
  if (pieces.length === 1 && first.values instanceof Float32Array) {
    return floatPage(first.values, first.validity, rowCount);
  }
  const validity = new Uint8Array(Math.ceil(rowCount / 8));
  const present: unknown[] = [];
  const floats = first.values instanceof Float32Array ? new Float32Array(rowCount) : undefined;
  let row = 0;
  let found = 0;
  for (const { values, validity: bits } of pieces) {
    for (let i = 0; i < values.length; i++, row++) {
      const isThere =
        bits === undefined ? values[i] !== null && values[i] !== undefined : (bits[i >> 3] >> (i & 7)) & 1;
      if (!isThere) continue;
      validity[row >> 3] |= 1 << (row & 7);
      if (floats !== undefined) floats[found++] = values[i] as number;
      else present.push(values[i]);
    }
  }
  const values = floats === undefined ? plainValues(type, present) : bytesOf(floats.subarray(0, found));
  const isFull = (floats === undefined ? present.length : found) === rowCount;
  return {
    bytes: Buffer.concat([levels(isFull ? allOnes(rowCount) : packedBits(validity)), values]),
    count: rowCount,
  };
}

/** For a column in one piece: its validity bitmap becomes the levels, and only the values move together. */
function floatPage(values: Float32Array, validity: Uint8Array | undefined, rowCount: number): PageBytes {
  if (validity === undefined) {
    return { bytes: Buffer.concat([levels(allOnes(rowCount)), bytesOf(values)]), count: rowCount };
  }
  const bits = validity.slice(0, Math.ceil(rowCount / 8));
  // Clear the bits past the last row, which belong to rows of another page.
  if ((rowCount & 7) > 0) bits[bits.length - 1] &= (1 << (rowCount & 7)) - 1;
  const present = new Float32Array(rowCount);
  let found = 0;
  for (let row = 0; row < rowCount; row++) {
    if ((bits[row >> 3] >> (row & 7)) & 1) present[found++] = values[row];
  }
  const encoded = levels(found === rowCount ? allOnes(rowCount) : packedBits(bits));
  return { bytes: Buffer.concat([encoded, bytesOf(present.subarray(0, found))]), count: rowCount };
}

/** PLAIN encoding: values one after another, little-endian. */
function plainValues(type: ExportType, values: readonly unknown[]): Uint8Array {
  switch (type) {
    case "float32":
      return bytesOf(Float32Array.from(values as number[]));
    case "float64":
      return bytesOf(Float64Array.from(values as number[]));
    case "int32":
    case "date":
      return bytesOf(Int32Array.from(values as number[]));
    case "int64":
    case "timestamp":
      return bytesOf(BigInt64Array.from(values as number[], (value) => BigInt(Math.floor(value))));
    case "bool": {
      const bits = new Uint8Array(Math.ceil(values.length / 8));
      for (let i = 0; i < values.length; i++) if (values[i]) bits[i >> 3] |= 1 << (i & 7);
      return bits;
    }
    default:
      return textValues(values as readonly string[]);
  }
}

/** Strings in PLAIN encoding: a 4-byte length before each. */
function textValues(texts: readonly string[]): Uint8Array {
  let most = 0;
  for (const text of texts) most += 4 + text.length * 3;
  const bytes = Buffer.allocUnsafe(most);
  let at = 0;
  for (const text of texts) {
    const length = bytes.write(text, at + 4);
    bytes.writeUInt32LE(length, at);
    at += 4 + length;
  }
  return bytes.subarray(0, at);
}

/** Definitions: 0 null list, 1 empty list, 2 null item, 3 string. Repetition 1 continues a list. */
function listPage(pieces: readonly ExportCells[]): PageBytes {
  const repetitions: number[] = [];
  const definitions: number[] = [];
  const texts: string[] = [];
  for (const { values } of pieces) {
    for (const list of values as readonly (readonly (string | null)[] | null)[]) {
      const items = list ?? [];
      if (items.length === 0) {
        repetitions.push(0);
        definitions.push(list === null ? 0 : 1);
      }
      for (const [i, item] of items.entries()) {
        repetitions.push(i === 0 ? 0 : 1);
        definitions.push(item === null ? 2 : 3);
        if (item !== null) texts.push(item);
      }
    }
  }
  const bytes = Buffer.concat([levels(runs(repetitions)), levels(runs(definitions)), textValues(texts)]);
  return { bytes, count: definitions.length };
}

/** Encoded levels after their 4-byte length. */
function levels(encoded: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(4 + encoded.length);
  bytes.writeUInt32LE(encoded.length, 0);
  bytes.set(encoded, 4);
  return bytes;
}

function allOnes(count: number): Uint8Array {
  return runs(count === 0 ? [] : [1], count);
}

/** A bit-packed run: groups of eight bits, lowest bit first, which is the layout of a validity bitmap. */
function packedBits(bits: Uint8Array): Uint8Array {
  const sink = new ByteSink(bits.length + 8);
  varint(sink, bits.length * 2 + 1);
  sink.bytes(bits);
  return sink.take();
}

/** RLE runs of equal one-byte values; each value counts `repeat` times. */
function runs(values: readonly number[], repeat = 1): Uint8Array {
  const sink = new ByteSink(256);
  for (let from = 0; from < values.length; ) {
    let end = from + 1;
    while (end < values.length && values[end] === values[from]) end++;
    varint(sink, (end - from) * repeat * 2);
    sink.byte(values[from]);
    from = end;
  }
  return sink.take();
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
