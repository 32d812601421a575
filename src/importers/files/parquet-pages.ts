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

/** Node's own; Snappy comes with the reader. Zstandard is not in every release of Node 22. */
export const COMPRESSORS: Compressors = {
  GZIP: (input, maxOutputLength) => zlib.gunzipSync(input, { maxOutputLength }),
  BROTLI: (input, maxOutputLength) => zlib.brotliDecompressSync(input, { maxOutputLength }),
  ...("zstdDecompressSync" in zlib
    ? { ZSTD: (input, maxOutputLength) => zlib.zstdDecompressSync(input, { maxOutputLength }) }
    : {}),
};

/** The largest header of a page: each of its bytes may become an object, and longest texts of a column are below. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** The part of a column that one group of rows holds. */
export interface ColumnChunk {
  readonly bytes: Uint8Array;
  readonly facts: ColumnMetaData;
  /** From the root of the schema to the column. */
  readonly schemaPath: SchemaTree[];
}

/** A page with its numbers, which are whole and not negative. */
export interface Page {
  readonly header: PageHeader;
  /** As they are stored. */
  readonly bytes: Uint8Array;
  readonly unpackedLength: number;
  /** Entries of a dictionary, or values and nulls. */
  readonly values: number;
}

/** The columns of the groups of rows. Throws where they are outside of the file or share bytes. */
export function columnChunks(
  file: Uint8Array,
  groups: readonly RowGroup[],
  metadata: FileMetaData,
): ColumnChunk[] {
  const schema = parquetSchema(metadata);
  const chunks = groups.flatMap(({ columns }) =>
    columns.map(({ meta_data: facts }) => {
      if (facts === undefined) throw new Error("a column is not described");
      const offset = facts.dictionary_page_offset || facts.data_page_offset;
      const start = count(Number(offset));
      const end = start + count(Number(facts.total_compressed_size));
      if (end > file.length) throw new Error("a column ends outside of it");
      const schemaPath = getTreePath(schema, facts.path_in_schema);
      return { bytes: file.subarray(start, end), facts, schemaPath };
    }),
  );
  // Every column is copied before it is read, so shared bytes would multiply.
  if (chunks.reduce((sum, { bytes }) => sum + bytes.length, 0) > file.length) {
    throw new Error("columns share bytes");
  }
  return chunks;
}

/** The pages of a column, in order. */
export function* pagesOf({ bytes }: ColumnChunk): Generator<Page> {
  // The reader, too, takes a last byte for no page.
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

/** The number, where it can be how many there are of anything. A hostile file may have a value of any type in its place. */
export function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new Error(`${String(value)} is not a count`);
  return value as number;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Writers fill up the last run of packed values, with less than this. */
const MAX_PADDING = 512;

/** Bytes that the values of a page take beyond its own. Throws when it holds runs of more values than it says. */
export function measurePage(page: Page, chunk: ColumnChunk): number {
  if (page.header.type === "DATA_PAGE") return measureFirst(page, chunk);
  if (page.header.type === "DATA_PAGE_V2") return measureSecond(page, chunk);
  return 0;
}

/** Of the first layout: everything is packed together, and only the levels tell how many values are not null. */
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

/** Of the second layout: the levels are before the values, unpacked. */
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

/** Of texts that begin as the one before: each has its own copy in the end. */
function sharedBytes(reader: DataReader, values: number): number {
  const [shared, own] = [new Int32Array(values), new Int32Array(values)];
  deltaBinaryUnpack(reader, values, shared);
  deltaBinaryUnpack(reader, values, own);
  return shared.reduce((sum, length, i) => sum + (length === 0 ? 0 : count(length) + count(own[i])), 0);
}

/** Runs behind their length; the reader is behind them then. */
function skipRuns(reader: DataReader, width: number, values: number): void {
  const length = reader.view.getUint32(reader.offset, true);
  const start = reader.offset + 4;
  checkRuns({ view: reader.view, offset: start }, width, values);
  reader.offset = start + length;
}

/** Throws when runs hold more than so many values. It goes through them as the reader does, which would hold them all. */
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

/** Bits that hold the number. */
function bitWidth(value: number): number {
  return 32 - Math.clz32(value);
}

function isDictionary(encoding: string | undefined): boolean {
  return encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY";
}

function readerOf(bytes: Uint8Array): DataReader {
  return { view: viewOf(bytes), offset: 0 };
}
