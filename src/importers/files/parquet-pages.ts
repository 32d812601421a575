import * as zlib from "node:zlib";
import {
  type ColumnMetaData,
  type Compressors,
  type DataReader,
  type FileMetaData,
  type PageHeader,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getTreePath } from "hyparquet/src/schema.js";
import { readVarInt } from "hyparquet/src/thrift.js";

/** Decompressors of Node; hyparquet has Snappy itself. Not every release of Node 22 has Zstandard. */
export const COMPRESSORS: Compressors = {
  GZIP: (input, maxOutputLength) => zlib.gunzipSync(input, { maxOutputLength }),
  BROTLI: (input, maxOutputLength) => zlib.brotliDecompressSync(input, { maxOutputLength }),
  ...("zstdDecompressSync" in zlib
    ? { ZSTD: (input, maxOutputLength) => zlib.zstdDecompressSync(input, { maxOutputLength }) }
    : {}),
};

/** Maximum page header. Each byte may become an object; the longest strings of a column fit well below it. */
const MAX_HEADER_BYTES = 1024 * 1024;

export interface ColumnChunk {
  readonly bytes: Uint8Array;
  readonly facts: ColumnMetaData;
  readonly schemaPath: SchemaTree[];
}

/** A page whose counts are checked: integers ≥ 0. */
export interface Page {
  readonly header: PageHeader;
  /** Compressed bytes. */
  readonly bytes: Uint8Array;
  readonly unpackedLength: number;
  /** Number of dictionary entries, or of values including nulls. */
  readonly values: number;
}

/** Column chunks of the row groups. Throws when one is outside the file or when chunks share bytes. */
export function columnChunks(
  file: Uint8Array,
  groups: readonly RowGroup[],
  metadata: FileMetaData,
): ColumnChunk[] {
  const schema = parquetSchema(metadata);
  const chunks = groups.flatMap(({ columns }) =>
    columns.map(({ meta_data: facts }) => {
      if (facts === undefined) throw new Error("a column has no metadata");
      const offset = facts.dictionary_page_offset || facts.data_page_offset;
      const start = count(Number(offset));
      const end = start + count(Number(facts.total_compressed_size));
      if (end > file.length) throw new Error("a column ends outside of it");
      const schemaPath = getTreePath(schema, facts.path_in_schema);
      return { bytes: file.subarray(start, end), facts, schemaPath };
    }),
  );
  // Each chunk is copied before it is read, so shared bytes would multiply memory.
  if (chunks.reduce((sum, { bytes }) => sum + bytes.length, 0) > file.length) {
    throw new Error("columns share bytes");
  }
  return chunks;
}

export function* pagesOf({ bytes }: ColumnChunk): Generator<Page> {
  // hyparquet, too, does not treat a single last byte as a page.
  for (let at = 0; at < bytes.length - 1; ) {
    const reader = { view: viewOf(bytes.subarray(at, at + MAX_HEADER_BYTES)), offset: 0 };
    const header = parquetHeader(reader);
    const start = at + reader.offset;
    at = start + count(header.compressed_page_size);
    if (at > bytes.length) throw new Error("a page ends outside of its column");
    yield {
      header,
      bytes: bytes.subarray(start, at),
      unpackedLength: count(header.uncompressed_page_size),
      values: count(valuesOf(header)?.num_values),
    };
  }
}

function valuesOf(header: PageHeader) {
  if (header.type === "DATA_PAGE") return header.data_page_header;
  return header.type === "DATA_PAGE_V2" ? header.data_page_header_v2 : header.dictionary_page_header;
}

/** Checks that the value is an integer ≥ 0; in a hostile file it may have any type. */
export function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new Error(`${String(value)} is not a count`);
  return value as number;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Upper bound of the padding values with which writers fill the last bit-packed run. */
const MAX_PADDING = 512;

/** Bytes that decoding adds to the unpacked page. Throws when runs hold more values than stated. */
export function measurePage(page: Page, chunk: ColumnChunk): number {
  if (page.header.type === "DATA_PAGE") return measureFirst(page, chunk);
  if (page.header.type === "DATA_PAGE_V2") return measureSecond(page, chunk);
  return 0;
}

/** Data page V1: levels and values are compressed together; only the levels show which are null. */
function measureFirst({ header, bytes, unpackedLength, values }: Page, chunk: ColumnChunk): number {
  const { encoding } = header.data_page_header!;
  const { codec, type } = chunk.facts;
  const { repetition, definition } = levelsOf(chunk);
  const reader = readerOf(decompressPage(bytes, unpackedLength, codec, COMPRESSORS));
  if (repetition > 0) skipRuns(reader, bitWidth(repetition), values);
  const levels = { ...reader };
  if (definition > 0) skipRuns(reader, bitWidth(definition), values);
  if (encoding === "RLE" || isDictionary(encoding)) {
    if (type === "BOOLEAN") skipRuns(reader, 1, values);
    else {
      const width = reader.view.getUint8(reader.offset++);
      if (width > 0) checkRuns(reader, width, values);
    }
  }
  const present = () => (definition > 0 ? countLevels(levels, definition, values) : values);
  return bytesAdded(reader, encoding, present, chunk);
}

/** Data page V2: the levels precede the values and are not compressed. */
function measureSecond({ header, bytes, unpackedLength, values }: Page, chunk: ColumnChunk): number {
  const facts = header.data_page_header_v2!;
  const [repetitionLength, definitionLength] = [
    count(facts.repetition_levels_byte_length),
    count(facts.definition_levels_byte_length),
  ];
  const valuesLength = count(unpackedLength - repetitionLength - definitionLength);
  const present = count(values - count(facts.num_nulls));
  const { repetition, definition } = levelsOf(chunk);
  if (repetition > 0) checkRuns(readerOf(bytes), bitWidth(repetition), values);
  if (definition > 0) checkRuns(readerOf(bytes.subarray(repetitionLength)), bitWidth(definition), values);
  const packed = bytes.subarray(repetitionLength + (definition > 0 ? definitionLength : 0));
  const isPacked = facts.is_compressed !== false;
  const reader = readerOf(
    isPacked ? decompressPage(packed, valuesLength, chunk.facts.codec, COMPRESSORS) : packed,
  );
  if (facts.encoding === "RLE") skipRuns(reader, 1, present);
  if (isDictionary(facts.encoding)) checkRuns(reader, reader.view.getUint8(reader.offset++), present);
  return bytesAdded(reader, facts.encoding, () => present, chunk);
}

function bytesAdded(
  reader: DataReader,
  encoding: string | undefined,
  present: () => number,
  { schemaPath }: ColumnChunk,
): number {
  if (encoding === "BYTE_STREAM_SPLIT") {
    return present() * count(schemaPath.at(-1)!.element.type_length ?? 8);
  }
  return encoding === "DELTA_BYTE_ARRAY" ? sharedBytes(reader, present()) : 0;
}

/** DELTA_BYTE_ARRAY: the file stores shared prefixes once, but each decoded string is a full copy. */
function sharedBytes(reader: DataReader, values: number): number {
  const [shared, own] = [new Int32Array(values), new Int32Array(values)];
  deltaBinaryUnpack(reader, values, shared);
  deltaBinaryUnpack(reader, values, own);
  return shared.reduce((sum, length, i) => sum + (length === 0 ? 0 : count(length) + count(own[i])), 0);
}

/** Checks length-prefixed runs and moves the reader past them. */
function skipRuns(reader: DataReader, width: number, values: number): void {
  const length = reader.view.getUint32(reader.offset, true);
  const start = reader.offset + 4;
  checkRuns({ view: reader.view, offset: start }, width, values);
  reader.offset = start + length;
}

/** Throws when runs hold more values than stated. Walks them like hyparquet, which would store them all. */
function checkRuns({ view, offset }: DataReader, width: number, values: number): void {
  const reader = { view, offset };
  for (let left = values; left > 0 && reader.offset < view.byteLength; ) {
    const header = readVarInt(reader);
    const isPacked = (header & 1) === 1;
    const run = isPacked ? (header >> 1) << 3 : header >>> 1;
    if (run < 0 || run > left + (isPacked ? MAX_PADDING : 0)) {
      throw new Error(`a run of ${run} values where ${left} are left`);
    }
    reader.offset += isPacked ? Math.max(1, (header >> 1) * width) : (width + 7) >> 3;
    left -= run;
  }
}

function countLevels(reader: DataReader, level: number, values: number): number {
  const levels = new Array<number>(values);
  readRleBitPackedHybrid(reader, bitWidth(level), levels);
  return levels.reduce((sum, one) => sum + Number(one === level), 0);
}

function levelsOf({ schemaPath }: ColumnChunk) {
  return {
    repetition: getMaxRepetitionLevel(schemaPath),
    definition: getMaxDefinitionLevel(schemaPath),
  };
}

function bitWidth(value: number): number {
  return 32 - Math.clz32(value);
}

function isDictionary(encoding: string | undefined): boolean {
  return encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY";
}

function readerOf(bytes: Uint8Array): DataReader {
  return { view: viewOf(bytes), offset: 0 };
}
