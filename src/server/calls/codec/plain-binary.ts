import { create, type DescField, type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import { latin1Text } from "./decode-text.ts";

/** Requests are hundreds of bytes; a larger one is left to the library. */
const MAX_BYTES = 16 * 1024;

/** Messages within messages; the library's own limit is above it. */
const MAX_DEPTH = 20;

const FLOAT_BYTES = 4;
const NOT_PLAIN = -1;

// Wire types.
const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

type Message = Record<string, unknown>;
/** Reads the value at a place into the message; gives the place behind it, negative when it is not a plain one. */
type FieldReader = (message: Message, bytes: Buffer, at: number, end: number, depth: number) => number;

/** By tag, which is one byte for the first fifteen fields; undefined for messages that are left to the library. */
const readers = new WeakMap<DescMessage, readonly (FieldReader | undefined)[]>();

/**
 * The message of plain bytes: texts in ASCII, numbers below 2^28, every field known, of its own wire type and among the
 * first fifteen. Undefined for any others, whether they are right or wrong: the library reads those.
 */
export function readPlainBinary(desc: DescMessage, bytes: Uint8Array): MessageShape<DescMessage> | undefined {
  if (bytes.byteLength > MAX_BYTES || !Buffer.isBuffer(bytes)) return undefined;
  const message = create(desc);
  const isRead = readMessage(readersOf(desc), message as unknown as Message, bytes, 0, bytes.byteLength, 1);
  return isRead ? message : undefined;
}

function readMessage(
  fields: readonly (FieldReader | undefined)[],
  message: Message,
  bytes: Buffer,
  start: number,
  end: number,
  depth: number,
): boolean {
  if (depth > MAX_DEPTH) return false;
  let at = start;
  while (at < end) {
    const read = fields[bytes[at]];
    if (read === undefined) return false;
    at = read(message, bytes, at + 1, end, depth);
    if (at < 0) return false;
  }
  return at === end;
}

function readersOf(desc: DescMessage): readonly (FieldReader | undefined)[] {
  let fields = readers.get(desc);
  if (fields === undefined) {
    const made: (FieldReader | undefined)[] = [];
    // Kept before it is filled: a message may hold others of its own kind.
    readers.set(desc, made);
    for (const field of desc.fields) {
      const tag = (field.number << 3) | wireType(field);
      if (tag <= 0x7f) made[tag] = fieldReader(field);
    }
    fields = made;
  }
  return fields;
}

function wireType({ message, scalar }: DescField): number {
  if (message !== undefined || scalar === ScalarType.STRING) return LENGTH_DELIMITED;
  return scalar === ScalarType.FLOAT ? FIXED32 : VARINT;
}

/** Undefined for kinds of field that are left to the library. */
function fieldReader(field: DescField): FieldReader | undefined {
  const { localName } = field;
  if (field.oneof !== undefined) return undefined;
  if (field.fieldKind === "list") {
    if (field.listKind === "message") return messageListReader(localName, field.message);
    return field.listKind === "scalar" && field.scalar === ScalarType.STRING
      ? textListReader(localName)
      : undefined;
  }
  if (field.fieldKind !== "scalar") return undefined;
  switch (field.scalar) {
    case ScalarType.STRING:
      return (message, bytes, at, end) => {
        const length = bytes[at];
        const next = at + 1 + length;
        if (length > 0x7f || next > end || !isAscii(bytes, at + 1, next)) return NOT_PLAIN;
        message[localName] = latin1Text(bytes, at + 1, next);
        return next;
      };
    case ScalarType.FLOAT:
      return (message, bytes, at, end) => {
        if (at + FLOAT_BYTES > end) return NOT_PLAIN;
        message[localName] = bytes.readFloatLE(at);
        return at + FLOAT_BYTES;
      };
    case ScalarType.INT32:
    case ScalarType.UINT32:
      return (message, bytes, at, end) => {
        let value = 0;
        // Four bytes: larger and negative numbers are left to the library.
        for (let i = 0; i < 4 && at + i < end; i++) {
          value |= (bytes[at + i] & 0x7f) << (7 * i);
          if (bytes[at + i] <= 0x7f) {
            message[localName] = value;
            return at + i + 1;
          }
        }
        return NOT_PLAIN;
      };
    default:
      return undefined;
  }
}

function textListReader(localName: string): FieldReader {
  return (message, bytes, at, end) => {
    const length = bytes[at];
    const next = at + 1 + length;
    if (length > 0x7f || next > end || !isAscii(bytes, at + 1, next)) return NOT_PLAIN;
    (message[localName] as string[]).push(latin1Text(bytes, at + 1, next));
    return next;
  };
}

function messageListReader(localName: string, desc: DescMessage): FieldReader {
  return (message, bytes, at, end, depth) => {
    const length = bytes[at];
    const next = at + 1 + length;
    if (length > 0x7f || next > end) return NOT_PLAIN;
    const inner = create(desc);
    const fields = readersOf(desc);
    if (!readMessage(fields, inner as unknown as Message, bytes, at + 1, next, depth + 1)) return NOT_PLAIN;
    (message[localName] as unknown[]).push(inner);
    return next;
  };
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] > 0x7f) return false;
  return true;
}
