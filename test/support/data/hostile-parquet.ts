/** A page of a hostile Parquet file: its declared numbers need not match its bytes. */
export interface PageParts {
  readonly layout: "first" | "second" | "dictionary";
  readonly values: number;
  readonly encoding?: number;
  readonly content: Uint8Array;
  /** Declared unpacked length; default: the length of the content. */
  readonly unpackedLength?: number;
  readonly nulls?: number;
}

export interface ParquetParts {
  readonly pages?: readonly PageParts[];
  /** Declared rows of the only row group. */
  readonly rows?: number;
  readonly isNullable?: boolean;
  /** Width of a fixed-length column; default: a column of strings. */
  readonly fixedLength?: number;
  /** Whether the column has a name, which the format requires. */
  readonly isNamed?: boolean;
  readonly isSnappy?: boolean;
  /** How many times the same column is declared. */
  readonly columns?: number;
}

/** Encoding numbers of the Parquet format. */
export const PLAIN = 0;
export const DELTA_BYTES = 7;
export const DICTIONARY = 8;
export const SPLIT = 9;
const [INT, LONG, TEXT, LIST, STRUCT] = [5, 6, 8, 9, 12];

/** A value with its type, in Thrift's compact protocol. */
interface Encoded {
  readonly type: number;
  readonly bytes: readonly number[];
}

/** Seven bits per byte, lowest first. */
export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

/** Delta-encoded numbers: one block with a constant step. */
export function steady(first: number, step: number, values: number): number[] {
  return [...varint(2 ** 30), 1, ...varint(values), ...varint(2 * first), ...varint(2 * step), 0];
}

/** A run of one level, preceded by its length in bytes. */
export function levelRun(values: number, level: number): number[] {
  const run = [...varint(2 * values), level];
  return [run.length, 0, 0, 0, ...run];
}

const int = (value: number): Encoded => ({ type: INT, bytes: varint(2 * value) });
const long = (value: number): Encoded => ({ type: LONG, bytes: varint(2 * value) });
const text = (value: string): Encoded => ({
  type: TEXT,
  bytes: [...varint(value.length), ...Buffer.from(value)],
});
const list = (items: readonly Encoded[]): Encoded => ({
  type: LIST,
  bytes: [0xf0 | (items[0]?.type ?? INT), ...varint(items.length), ...items.flatMap(({ bytes }) => bytes)],
});
function struct(fields: Readonly<Record<number, Encoded>>): Encoded {
  let before = 0;
  const bytes = Object.entries(fields).flatMap(([id, { type, bytes }]) => {
    const step = Number(id) - before;
    before = Number(id);
    return [(step << 4) | type, ...bytes];
  });
  return { type: STRUCT, bytes: [...bytes, 0] };
}

/** A Parquet file with one column, `price`. */
export function hostileParquet(parts: ParquetParts): Uint8Array {
  const { rows = 1, isNullable = false, fixedLength, isSnappy = false, columns = 1, isNamed = true } = parts;
  const pages = (parts.pages ?? []).flatMap((page) => [...pageHeader(page), ...page.content]);
  const type = int(fixedLength === undefined ? 6 : 7);
  const column = struct({
    1: type,
    2: list([int(PLAIN)]),
    3: list([text("price")]),
    4: int(isSnappy ? 1 : 0),
    5: long(1),
    6: long(pages.length),
    7: long(pages.length),
    9: long(4),
  });
  const element = {
    1: type,
    ...(fixedLength === undefined ? {} : { 2: int(fixedLength) }),
    3: int(isNullable ? 1 : 0),
    ...(isNamed ? { 4: text("price") } : {}),
  };
  const chunk = struct({ 2: long(4), 3: column });
  const footer = struct({
    1: int(1),
    2: list([struct({ 4: text("schema"), 5: int(1) }), struct(element)]),
    3: long(1),
    4: list([struct({ 1: list(Array(columns).fill(chunk)), 2: long(pages.length), 3: long(rows) })]),
  }).bytes;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([
    Buffer.from("PAR1"),
    Uint8Array.from(pages),
    Uint8Array.from(footer),
    length,
    Buffer.from("PAR1"),
  ]);
}

function pageHeader({ layout, values, encoding = PLAIN, content, unpackedLength, nulls = 0 }: PageParts) {
  const sizes = { 2: int(unpackedLength ?? content.length), 3: int(content.length) };
  const facts = { 1: int(values), 2: int(encoding) };
  if (layout === "dictionary") return struct({ 1: int(2), ...sizes, 7: struct(facts) }).bytes;
  if (layout === "first")
    return struct({ 1: int(0), ...sizes, 5: struct({ ...facts, 3: int(3), 4: int(3) }) }).bytes;
  const second = { 1: int(values), 2: int(nulls), 3: int(1), 4: int(encoding), 5: int(0), 6: int(0) };
  return struct({ 1: int(3), ...sizes, 8: struct(second) }).bytes;
}
