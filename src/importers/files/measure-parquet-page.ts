import type { DataReader } from "hyparquet";
import { decompressPage } from "hyparquet/src/datapage.js";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from "hyparquet/src/schema.js";
import { readVarInt } from "hyparquet/src/thrift.js";
import { COMPRESSORS } from "./parquet-compressors.ts";
import { type ColumnChunk, count, type Page, viewOf } from "./parquet-pages.ts";

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
