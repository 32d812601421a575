import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { ExportTable } from "../../domains/export.ts";
import { loadWriter } from "../../exports/formats.ts";
import { sqlTable } from "../../exports/sql-table.ts";
import { tableText } from "../../exports/table-text.ts";
import { snapshotFacts } from "../../rpc/pinned-method.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import type { SnapshotManifest } from "../../snapshot/manifest/manifest.ts";
import type { Terminal } from "../terminal.ts";
import type { OpenTables } from "./open-tables.ts";
import { TABLE_FORMAT } from "./result-format.ts";

const SHOWN_ROWS = 200;

const BINARY_FORMATS = ["arrow", "parquet", "xlsx", "zip"];

export interface ResultOptions {
  readonly format: string;
  /** Output file; standard output when undefined. */
  readonly out?: string | undefined;
  /** How hints name the options for every row and for a file. */
  readonly words?: { readonly everyRow: string; readonly intoFile: string };
}

const FLAGS = { everyRow: "--format csv", intoFile: "--out FILE" };

export async function answerSql(
  { sandbox, manifest }: OpenTables,
  sql: string,
  options: ResultOptions,
  terminal: Terminal,
  signal: AbortSignal = terminal.signal,
): Promise<void> {
  const result = await sandbox.ask(sql, signal);
  const table = sqlTable(result, manifest.sources, { most: Number.POSITIVE_INFINITY, isCut: false });
  await writeResult(table, manifest, options, terminal, signal);
}

export async function writeResult(
  table: ExportTable,
  manifest: SnapshotManifest,
  { format, out, words = FLAGS }: ResultOptions,
  terminal: Terminal,
  signal: AbortSignal = terminal.signal,
): Promise<void> {
  if (BINARY_FORMATS.includes(format) && out === undefined && terminal.isTerminal) {
    throw invalidArgument(`${format} is a binary format; write it to a file with ${words.intoFile}`);
  }
  if (format === TABLE_FORMAT && out !== undefined) {
    throw invalidArgument(`the table format is for the screen; ${words.everyRow} writes all rows to ${out}`);
  }
  if (format === TABLE_FORMAT) {
    const { text, rows, isCut } = await tableText(table, SHOWN_ROWS, signal);
    terminal.out(text);
    const count = rows === 1 ? "1 row" : `${rows} rows`;
    terminal.err(isCut ? `the first ${count}; ${words.everyRow} prints all of them` : count);
    return;
  }
  const writer = await loadWriter(format);
  const pieces = writer.write(table, snapshotFacts(manifest), { signal, onRows: () => {} });
  if (out !== undefined) {
    await writeWhole(pieces, out, signal);
    terminal.err(`written to ${out}`);
    return;
  }
  // Standard output stays open for later answers.
  await pipeline(pieces, process.stdout, { signal, end: false });
}

/** Writes to a `.part` file and renames it: an interrupted write leaves an existing file as it was. */
export async function writeWhole(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  out: string,
  signal: AbortSignal,
): Promise<void> {
  const there = await stat(out).catch(() => undefined);
  // Devices and pipes are written directly: they cannot be renamed.
  if (there?.isFile() === false) {
    await pipeline(pieces, createWriteStream(out), { signal });
    return;
  }
  const aside = `${out}.part`;
  try {
    await pipeline(pieces, createWriteStream(aside), { signal });
    await rename(aside, out);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
