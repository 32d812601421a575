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

/** Maximum footer; each of its bytes may become an object. */
const MAX_FOOTER_BYTES = 8 * 1024 * 1024;

export type ParquetRow = Readonly<Record<string, unknown>>;

export function isParquet(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x41 && bytes[2] === 0x52 && bytes[3] === 0x31;
}

/** Column names; throws `bad_dataset` when the file was cut. */
export function parquetColumns(bytes: Uint8Array, path: string): string[] {
  return parquetSchema(metadataOf(bytes, path)).children.map((child) => child.element.name);
}

/**
 * Reads rows of strings, numbers, booleans, nulls, lists and objects. Dates and times are ISO strings, times
 * in UTC. Charges the unpacked size to the budget.
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
      file: deferredBuffer(bytes, reading),
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
 * Buffer that returns each slice after a turn of the event loop, and never once reading has failed. hyparquet
 * starts on columns before it has checked all of them; when a later one throws, nobody awaits the started
 * ones, and their unhandled rejections would end the process.
 */
function deferredBuffer(bytes: Uint8Array, reading: { readonly hasFailed: boolean }): AsyncBuffer {
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
    // The footer length precedes the magic bytes at the end.
    if (
      bytes.length > MAX_FOOTER_BYTES &&
      viewOf(bytes).getUint32(bytes.length - 8, true) > MAX_FOOTER_BYTES
    ) {
      throw new Error("its metadata is too long");
    }
    const metadata = parquetMetadata(arrayBufferOf(bytes), { geoparquet: false });
    // Throws when there is no schema. Names must be strings, but a damaged file may lack them.
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

/** Top-level FLOAT columns: as doubles, 0.1 would become 0.10000000149011612. */
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

/** Shortest decimal that rounds to this float32; nine digits always suffice. */
function shortestSingle(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return Number(value.toPrecision(9));
}

function arrayBufferOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

/** Maximum cells of one file in memory. */
const MAX_CELLS = 50_000_000;

/** Maximum values per page, as each is an object while decoding. Writers stay far below. */
const MAX_PAGE_VALUES = 10_000_000;

/**
 * Throws when reading the file would take too much memory, and charges the unpacked size to the budget.
 * hyparquet trusts every number in a file, so a few bytes could stand for billions of values; all are checked
 * first. DuckDB's memory limit does not help: at 512 MB it used 8.4 GB for strings with shared prefixes, and
 * never finished on two such files.
 */
function refuseTooLarge(bytes: Uint8Array, metadata: FileMetaData, path: string, budget: UnpackBudget): void {
  const refuse = (reason: string): never => {
    throw badDataset(`${path}: ${reason}`);
  };
  const groups = metadata.row_groups.filter(({ num_rows }) => Number(num_rows) > 0);
  const rows = groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
  const columns = groups.reduce((most, group) => Math.max(most, group.columns.length), 1);
  // A row object takes as much memory as a cell.
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
  // Check all sizes first, so that nothing of a too large file is unpacked.
  for (const chunk of chunks) {
    for (const page of pagesOf(chunk)) {
      if (page.values > MAX_PAGE_VALUES) {
        refuse(`holds a page of ${page.values.toLocaleString("en-AU")} values; split it`);
      }
      // A value of a nested column creates a list per level.
      values += page.values * (chunk.schemaPath.length - 1);
      if (values > MAX_CELLS) {
        refuse(`holds more than ${MAX_CELLS.toLocaleString("en-AU")} values; split it`);
      }
      unpack(page.unpackedLength);
    }
  }
  for (const chunk of chunks) for (const page of pagesOf(chunk)) unpack(measurePage(page, chunk));
}
