import { type DescField, type DescMessage, fromBinary, ScalarType, toJsonString } from "@bufbuild/protobuf";
import { LENGTH_DELIMITED } from "../../runtime/wire-bytes.ts";

/**
 * Same as `toJsonString(schema, fromBinary(schema, binary))` without decoding into a message. Falls back to
 * that for messages with maps or floats, and for bytes whose fields are not in ascending order, as when
 * answers are joined.
 */
export function jsonFromBinary(schema: DescMessage, binary: Uint8Array): Uint8Array {
  const writer = writerOf(schema);
  if (writer !== undefined) {
    const into = new JsonBytes(binary);
    if (writeMessage(into, writer, binary.byteLength)) return into.taken();
  }
  return Buffer.from(toJsonString(schema, fromBinary(schema, binary)));
}

type ValueWriter = (into: JsonBytes) => boolean;

interface FieldWriter {
  readonly number: number;
  readonly wireType: number;
  readonly isList: boolean;
  /** Whether a list's values are in one length-delimited run. */
  readonly isPacked: boolean;
  /** `,"name":` */
  readonly name: Uint8Array;
  readonly write: ValueWriter;
}

/** By field number. */
type MessageWriter = Map<number, FieldWriter>;

const VARINT = 0;
const FIXED64 = 1;

/** Undefined for messages that need the fallback. */
const writers = new WeakMap<DescMessage, MessageWriter | undefined>();

function writerOf(schema: DescMessage): MessageWriter | undefined {
  if (writers.has(schema)) return writers.get(schema);
  const writer: MessageWriter = new Map();
  // Set before the fields are visited: message types can be recursive.
  writers.set(schema, writer);
  for (const field of schema.fields) {
    const value = schema.typeName.startsWith("google.protobuf.") ? undefined : readerOf(field);
    if (value === undefined) {
      writers.set(schema, undefined);
      return undefined;
    }
    const [wireType, write] = value;
    const isList = field.fieldKind === "list";
    const isPacked = isList && wireType !== LENGTH_DELIMITED;
    const name = Buffer.from(`,"${field.jsonName}":`);
    const { number } = field;
    writer.set(number, {
      number,
      wireType: isPacked ? LENGTH_DELIMITED : wireType,
      isList,
      isPacked,
      name,
      write,
    });
  }
  return writer;
}

/** The wire type of a field's values and their writer; undefined if the field needs the fallback. */
function readerOf(field: DescField): readonly [number, ValueWriter] | undefined {
  if (field.fieldKind === "map") return undefined;
  if (field.message !== undefined) {
    const write = messageValue(field.message);
    return write && [LENGTH_DELIMITED, write];
  }
  if (field.enum === undefined) return SCALARS.get(field.scalar!);
  return [
    VARINT,
    enumValue(new Map(field.enum.values.map((one) => [one.number, Buffer.from(`"${one.name}"`)]))),
  ];
}

function messageValue(schema: DescMessage): ValueWriter | undefined {
  if (schema.typeName === "google.protobuf.Timestamp") return writeInstant;
  const writer = writerOf(schema);
  return writer && ((into) => writeMessage(into, writer, into.length()));
}

function enumValue(names: ReadonlyMap<number, Uint8Array>): ValueWriter {
  return (into) => {
    const name = names.get(into.varint() | 0);
    if (name === undefined) return false;
    into.copy(name, 0, name.byteLength);
    return true;
  };
}

/** Wire type and writer per scalar type; types that no message uses fall back. */
const SCALARS = new Map<ScalarType, readonly [number, ValueWriter]>([
  [ScalarType.DOUBLE, [FIXED64, (into) => into.number(into.double())]],
  [ScalarType.INT32, [VARINT, (into) => into.number(into.varint() | 0)]],
  [ScalarType.UINT32, [VARINT, (into) => into.number(into.varint() >>> 0)]],
  [ScalarType.BOOL, [VARINT, (into) => into.text(into.varint() === 0 ? "false" : "true")]],
  [ScalarType.INT64, [VARINT, (into) => into.text(`"${into.signed64()}"`)]],
  [ScalarType.STRING, [LENGTH_DELIMITED, (into) => into.string()]],
]);

/** Writes a message of this length; returns false if fields are not ascending or one is unknown. */
function writeMessage(into: JsonBytes, writer: MessageWriter, byteLength: number): boolean {
  const end = into.at + byteLength;
  into.byte(BRACE);
  const first = into.size;
  let last = 0;
  while (into.at < end) {
    const tag = into.varint();
    const field = writer.get(tag >>> 3);
    if (field === undefined || field.wireType !== (tag & 7) || field.number <= last) return false;
    last = field.number;
    // No comma before the first name.
    into.copy(field.name, into.size === first ? 1 : 0, field.name.byteLength);
    if (!field.isList) {
      if (!field.write(into)) return false;
      continue;
    }
    into.byte(BRACKET);
    const listEnd = field.isPacked ? into.length() + into.at : end;
    for (let isFirst = true; into.at < listEnd; isFirst = false) {
      if (!field.isPacked && !isFirst && !into.skipTag(tag)) break;
      if (!isFirst) into.byte(COMMA);
      if (!field.write(into)) return false;
    }
    into.byte(BRACKET_END);
  }
  into.byte(BRACE_END);
  return true;
}

/** Writes a google.protobuf.Timestamp; seconds and nanos are absent when 0. */
function writeInstant(into: JsonBytes): boolean {
  const end = into.length() + into.at;
  let seconds = 0;
  let nanos = 0;
  while (into.at < end) {
    const tag = into.varint();
    if (tag === 0x08) seconds = Number(into.signed64());
    else if (tag === 0x10) nanos = into.varint() | 0;
    else return false;
  }
  const isShown = seconds >= FIRST_SECOND && seconds <= LAST_SECOND && nanos >= 0 && nanos <= 999_999_999;
  if (!isShown) return false;
  const digits = String(nanos + 1_000_000_000).slice(1);
  const shown = nanos === 0 ? "" : `.${digits.replace(/(?:000){1,2}$/, "")}`;
  return into.text(`"${new Date(seconds * 1000).toISOString().slice(0, -5)}${shown}Z"`);
}

const FIRST_SECOND = Date.parse("0001-01-01T00:00:00Z") / 1000;
const LAST_SECOND = Date.parse("9999-12-31T23:59:59Z") / 1000;
const [BRACE, BRACE_END, BRACKET, BRACKET_END, COMMA, QUOTE, BACKSLASH] = Buffer.from('{}[],"\\');

/** Output buffer shared by all calls on this thread; results are copied out. */
let room = Buffer.allocUnsafeSlow(64 * 1024);

/** Cursor over a binary message, and writer of JSON bytes. */
class JsonBytes {
  at = 0;
  size = 0;
  readonly #source: Uint8Array;
  readonly #view: DataView;

  constructor(source: Uint8Array) {
    this.#source = source;
    this.#view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  }

  /** The low 32 bits of a varint. */
  varint(): number {
    const source = this.#source;
    let byte = source[this.at++];
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let shift = 7; ; shift += 7) {
      byte = source[this.at++];
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (!(byte >= 0x80)) return value;
    }
  }

  length(): number {
    return this.varint() >>> 0;
  }

  signed64(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#source[this.at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (!(byte >= 0x80)) return BigInt.asIntN(64, value);
    }
  }

  double(): number {
    const value = this.#view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  skipTag(tag: number): boolean {
    const before = this.at;
    if (this.varint() === tag) return true;
    this.at = before;
    return false;
  }

  byte(byte: number): void {
    if (this.size === room.byteLength) this.#grow(1);
    room[this.size++] = byte;
  }

  copy(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (this.size + length > room.byteLength) this.#grow(length);
    if (length < 48) for (let i = start; i < end; i++) room[this.size++] = bytes[i];
    else {
      room.set(bytes.subarray(start, end), this.size);
      this.size += length;
    }
  }

  /** ASCII only. */
  text(text: string): true {
    if (this.size + text.length > room.byteLength) this.#grow(text.length);
    for (let i = 0; i < text.length; i++) room[this.size++] = text.charCodeAt(i);
    return true;
  }

  number(value: number): true {
    if (value === 0) return this.text("0");
    return this.text(Number.isFinite(value) ? String(value) : `"${value}"`);
  }

  /** Copies a UTF-8 string in quotes; escapes quotes, backslashes and control characters. */
  string(): true {
    const length = this.length();
    const end = this.at + length;
    this.byte(QUOTE);
    let start = this.at;
    for (let i = start; i < end; i++) {
      const byte = this.#source[i];
      if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) continue;
      this.copy(this.#source, start, i);
      this.text(JSON.stringify(String.fromCharCode(byte)).slice(1, -1));
      start = i + 1;
    }
    this.copy(this.#source, start, end);
    this.byte(QUOTE);
    this.at = end;
    return true;
  }

  taken(): Uint8Array {
    return Uint8Array.prototype.slice.call(room, 0, this.size);
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * room.byteLength, this.size + length));
    larger.set(room.subarray(0, this.size));
    room = larger;
  }
}
