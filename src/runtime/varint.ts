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
