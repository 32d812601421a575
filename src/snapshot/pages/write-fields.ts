import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { TerraceError } from "../../runtime/errors.ts";
import { varintSize, writeVarint } from "../../runtime/wire-bytes.ts";
import { instantOf } from "./row-message.ts";

const MAX_VARINT_BYTES = 10;
const MEMORY_BYTES = 1 << 18;

let bytes: Uint8Array;
let view: DataView;
let buffer: Buffer;
/** Offsets in the buffer: where the current message begins, and where its next byte goes. */
let start = 0;
let at = 0;
useMemory(MEMORY_BYTES);

function useMemory(size: number): void {
  const memory = new ArrayBuffer(size);
  bytes = new Uint8Array(memory);
  view = new DataView(memory);
  buffer = Buffer.from(memory);
}

/** Makes room in a new buffer if needed. Finished messages keep the old one; the current one moves. */
function reserve(size: number): void {
  if (at + size <= bytes.length) return;
  const written = bytes.subarray(start, at);
  useMemory(Math.max(MEMORY_BYTES, 2 * (written.length + size)));
  bytes.set(written);
  at = written.length;
  start = 0;
}

/** The bytes that `write` appends. Messages share a buffer, whose bytes are never overwritten. */
export function written(write: () => void): Uint8Array {
  start = at;
  try {
    write();
    return bytes.subarray(start, at);
  } catch (error) {
    at = start;
    throw error;
  }
}

/** Tag of a value in a packed list, which has none. */
export const UNTAGGED = 0;

/** Writes a tag and reserves room for a number. */
function head(tag: number): void {
  reserve(2 * MAX_VARINT_BYTES);
  if (tag === UNTAGGED) return;
  if (tag < 0x80) bytes[at++] = tag;
  else varint(tag);
}

function fail(field: DescField, value: unknown): never {
  throw new TerraceError("internal", `${field.parent.typeName}.${field.name} cannot be ${String(value)}`);
}

/** Begins a length-delimited field; pass the result to `close`. */
export function open(tag: number): number {
  head(tag);
  // Relative to the message, which may move. Reserves one byte for the length, which usually suffices.
  return at++ - start;
}

export function close(place: number): void {
  const from = start + place + 1;
  const length = at - from;
  if (length < 0x80) {
    bytes[from - 1] = length;
    return;
  }
  reserve(MAX_VARINT_BYTES);
  const first = start + place + 1;
  const more = varintSize(length) - 1;
  bytes.copyWithin(first + more, first, at);
  writeVarint(bytes, first - 1, length);
  at += more;
}

/** Up to this length a loop over the characters is as fast as a call of `write`. */
const SHORT_TEXT = 24;

function text(tag: number, value: string, field: DescField): void {
  if (typeof value !== "string") fail(field, value);
  const units = value.length;
  reserve(3 * units + 2 * MAX_VARINT_BYTES);
  head(tag);
  if (units <= SHORT_TEXT) {
    const from = at + 1;
    let i = 0;
    for (; i < units; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) break;
      bytes[from + i] = code;
    }
    if (i === units) {
      bytes[at] = units;
      at = from + units;
      return;
    }
  }
  // Usually the byte count equals the character count, and so does the size of its varint.
  const size = varintSize(units);
  const length = buffer.write(value, at + size, "utf8");
  const more = varintSize(length) - size;
  if (more > 0) bytes.copyWithin(at + size + more, at + size, at + size + length);
  varint(length);
  at += length;
}

function blob(tag: number, value: Uint8Array, field: DescField): void {
  if (!(value instanceof Uint8Array)) fail(field, value);
  head(tag);
  reserve(value.byteLength + MAX_VARINT_BYTES);
  varint(value.byteLength);
  bytes.set(value, at);
  at += value.byteLength;
}

function bool(tag: number, value: boolean, field: DescField): void {
  if (typeof value !== "boolean") fail(field, value);
  head(tag);
  bytes[at++] = value ? 1 : 0;
}

function double(tag: number, value: number, field: DescField): void {
  if (typeof value !== "number") fail(field, value);
  head(tag);
  view.setFloat64(at, value, true);
  at += 8;
}

const MAX_FLOAT32 = 3.4028234663852886e38;

function float(tag: number, value: number, field: DescField): void {
  if (typeof value !== "number" || (Number.isFinite(value) && Math.abs(value) > MAX_FLOAT32))
    fail(field, value);
  head(tag);
  view.setFloat32(at, value, true);
  at += 4;
}

function int32(tag: number, value: number, field: DescField): void {
  if ((value | 0) !== value) fail(field, value);
  head(tag);
  if (value >= 0) varint(value);
  else bigVarint(BigInt(value));
}

function uint32(tag: number, value: number, field: DescField): void {
  if (value >>> 0 !== value) fail(field, value);
  head(tag);
  varint(value);
}

function int64(tag: number, value: bigint, field: DescField): void {
  if (typeof value !== "bigint" || BigInt.asIntN(64, value) !== value) fail(field, value);
  head(tag);
  bigVarint(value);
}

function uint64(tag: number, value: bigint, field: DescField): void {
  if (typeof value !== "bigint" || BigInt.asUintN(64, value) !== value) fail(field, value);
  head(tag);
  bigVarint(value);
}

/** Writes a 64-bit integer from a number. */
function whole(tag: number, value: number, field: DescField): void {
  if (!Number.isInteger(value)) fail(field, value);
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) {
    head(tag);
    varint(value);
  } else if (field.scalar === ScalarType.UINT64) uint64(tag, BigInt(value), field);
  else int64(tag, BigInt(value), field);
}

const SECONDS_TAG = 1 << 3;
const NANOS_TAG = 2 << 3;

function instant(tag: number, ms: number, field: DescField): void {
  const { seconds, nanos } = instantOf(ms);
  const place = open(tag);
  if (seconds !== 0) whole(SECONDS_TAG, seconds, field);
  if (nanos !== 0) int32(NANOS_TAG, nanos, field);
  close(place);
}

function varint(value: number): void {
  at = writeVarint(bytes, at, value);
}

function bigVarint(value: bigint): void {
  if (value >= 0n && value <= Number.MAX_SAFE_INTEGER) {
    varint(Number(value));
    return;
  }
  let rest = BigInt.asUintN(64, value);
  for (; rest > 0x7fn; rest >>= 7n) bytes[at++] = Number(rest & 0x7fn) | 0x80;
  bytes[at++] = Number(rest);
}

/** Functions for compiled code, by name: each writes a tag and a value. */
export const WRITERS = {
  open,
  close,
  text,
  blob,
  bool,
  double,
  float,
  int32,
  uint32,
  int64,
  uint64,
  whole,
  instant,
};
