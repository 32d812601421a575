/** Protobuf wire type of strings, bytes, messages and packed lists. */
export const LENGTH_DELIMITED = 2;

/** Bytes of an unsigned number as a protobuf varint. */
export function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

/** A length-delimited field; nothing for an empty body, as proto3 leaves zero values out. */
export function lengthDelimitedField(number: number, body: Uint8Array): Uint8Array {
  if (body.byteLength === 0) return new Uint8Array(0);
  return Buffer.concat([varint((number << 3) | LENGTH_DELIMITED), varint(body.byteLength), body]);
}

/** A length-delimited field that is present even when its body is empty: an element of a repeated message. */
export function elementField(number: number, body: Uint8Array): Uint8Array {
  return Buffer.concat([varint((number << 3) | LENGTH_DELIMITED), varint(body.byteLength), body]);
}

/** A varint field; nothing for zero. */
export function varintField(number: number, value: number): Uint8Array {
  return value === 0 ? new Uint8Array(0) : Buffer.concat([varint(number << 3), varint(value)]);
}

/** A string field in UTF-8. */
export function stringField(number: number, text: string): Uint8Array {
  return lengthDelimitedField(number, Buffer.from(text));
}
