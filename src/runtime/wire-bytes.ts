/** Protobuf wire type of strings, bytes, messages and packed lists. */
export const LENGTH_DELIMITED = 2;

/** Byte length of an unsigned number as a protobuf varint. */
export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128)) size++;
  return size;
}

/** Writes an unsigned varint, seven bits per byte, lowest first; returns the offset after it. */
export function writeVarint(bytes: Uint8Array, start: number, value: number): number {
  let [at, rest] = [start, value];
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at++] = rest;
  return at;
}

function varint(value: number): Uint8Array {
  const bytes = new Uint8Array(varintSize(value));
  writeVarint(bytes, 0, value);
  return bytes;
}

/** A length-delimited field; empty for an empty body, as proto3 omits zero values. */
export function lengthDelimitedField(number: number, body: Uint8Array): Uint8Array {
  return body.byteLength === 0 ? body : elementField(number, body);
}

/** A length-delimited field that is written even if its body is empty: an element of a repeated message. */
export function elementField(number: number, body: Uint8Array): Uint8Array {
  return Buffer.concat([varint((number << 3) | LENGTH_DELIMITED), varint(body.byteLength), body]);
}

export function elementsBytes(number: number, elements: readonly Uint8Array[]): Uint8Array {
  const tag = varint((number << 3) | LENGTH_DELIMITED);
  let size = 0;
  for (const { byteLength } of elements) size += tag.byteLength + varintSize(byteLength) + byteLength;
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const element of elements) {
    for (let i = 0; i < tag.byteLength; i++) bytes[at++] = tag[i];
    at = writeVarint(bytes, at, element.byteLength);
    bytes.set(element, at);
    at += element.byteLength;
  }
  return bytes;
}

/** A varint field; empty for zero. */
export function varintField(number: number, value: number): Uint8Array {
  return value === 0 ? new Uint8Array(0) : Buffer.concat([varint(number << 3), varint(value)]);
}

export function stringField(number: number, text: string): Uint8Array {
  return lengthDelimitedField(number, Buffer.from(text));
}
