import { create, type DescField, type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";

/** Requests are hundreds of bytes; larger ones go to the library. */
const MAX_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MAX_FLOAT = 3.4028234663852886e38;

type Json = unknown;
/** Sets a field and returns the number of strings in the value; negative if it needs the library. */
type FieldReader = (message: Record<string, unknown>, value: Json, depth: number) => number;
/** The number of strings that a scalar is (0 or 1); negative if it needs the library. */
type ScalarRule = (value: Json) => number;

const NOT_PLAIN = -1;

/** Nesting limit, below the library's own: deeper messages go there and get its error. */
const MAX_DEPTH = 50;

const readers = new WeakMap<DescMessage, MessageReader>();

/** Counts quotes in ASCII without escapes; negative for any other bytes. */
export function plainQuotes(bytes: Uint8Array): number {
  if (bytes.byteLength > MAX_BYTES) return NOT_PLAIN;
  let quotes = 0;
  for (let i = 0; i < bytes.byteLength; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) quotes++;
    else if (byte === BACKSLASH || byte > 0x7f) return NOT_PLAIN;
  }
  return quotes;
}

/**
 * Fast path for simple requests: every member known and given once, every value of its field's own JSON type.
 * Returns undefined for all others, valid or not: the library parses those.
 */
export function readPlainJson(
  desc: DescMessage,
  value: Json,
  quotes: number,
): MessageShape<DescMessage> | undefined {
  const message = create(desc);
  const strings = readerOf(desc).read(message as Record<string, unknown>, value, 1);
  // A duplicate key leaves more quotes in the source than the parsed value accounts for.
  return strings >= 0 && strings * 2 === quotes ? message : undefined;
}

function readerOf(desc: DescMessage): MessageReader {
  let reader = readers.get(desc);
  if (reader === undefined) {
    reader = new MessageReader(desc);
    readers.set(desc, reader);
  }
  return reader;
}

class MessageReader {
  readonly #fields = new Map<string, { readonly position: number; readonly read: FieldReader }>();
  readonly #isReadable: boolean;

  constructor(desc: DescMessage) {
    // Well-known types have their own JSON forms; the bit set of seen fields holds 31.
    this.#isReadable = !desc.typeName.startsWith("google.protobuf.") && desc.fields.length <= 31;
    desc.fields.forEach((field, position) => {
      const read = fieldReader(field);
      if (read === undefined) return;
      this.#fields.set(field.jsonName, { position, read });
      this.#fields.set(field.name, { position, read });
    });
  }

  /** Number of strings in the value, keys included; negative if anything in it needs the library. */
  read(message: Record<string, unknown>, value: Json, depth: number): number {
    if (!this.#isReadable || depth > MAX_DEPTH) return NOT_PLAIN;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return NOT_PLAIN;
    let strings = 0;
    let seen = 0;
    for (const name in value) {
      const field = this.#fields.get(name);
      if (field === undefined || (seen >>> field.position) & 1) return NOT_PLAIN;
      seen |= 1 << field.position;
      const inside = field.read(message, (value as Record<string, Json>)[name], depth);
      if (inside < 0) return NOT_PLAIN;
      strings += 1 + inside;
    }
    return strings;
  }
}

/** Undefined for field kinds that need the library. */
function fieldReader(field: DescField): FieldReader | undefined {
  const { localName } = field;
  if (field.oneof !== undefined) return undefined;
  if (field.fieldKind === "scalar") {
    const rule = scalarRule(field.scalar);
    if (rule === undefined) return undefined;
    return (message, value) => {
      const strings = rule(value);
      if (strings >= 0) message[localName] = value;
      return strings;
    };
  }
  if (field.fieldKind === "message") {
    return (message, value, depth) => {
      const inner = create(field.message);
      const strings = readerOf(field.message).read(inner as Record<string, unknown>, value, depth + 1);
      if (strings >= 0) message[localName] = inner;
      return strings;
    };
  }
  return field.fieldKind === "list" ? listReader(field) : undefined;
}

function listReader(field: DescField & { readonly fieldKind: "list" }): FieldReader | undefined {
  const { localName } = field;
  if (field.listKind === "enum") return undefined;
  const rule = field.listKind === "scalar" ? scalarRule(field.scalar) : undefined;
  if (field.listKind === "scalar" && rule === undefined) return undefined;
  return (message, values, depth) => {
    if (!Array.isArray(values)) return NOT_PLAIN;
    const list = message[localName] as unknown[];
    let strings = 0;
    for (const value of values) {
      let inside: number;
      if (field.listKind === "message") {
        const inner = create(field.message);
        inside = readerOf(field.message).read(inner as Record<string, unknown>, value, depth + 1);
        list.push(inner);
      } else {
        inside = rule!(value);
        list.push(value);
      }
      if (inside < 0) return NOT_PLAIN;
      strings += inside;
    }
    return strings;
  };
}

function scalarRule(type: ScalarType): ScalarRule | undefined {
  switch (type) {
    case ScalarType.STRING:
      return (value) => (typeof value === "string" ? 1 : NOT_PLAIN);
    case ScalarType.BOOL:
      return (value) => (typeof value === "boolean" ? 0 : NOT_PLAIN);
    case ScalarType.INT32:
      return (value) => (typeof value === "number" && (value | 0) === value ? 0 : NOT_PLAIN);
    case ScalarType.FLOAT:
      return (value) => (typeof value === "number" && Math.abs(value) <= MAX_FLOAT ? 0 : NOT_PLAIN);
    case ScalarType.DOUBLE:
      return (value) => (typeof value === "number" && Number.isFinite(value) ? 0 : NOT_PLAIN);
    default:
      return undefined;
  }
}
