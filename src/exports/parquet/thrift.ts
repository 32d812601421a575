import { ByteSink } from "../byte-sink.ts";

const STOP = 0;
const KINDS = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const;

/** A value of Thrift's compact protocol, as the metadata of Parquet is written in. */
export type ThriftValue =
  | { readonly kind: "i32" | "i64"; readonly value: number }
  | { readonly kind: "binary"; readonly value: string }
  | { readonly kind: "list"; readonly of: keyof typeof KINDS; readonly value: readonly ThriftValue[] }
  | { readonly kind: "struct"; readonly value: ThriftFields };

/** Fields by number, ascending; undefined ones are left out. */
export type ThriftFields = readonly (readonly [number, ThriftValue | undefined])[];

export const i32 = (value: number): ThriftValue => ({ kind: "i32", value });
export const i64 = (value: number): ThriftValue => ({ kind: "i64", value });
export const binary = (value: string): ThriftValue => ({ kind: "binary", value });
export const struct = (...value: (readonly [number, ThriftValue | undefined])[]): ThriftValue => ({
  kind: "struct",
  value,
});
export const list = (of: keyof typeof KINDS, value: readonly ThriftValue[]): ThriftValue => ({
  kind: "list",
  of,
  value,
});

/** The bytes of a struct. */
export function thriftBytes(value: ThriftValue): Uint8Array {
  const sink = new ByteSink(1024);
  write(sink, value);
  return sink.take();
}

function write(sink: ByteSink, one: ThriftValue): void {
  switch (one.kind) {
    case "i32":
    case "i64":
      varint(sink, one.value < 0 ? -2 * one.value - 1 : 2 * one.value);
      break;
    case "binary": {
      const bytes = Buffer.from(one.value);
      varint(sink, bytes.length);
      sink.bytes(bytes);
      break;
    }
    case "list":
      if (one.value.length < 15) sink.byte((one.value.length << 4) | KINDS[one.of]);
      else {
        sink.byte(0xf0 | KINDS[one.of]);
        varint(sink, one.value.length);
      }
      for (const item of one.value) write(sink, item);
      break;
    case "struct": {
      let last = 0;
      for (const [number, value] of one.value) {
        if (value === undefined) continue;
        // Numbers here differ by less than 16, so the short form of a field's head always fits.
        sink.byte(((number - last) << 4) | KINDS[value.kind]);
        last = number;
        write(sink, value);
      }
      sink.byte(STOP);
    }
  }
}

/** Seven bits a byte, the lowest first; numbers may be larger than 32 bits. */
export function varint(sink: ByteSink, value: number): void {
  let left = value;
  while (left >= 128) {
    sink.byte((left % 128) | 128);
    left = Math.floor(left / 128);
  }
  sink.byte(left);
}
