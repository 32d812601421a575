import {
  type DescField,
  type DescMessage,
  type MessageShape,
  ScalarType,
  toBinary,
} from "@bufbuild/protobuf";
import { TerraceError } from "../../runtime/errors.ts";
import { varintSize, writeVarint } from "../../runtime/varint.ts";
import { type ColumnRules, columnOf, fieldsOfColumns, instantOf, type Row } from "./row-message.ts";

/**
 * A message in protobuf's binary form: the bytes of `toBinary`, in a third of its time. Messages are written one behind
 * the other into the same memory, by code that is compiled once a type.
 */
export function encodeMessage<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
): Uint8Array {
  const write = writerOf(schema);
  return write === undefined ? toBinary(schema, message) : written(() => write(message as never));
}

/** What is written. */
function written(write: () => void): Uint8Array {
  start = at;
  try {
    write();
    return bytes.subarray(start, at);
  } catch (error) {
    at = start;
    throw error;
  }
}

/** Writes what a value holds, without a length. */
type Write = (value: never) => void;

const MEMORY_BYTES = 1 << 18;

let bytes: Uint8Array;
let view: DataView;
let buffer: Buffer;
/** Where the message in progress begins, and where its next byte goes. */
let start = 0;
let at = 0;
useMemory(MEMORY_BYTES);

function useMemory(size: number): void {
  const memory = new ArrayBuffer(size);
  bytes = new Uint8Array(memory);
  view = new DataView(memory);
  buffer = Buffer.from(memory);
}

/** Makes room: earlier messages stay where they are, the one in progress moves. */
function reserve(size: number): void {
  if (at + size <= bytes.length) return;
  const written = bytes.subarray(start, at);
  useMemory(Math.max(MEMORY_BYTES, 2 * (written.length + size)));
  bytes.set(written);
  at = written.length;
  start = 0;
}

const writers = new WeakMap<DescMessage, Write | null>();

/** Undefined for a type with a field of a kind that no answer has: a map, a group, zigzag numbers, well-known types. */
function writerOf(schema: DescMessage): Write | undefined {
  let known = writers.get(schema);
  if (known === undefined) {
    known = isPlain(schema) ? compile(schema, schema.fields, MESSAGES) : null;
    writers.set(schema, known);
  }
  return known ?? undefined;
}

/** Writes the rows of a query as messages whose fields are called like the columns. */
export type RowEncoder = (row: Row) => Uint8Array;

/**
 * The bytes that `encodeMessage` gives of the messages that `rowMessages` makes, without making them. With `field` they
 * are the field of that number in another message.
 */
export function rowEncoder(
  schema: DescMessage,
  columns: readonly string[],
  { field, ...rules }: ColumnRules & { readonly field?: number | undefined } = {},
): RowEncoder {
  const fields = fieldsOfColumns(schema, columns, rules);
  if (!isPlain(schema)) throw new TerraceError("internal", `${schema.typeName} is not written from rows`);
  const write = compile(schema, fields, rowsWith(columns, rules));
  return (row) =>
    written(() => {
      const place = field === undefined ? 0 : open((field << 3) | LENGTH_DELIMITED);
      write(row as never);
      if (field !== undefined) close(place);
    });
}

/** A field whose message is made of encoded fields, in memory of its own. */
export function joinedField(number: number, fields: readonly Uint8Array[]): Uint8Array {
  const length = fields.reduce((sum, field) => sum + field.byteLength, 0);
  const tag = (number << 3) | LENGTH_DELIMITED;
  const first = Buffer.alloc(varintSize(tag) + varintSize(length));
  writeVarint(first, writeVarint(first, 0, tag), length);
  return Buffer.concat([first, ...fields]);
}

function isPlain(schema: DescMessage, seen = new Set<DescMessage>()): boolean {
  if (seen.has(schema)) return true;
  seen.add(schema);
  if (/^google\.protobuf\.(?!Timestamp$)/.test(schema.typeName)) return false;
  return schema.fields.every(
    (field) =>
      field.fieldKind !== "map" &&
      field.presence !== LEGACY_REQUIRED &&
      (field.scalar === undefined || SCALARS.has(field.scalar)) &&
      !("delimitedEncoding" in field && field.delimitedEncoding) &&
      (field.message === undefined || isPlain(field.message, seen)),
  );
}

const IMPLICIT = 2;
const LEGACY_REQUIRED = 3;
const LENGTH_DELIMITED = 2;
const MOST_VARINT_BYTES = 10;

/** The function that writes a value of a type after its tag, and the type of the tag. */
const SCALARS: ReadonlyMap<ScalarType, { readonly name: string; readonly wireType: number }> = new Map([
  [ScalarType.STRING, { name: "text", wireType: LENGTH_DELIMITED }],
  [ScalarType.BYTES, { name: "blob", wireType: LENGTH_DELIMITED }],
  [ScalarType.BOOL, { name: "bool", wireType: 0 }],
  [ScalarType.DOUBLE, { name: "double", wireType: 1 }],
  [ScalarType.FLOAT, { name: "float", wireType: 5 }],
  [ScalarType.INT32, { name: "int32", wireType: 0 }],
  [ScalarType.UINT32, { name: "uint32", wireType: 0 }],
  [ScalarType.INT64, { name: "int64", wireType: 0 }],
  [ScalarType.UINT64, { name: "uint64", wireType: 0 }],
]);

/** How the fields of a message are found in what is written. */
interface Reading {
  /** Code for the value of a field in `m`. */
  value(field: DescField): string;
  /** Code that is true where there is no value `v`, ahead of what else is asked of it. */
  readonly isNone: string;
  /** Whether integers of 64 bits are numbers and instants milliseconds since 1970. */
  readonly isPlain: boolean;
  /** Writes what a field holds, from the first one. */
  child(schema: DescMessage, first: object): Write;
}

const MESSAGES: Reading = {
  value: ({ oneof, localName }) =>
    oneof === undefined
      ? `m.${localName}`
      : `(m.${oneof.localName}.case === ${JSON.stringify(localName)} ? m.${oneof.localName}.value : undefined)`,
  isNone: "v === undefined",
  isPlain: false,
  child: (schema) => writerOf(schema)!,
};

function rowsWith(columns: readonly string[], rules: ColumnRules): Reading {
  return {
    value: (field) => `m[${JSON.stringify(columnOf(field, columns))}]`,
    isNone: "v === null || v === undefined",
    isPlain: true,
    child: (schema, first) => {
      const own = Object.keys(first);
      const { keyColumns } = rules;
      return compile(schema, fieldsOfColumns(schema, own, { keyColumns }), rowsWith(own, { keyColumns }));
    },
  };
}

/** Code that writes the fields of a type, one call a value. */
function compile(schema: DescMessage, fields: readonly DescField[], reading: Reading): Write {
  const ordered = fields.toSorted((a, b) => a.number - b.number);
  const lines = ordered.map(
    (field, f) =>
      `v = ${reading.value(field)}; if (!(${reading.isNone}) && ${isSetCode(field)}) { ${writeCode(field, f, reading)} }`,
  );
  const functions = {
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
  const children: Write[] = [];
  const child = (f: number, first: object) => {
    children[f] = reading.child(ordered[f].message!, first);
    return children[f];
  };
  return new Function(
    ...Object.keys(functions),
    "f",
    "w",
    "child",
    `return function write_${schema.name}(m) { let v; ${lines.join("\n")} };`,
  )(...Object.values(functions), ordered, children, child) as Write;
}

/** Code that writes a value `v` which is set, its tag included. */
function writeCode(field: DescField, f: number, { isPlain: areNumbers }: Reading): string {
  const each = (code: string) => `for (let i = 0; i < v.length; i++) { ${code} }`;
  const isList = field.fieldKind === "list";
  const value = isList ? "v[i]" : "v";
  const delimited = (field.number << 3) | LENGTH_DELIMITED;
  if (field.message !== undefined) {
    const one =
      areNumbers && field.message.typeName === "google.protobuf.Timestamp"
        ? `instant(${delimited}, ${value}, f[${f}]);`
        : `const p = open(${delimited}); (w[${f}] || child(${f}, ${value}))(${value}); close(p);`;
    return isList ? each(one) : one;
  }
  const { name, wireType } = SCALARS.get(field.scalar ?? ScalarType.INT32)!;
  const call = areNumbers && name.endsWith("int64") ? "whole" : name;
  const write = (tag: number) => `${call}(${tag}, ${value}, f[${f}]);`;
  if (!isList) return write((field.number << 3) | wireType);
  if (!field.packed) return each(write((field.number << 3) | wireType));
  return `const p = open(${delimited}); ${each(write(UNTAGGED))} close(p);`;
}

/** Code that is true of a value `v` that is written. */
function isSetCode(field: DescField): string {
  if (field.fieldKind === "list") return "v.length > 0";
  if (field.presence !== IMPLICIT) return "true";
  if (field.fieldKind === "enum") return `v !== ${field.enum.values[0].number}`;
  switch (field.scalar) {
    case ScalarType.BOOL:
      return "v !== false";
    case ScalarType.STRING:
      return 'v !== ""';
    case ScalarType.BYTES:
      return "v.byteLength > 0";
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return "!Object.is(v, 0)";
    default:
      return "v != 0";
  }
}

/** The tag of a value in a packed list: none. */
const UNTAGGED = 0;

/** Writes a tag, and makes room for a number behind it. */
function head(tag: number): void {
  reserve(2 * MOST_VARINT_BYTES);
  if (tag === UNTAGGED) return;
  if (tag < 0x80) bytes[at++] = tag;
  else varint(tag);
}

function fail(field: DescField, value: unknown): never {
  throw new TerraceError("internal", `${field.parent.typeName}.${field.name} cannot be ${String(value)}`);
}

/** Begins what comes after its length; `close` takes what it returns. */
function open(tag: number): number {
  head(tag);
  // Counted from the message, which may move while it is written. Most lengths take one byte.
  return at++ - start;
}

function close(place: number): void {
  const from = start + place + 1;
  const length = at - from;
  if (length < 0x80) {
    bytes[from - 1] = length;
    return;
  }
  reserve(MOST_VARINT_BYTES);
  const first = start + place + 1;
  const more = varintSize(length) - 1;
  bytes.copyWithin(first + more, first, at);
  writeVarint(bytes, first - 1, length);
  at += more;
}

/** A call takes as long as a loop over so many characters. */
const SHORT_TEXT = 24;

function text(tag: number, value: string, field: DescField): void {
  if (typeof value !== "string") fail(field, value);
  const units = value.length;
  reserve(3 * units + 2 * MOST_VARINT_BYTES);
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
  // Most texts have as many bytes as characters, and their length is as long.
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
  reserve(value.byteLength + MOST_VARINT_BYTES);
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

/** An integer of 64 bits from a number. */
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

/** An instant from milliseconds since 1970. */
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
