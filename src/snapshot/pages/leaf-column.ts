import type { SchemaElement } from "hyparquet";
import { TerraceError } from "../../runtime/errors.ts";

/** A leaf column of a Parquet schema, with its levels. */
export interface LeafShape {
  readonly element: SchemaElement;
  /** Maximum definition level: optional or repeated columns on its path. */
  readonly definition: number;
  /** Maximum repetition level: lists on its path. */
  readonly repetition: number;
}

/** One entry for each value, null and empty list of a leaf. */
export interface Leaf {
  /** Null for an entry without a value. */
  readonly values: unknown[];
  /** Definition level of each entry. */
  readonly definitions: Uint8Array;
  /** Repetition level of each entry; 0 where a row begins. */
  readonly repetitions: Uint8Array;
}

/** Decodes `count` values of a page. */
type Values = (bytes: Buffer, at: number, count: number) => unknown[];

const DATA_PAGE = 0;
const DICTIONARY_PAGE = 2;
const PLAIN = 0;
const PLAIN_DICTIONARY = 2;
const RLE_DICTIONARY = 8;

/**
 * Decodes an uncompressed column chunk as DuckDB writes it. Supports only some encodings, four times as fast
 * as the library, which allocates for each value and level and decodes strings one by one.
 */
export function readLeaf(chunk: Buffer, count: number, { element, definition, repetition }: LeafShape): Leaf {
  const plain = plainValues(element);
  const leaf = {
    values: new Array<unknown>(count),
    definitions: new Uint8Array(count),
    repetitions: new Uint8Array(count),
  };
  let dictionary: unknown[] = [];
  let filled = 0;
  for (let at = 0; filled < count; ) {
    const page = pageHeader(chunk, at);
    const bytes = chunk.subarray(page.start, page.start + page.byteLength);
    at = page.start + page.byteLength;
    if (page.type === DICTIONARY_PAGE) {
      dictionary = plain(bytes, 0, page.count);
      continue;
    }
    if (page.type !== DATA_PAGE || filled + page.count > count) throw unreadable(element);
    const end = filled + page.count;
    let start = readLevels(bytes, 0, repetition, leaf.repetitions.subarray(filled, end));
    start = readLevels(bytes, start, definition, leaf.definitions.subarray(filled, end));
    let present = 0;
    for (let i = filled; i < end; i++) if (leaf.definitions[i] === definition) present++;
    let given: unknown[];
    if (page.encoding === PLAIN) given = plain(bytes, start, present);
    else if (page.encoding === PLAIN_DICTIONARY || page.encoding === RLE_DICTIONARY)
      given = fromDictionary(bytes, start, present, dictionary);
    else throw unreadable(element);
    let next = 0;
    for (let i = filled; i < end; i++)
      leaf.values[i] = leaf.definitions[i] === definition ? given[next++] : null;
    filled = end;
  }
  return leaf;
}

function unreadable({ name }: SchemaElement): TerraceError {
  return new TerraceError("internal", `the column ${name} is of a form that no set of pages reads`);
}

/** Decodes length-prefixed levels, and returns their end. */
function readLevels(bytes: Buffer, at: number, most: number, levels: Uint8Array): number {
  if (most === 0) return at;
  const start = at + 4;
  readRuns(bytes, start, 32 - Math.clz32(most), levels);
  return start + bytes.readUInt32LE(at);
}

function fromDictionary(bytes: Buffer, at: number, count: number, dictionary: readonly unknown[]): unknown[] {
  const places = new Uint32Array(count);
  readRuns(bytes, at + 1, bytes[at], places);
  const values = new Array<unknown>(count);
  for (let i = 0; i < count; i++) values[i] = dictionary[places[i]];
  return values;
}

/** Limit for dictionary indexes: a dictionary has no more entries than a row group has values. */
const MAX_BITS = 24;

/** Decodes the RLE / bit-packed hybrid encoding. */
function readRuns(bytes: Buffer, from: number, bits: number, out: Uint8Array | Uint32Array): void {
  if (bits === 0) return;
  // `held` has at most bits - 1 bits left when a byte is added: 32 suffice for 24.
  if (bits > MAX_BITS) throw new TerraceError("internal", `copied rows have numbers of ${bits} bits`);
  const mask = 2 ** bits - 1;
  let at = from;
  for (let i = 0; i < out.length; ) {
    let head = 0;
    let byte = 0x80;
    for (let shift = 0; byte > 0x7f; shift += 7) {
      if (at >= bytes.length) throw new TerraceError("io_failure", "a page of copied rows ends early");
      byte = bytes[at++];
      head |= (byte & 0x7f) << shift;
    }
    const count = head >>> 1;
    if ((head & 1) === 0) {
      let value = 0;
      for (let shift = 0; shift < bits; shift += 8) value |= bytes[at++] << shift;
      out.fill(value, i, i + count);
      i += count;
      continue;
    }
    const end = Math.min(out.length, i + 8 * count);
    let held = 0;
    let rest = at;
    for (let left = 0; i < end; i++) {
      for (; left < bits; left += 8) held |= bytes[rest++] << left;
      out[i] = held & mask;
      held >>>= bits;
      left -= bits;
    }
    at += bits * count;
  }
}

/** Decoder for the PLAIN encoding of a type. */
function plainValues(element: SchemaElement): Values {
  const { type, converted_type: kind } = element;
  switch (`${type} ${kind ?? ""}`) {
    case "BYTE_ARRAY UTF8":
    case "BYTE_ARRAY JSON":
      return plainTexts;
    case "BOOLEAN ":
      return (bytes, at, count) => {
        const values = new Array<boolean>(count);
        for (let i = 0; i < count; i++) values[i] = ((bytes[at + (i >> 3)] >> (i & 7)) & 1) === 1;
        return values;
      };
    case "FLOAT ":
      return numbers(4, (view, at) => view.getFloat32(at, true));
    case "DOUBLE ":
      return numbers(8, (view, at) => view.getFloat64(at, true));
    case "INT32 UINT_32":
      return numbers(4, (view, at) => view.getUint32(at, true));
    case "INT64 UINT_64":
      return numbers(8, (view, at) => Number(view.getBigUint64(at, true)));
    case "INT64 TIMESTAMP_MICROS":
      return numbers(8, (view, at) => Number(view.getBigInt64(at, true)) / 1000);
    case "INT64 ":
    case "INT64 INT_64":
      return numbers(8, (view, at) => Number(view.getBigInt64(at, true)));
    default:
      if (type !== "INT32" || !INT32_KINDS.test(kind ?? "")) throw unreadable(element);
      return numbers(4, (view, at) => view.getInt32(at, true));
  }
}

const INT32_KINDS = /^(|DATE|U?INT_(8|16)|INT_32)$/;

function numbers(size: number, read: (view: DataView, at: number) => number): Values {
  return ({ buffer, byteOffset, byteLength }, at, count) => {
    const view = new DataView(buffer, byteOffset, byteLength);
    const values = new Array<number>(count);
    for (let i = 0; i < count; i++) values[i] = read(view, at + i * size);
    return values;
  };
}

function plainTexts(bytes: Buffer, from: number, count: number): string[] {
  // Decodes all bytes at once: substrings of ASCII strings are cheap.
  const all = bytes.toString("latin1");
  const texts = new Array<string>(count);
  let at = from;
  for (let i = 0; i < count; i++) {
    const start = at + 4;
    at = start + bytes.readUInt32LE(at);
    if (at > bytes.length) throw new TerraceError("io_failure", "a page of copied rows ends early");
    let ascii = start;
    while (ascii < at && bytes[ascii] < 0x80) ascii++;
    texts[i] = ascii === at ? all.substring(start, at) : bytes.toString("utf8", start, at);
  }
  return texts;
}

interface PageHeader {
  readonly type: number;
  readonly count: number;
  readonly encoding: number;
  /** Byte range of the page body. */
  readonly start: number;
  readonly byteLength: number;
}

/** Parses a page header, a Thrift compact struct, keeping integers by their field path. */
function pageHeader(chunk: Buffer, from: number): PageHeader {
  let at = from;
  const found = new Map<string, number>();
  const varint = () => {
    let value = 0;
    let scale = 1;
    for (; ; scale *= 0x80) {
      if (at >= chunk.length) throw new TerraceError("io_failure", "a column of copied rows ends early");
      const byte = chunk[at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  const zigzag = () => {
    const value = varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  const struct = (path: string) => {
    let field = 0;
    for (let head = chunk[at++]; head !== 0; head = chunk[at++]) {
      field = head >> 4 === 0 ? zigzag() : field + (head >> 4);
      const type = head & 15;
      if (type === 12) struct(`${path}${field}.`);
      else if (type === 8) {
        const length = varint();
        at += length;
      } else if (type >= 4 && type <= 6) found.set(path + field, zigzag());
      else if (type > 2) throw new TerraceError("internal", `a page header of copied rows has type ${type}`);
    }
  };
  struct("");
  return {
    type: found.get("1")!,
    count: found.get("5.1") ?? found.get("7.1") ?? 0,
    encoding: found.get("5.2") ?? PLAIN,
    start: at,
    byteLength: found.get("3") ?? 0,
  };
}
