import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { throwIfAborted } from "../runtime/abort.ts";
import { badDataset, isTerraceError, type TerraceError } from "../runtime/errors.ts";
import { MAX_ARCHIVE_BYTES } from "./archive-bound.ts";
import type { TableFile } from "./locate-tables.ts";

const PARQUET_MARK = "PAR1";
const LINE_BREAK = 0x0a;
/** Bound for the header line; the widest table has under 100 columns. */
const HEADER_BYTES = 65_536;

/**
 * The column names of a CSV header; an empty list for other formats, which carry names elsewhere. Rejects
 * truncated files, as not every format lets a row reader notice a lost tail, and files that unpack to more
 * than `maxBytes`, which would fill the disk.
 */
export async function checkTableFile(
  file: TableFile,
  signal?: AbortSignal,
  maxBytes = MAX_ARCHIVE_BYTES,
): Promise<string[]> {
  switch (file.format) {
    case "parquet":
      await checkParquetMarks(file);
      return [];
    case "csv":
      return csvHeader(file, await readEnds(file));
    case "csv.gz":
      return csvHeader(file, await gunzipEnds(file, maxBytes, signal));
    case "ndjson":
      return [];
  }
}

interface FileEnds {
  readonly head: Buffer;
  readonly lastByte: number | undefined;
}

async function checkParquetMarks(file: TableFile): Promise<void> {
  const { head, tail, size } = await readEnds(file);
  const isMark = (bytes: Buffer) => size >= 12 && bytes.toString("latin1") === PARQUET_MARK;
  if (!isMark(head.subarray(0, 4))) {
    throw damaged(file, `the file is not Parquet: it does not begin with ${PARQUET_MARK}`);
  }
  if (!isMark(tail)) {
    throw damaged(file, `the file is truncated: it does not end with the Parquet mark ${PARQUET_MARK}`);
  }
}

/** Reads the first bytes of a file and its last four, or fewer if it is shorter. */
async function readEnds(file: TableFile) {
  const handle = await open(file.path);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(size, HEADER_BYTES));
    await handle.read(head, 0, head.length, 0);
    const tail = Buffer.alloc(Math.min(size, 4));
    await handle.read(tail, 0, tail.length, size - tail.length);
    return { head, tail, size, lastByte: tail.at(-1) };
  } finally {
    await handle.close();
  }
}

/** Reads the whole stream to find a lost tail or a wrong checksum, which DuckDB ignores. */
async function gunzipEnds(file: TableFile, maxBytes: number, signal?: AbortSignal): Promise<FileEnds> {
  const heads: Buffer[] = [];
  let bytes = 0;
  let lastByte: number | undefined;
  const look = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      if (bytes < HEADER_BYTES) heads.push(chunk.subarray(0, HEADER_BYTES - bytes));
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(file, maxBytes);
      lastByte = chunk.at(-1) ?? lastByte;
    }
  };
  try {
    await pipeline(createReadStream(file.path), createGunzip(), look, signal === undefined ? {} : { signal });
  } catch (cause) {
    throwIfAborted(signal, "load");
    if (isTerraceError(cause)) throw cause;
    throw damaged(file, `the gzip stream is broken or truncated (${(cause as Error).message})`, cause);
  }
  return { head: Buffer.concat(heads), lastByte };
}

function csvHeader(file: TableFile, ends: FileEnds): string[] {
  if (ends.lastByte === undefined) throw damaged(file, "the file is empty; expected a header line");
  if (ends.lastByte !== LINE_BREAK) {
    throw damaged(file, "the last line does not end with a line break, so the file may be truncated");
  }
  const end = ends.head.indexOf(LINE_BREAK);
  if (end < 0) throw damaged(file, `no header line in the first ${HEADER_BYTES} bytes`);
  const line = ends.head
    .toString("utf8", 0, end)
    .replace(/^\uFEFF/, "")
    .replace(/\r$/, "");
  const names = line.split(",").map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .replaceAll('""', '"'),
  );
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw damaged(file, `column "${twice}" occurs twice in the header`);
  return names;
}

function tooLarge(file: TableFile, maxBytes: number): TerraceError {
  const bound = maxBytes.toLocaleString("en-AU");
  return damaged(file, `it unpacks to more than ${bound} bytes; give the table as Parquet, or unpacked`);
}

function damaged(file: TableFile, what: string, cause?: unknown): TerraceError {
  return badDataset(`${file.name}: ${what}`, cause);
}
