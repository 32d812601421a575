import { ByteSink } from "../byte-sink.ts";

const STOP = 0;
const STRUCT = 12;

/** A value of Thrift's compact protocol, the encoding of Parquet's metadata: its type id and its writer. */
export interface ThriftValue {
  readonly kind: number;
  write(sink: ByteSink): void;
}

const integer =
  (kind: number) =>
  (value: number): ThriftValue => ({
    kind,
    write: (sink) => varint(sink, value < 0 ? -2 * value - 1 : 2 * value),
  });
export const i32 = integer(5);
export const i64 = integer(6);

export const binary = (text: string): ThriftValue => ({
  kind: 8,
  write: (sink) => {
    const bytes = Buffer.from(text);
    varint(sink, bytes.length);
    sink.bytes(bytes);
  },
});

/** A list of values of one type; an empty list has the type struct. */
export const list = (values: readonly ThriftValue[]): ThriftValue => ({
  kind: 9,
  write: (sink) => {
    const kind = values[0]?.kind ?? STRUCT;
    if (values.length < 15) sink.byte((values.length << 4) | kind);
    else {
      sink.byte(0xf0 | kind);
      varint(sink, values.length);
    }
    for (const value of values) value.write(sink);
  },
});

/** Fields by ascending number; undefined ones are omitted. */
export const struct = (...fields: (readonly [number, ThriftValue | undefined])[]): ThriftValue => ({
  kind: STRUCT,
  write: (sink) => {
    let last = 0;
    for (const [number, value] of fields) {
      if (value === undefined) continue;
      // Field numbers here differ by less than 16, so the short form of a field header always fits.
      sink.byte(((number - last) << 4) | value.kind);
      last = number;
      value.write(sink);
    }
    sink.byte(STOP);
  },
});

export function thriftBytes(value: ThriftValue): Uint8Array {
  const sink = new ByteSink(1024);
  value.write(sink);
  return sink.take();
}

/** LEB128: seven bits per byte, lowest first; values may exceed 32 bits. */
export function varint(sink: ByteSink, value: number): void {
  let left = value;
  while (left >= 128) {
    sink.byte((left % 128) | 128);
    left = Math.floor(left / 128);
  }
  sink.byte(left);
}
