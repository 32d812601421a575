import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadata,
  parquetReadObjects,
  parquetSchema,
} from "hyparquet";
import { badDataset, TerraceError } from "../../runtime/errors.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { COMPRESSORS, columnChunks, measurePage, pagesOf, viewOf } from "./parquet-pages.ts";
import { MAX_UNPACKED_BYTES, spend, type UnpackBudget } from "./unpack.ts";

/** The largest description of a file, at its end; each of its bytes may become an object. */
const MAX_FOOTER_BYTES = 8 * 1024 * 1024;

export type ParquetRow = Readonly<Record<string, unknown>>;

export function isParquet(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x41 && bytes[2] === 0x52 && bytes[3] === 0x31;
}

/** Names of the columns; throws `bad_dataset` when the file was cut. */
export function parquetColumns(bytes: Uint8Array, path: string): string[] {
  return parquetSchema(metadataOf(bytes, path)).children.map((child) => child.element.name);
}

/**
 * Rows with texts, numbers, booleans, null, lists and objects; dates and times are ISO texts, times in UTC. What the file
 * unpacks to is spent.
 */
export async function readParquetRows(
  bytes: Uint8Array,
  path: string,
  budget: UnpackBudget,
): Promise<ParquetRow[]> {
  const metadata = metadataOf(bytes, path);
  const reading = { hasFailed: false };
  try {
    refuseTooLarge(bytes, metadata, path, budget);
    const rows = await parquetReadObjects({
      file: patientBuffer(bytes, reading),
      metadata,
      compressors: COMPRESSORS,
      parsers: ISO_TEXTS,
      geoparquet: false,
    });
    const singles = singleColumns(metadata);
    if (singles.length > 0) for (const row of rows) shortenSingles(row, singles);
    return rows;
  } catch (cause) {
    reading.hasFailed = true;
    if (cause instanceof TerraceError) throw cause;
    throw badDataset(`${path}: damaged Parquet file: ${(cause as Error).message}`, cause);
  }
}

/**
 * The file, a piece at a time, a turn after it is asked for and never once reading has failed. The reader begins to read
 * columns before it has looked at them all; when a later one stops it, nobody waits for those it has begun, and what is
 * wrong with them would end the process.
 */
function patientBuffer(bytes: Uint8Array, reading: { readonly hasFailed: boolean }): AsyncBuffer {
  const buffer = arrayBufferOf(bytes);
  return {
    byteLength: buffer.byteLength,
    slice: async (start, end) => {
      await nextTurn();
      return reading.hasFailed ? new Promise<never>(() => {}) : buffer.slice(start, end);
    },
  };
}

function metadataOf(bytes: Uint8Array, path: string): FileMetaData {
  try {
    // Its length comes before the mark at the end.
    if (
      bytes.length > MAX_FOOTER_BYTES &&
      viewOf(bytes).getUint32(bytes.length - 8, true) > MAX_FOOTER_BYTES
    ) {
      throw new Error("its description is too long");
    }
    const metadata = parquetMetadata(arrayBufferOf(bytes), { geoparquet: false });
    // Throws where the schema is none; names are texts by the format, which a damaged one may lack.
    const names: unknown[] = parquetSchema(metadata).children.map(({ element }) => element.name);
    if (!names.every((name) => typeof name === "string")) throw new Error("a column has no name");
    return metadata;
  } catch (cause) {
    const reason = `not a whole Parquet file: ${(cause as Error).message}`;
    throw badDataset(`${path}: ${reason}`, cause);
  }
}

const instant = (ms: bigint) => new Date(Number(ms)).toISOString().replace(".000Z", "Z");

const ISO_TEXTS = {
  dateFromDays: dateOfDay,
  timestampFromMilliseconds: instant,
  timestampFromMicroseconds: (us: bigint) => instant(us / 1000n),
  timestampFromNanoseconds: (ns: bigint) => instant(ns / 1_000_000n),
};

/** Top-level columns of single precision: widened, 0.1 would become 0.10000000149011612. */
function singleColumns(metadata: FileMetaData): string[] {
  return parquetSchema(metadata)
    .children.filter(({ element }) => element.type === "FLOAT")
    .map(({ element }) => element.name);
}

function shortenSingles(row: Record<string, unknown>, columns: readonly string[]): void {
  for (const column of columns) {
    const value = row[column];
    if (typeof value === "number") row[column] = shortestSingle(value);
  }
}

/** The shortest decimal that is this number in single precision; nine digits always are. */
function shortestSingle(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return Number(value.toPrecision(9));
}

/** The bytes as a buffer of their own length. */
function arrayBufferOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

/** Cells of one file that are held at once. */
const MAX_CELLS = 50_000_000;

/** Values of a page: each is an object of its own for a while. Writers stay far below. */
const MAX_PAGE_VALUES = 10_000_000;

/**
 * Throws when reading the file would take more memory than any file may; what it unpacks to is spent. The reader believes
 * every number in a file, so a few bytes could stand for billions of values: all are looked at before. DuckDB does not
 * stay within its limit either: with 512 MB it took 8.4 GB for texts that begin alike, and did not end on two of them.
 */
function refuseTooLarge(bytes: Uint8Array, metadata: FileMetaData, path: string, budget: UnpackBudget): void {
  const refuse = (reason: string): never => {
    throw badDataset(`${path}: ${reason}`);
  };
  const groups = metadata.row_groups.filter(({ num_rows }) => Number(num_rows) > 0);
  const rows = groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
  const columns = groups.reduce((most, group) => Math.max(most, group.columns.length), 1);
  // A row takes as much as a cell, in addition to its cells.
  if (rows * (columns + 1) > MAX_CELLS) {
    refuse(`holds ${rows.toLocaleString("en-AU")} rows of ${columns} columns; split it`);
  }
  let [unpacked, values] = [0, 0];
  const unpack = (more: number) => {
    unpacked += more;
    if (unpacked > MAX_UNPACKED_BYTES) {
      refuse(`unpacks to more than ${MAX_UNPACKED_BYTES.toLocaleString("en-AU")} bytes`);
    }
    spend(budget, more, path);
  };
  const chunks = columnChunks(bytes, groups, metadata);
  // Sizes first: nothing is unpacked of a file that is too large.
  for (const chunk of chunks) {
    for (const page of pagesOf(chunk)) {
      if (page.values > MAX_PAGE_VALUES) {
        refuse(`holds a page of ${page.values.toLocaleString("en-AU")} values; split it`);
      }
      // A value of a nested column brings a list for each level.
      values += page.values * (chunk.schemaPath.length - 1);
      if (values > MAX_CELLS) {
        refuse(`holds more than ${MAX_CELLS.toLocaleString("en-AU")} values; split it`);
      }
      unpack(page.unpackedLength);
    }
  }
  for (const chunk of chunks) for (const page of pagesOf(chunk)) unpack(measurePage(page, chunk));
}
