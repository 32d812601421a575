/** Bytes of an unsigned base-128 varint, least significant group first. */
export function varint(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt(value);
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return bytes;
}

/** Bytes of a varint field. */
export function varintField(number: number, value: number | bigint): number[] {
  return [...varint(number * 8), ...varint(value)];
}

/** Bytes of a double field, little-endian. */
export function doubleField(number: number, value: number): number[] {
  return [...varint(number * 8 + 1), ...new Uint8Array(new Float64Array([value]).buffer)];
}

/** Bytes of a float field, little-endian. */
export function floatField(number: number, value: number): number[] {
  return [...varint(number * 8 + 5), ...floatBytes([value])];
}

/** Bytes of a length-delimited field: text, raw bytes, an encoded message or a packed list. */
export function bytesField(number: number, value: string | ArrayLike<number>): number[] {
  const content = typeof value === "string" ? [...new TextEncoder().encode(value)] : Array.from(value);
  return [...varint(number * 8 + 2), ...varint(content.length), ...content];
}

/** The floats one after another, little-endian: the content of a packed list. */
export function floatBytes(values: readonly number[]): number[] {
  return [...new Uint8Array(new Float32Array(values).buffer)];
}
