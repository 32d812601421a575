import { type FileHandle, open } from "node:fs/promises";
import type { TableDefinition } from "./table-definition.ts";

export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

/** Bytes buffered before a write; larger writes are not faster. */
const FLUSH_BYTES = 256 * 1024;

const COMMA = 0x2c;
const QUOTE = 0x22;
const LINE_BREAK = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const FIRST_BEYOND_ASCII = 0x80;

/**
 * Writes one dataset table as CSV. Call `drain` between batches: it waits for the disk, so memory stays
 * bounded. Hand-written: it copies cells into the buffer character by character, in a third of the time of
 * joining strings.
 */
export class CsvWriter {
  readonly table: TableDefinition;
  rows = 0;
  readonly #file: FileHandle;
  readonly #columns: readonly string[];
  #bytes = Buffer.allocUnsafe(2 * FLUSH_BYTES);
  #length = 0;

  private constructor(table: TableDefinition, file: FileHandle, hasHeader: boolean) {
    this.table = table;
    this.#file = file;
    this.#columns = table.columns.map((c) => c.name);
    if (!hasHeader) this.#addText(`${this.#columns.join(",")}\n`);
  }

  static async create(path: string, table: TableDefinition): Promise<CsvWriter> {
    return new CsvWriter(table, await open(path, "w"), false);
  }

  /** Appends to a file that already has its header. */
  static async append(path: string, table: TableDefinition): Promise<CsvWriter> {
    return new CsvWriter(table, await open(path, "a"), true);
  }

  /** Adds a row; missing columns are empty. */
  write(row: Row): void {
    for (let i = 0; i < this.#columns.length; i++) {
      if (i > 0) this.#bytes[this.#length++] = COMMA;
      const cell = row[this.#columns[i]];
      if (cell === null || cell === undefined) this.#reserve(0);
      else this.#addCell(String(cell));
    }
    this.#bytes[this.#length++] = LINE_BREAK;
    this.rows++;
  }

  async drain(): Promise<void> {
    if (this.#length >= FLUSH_BYTES) await this.#flush();
  }

  /** Flushes and fsyncs all rows so far; returns the size of the file in bytes. */
  async sync(): Promise<number> {
    await this.#flush();
    await this.#file.sync();
    return (await this.#file.stat()).size;
  }

  async close(): Promise<void> {
    try {
      await this.#flush();
    } finally {
      await this.#file.close();
    }
  }

  /** Copies an ASCII string; falls back to addText when a character needs quotes or several bytes. */
  #addCell(text: string): void {
    this.#reserve(text.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (
        code === COMMA ||
        code === QUOTE ||
        code === LINE_BREAK ||
        code === CARRIAGE_RETURN ||
        code >= FIRST_BEYOND_ASCII
      ) {
        this.#addText(/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
        return;
      }
      bytes[at++] = code;
    }
    this.#length = at;
  }

  #addText(text: string): void {
    this.#reserve(3 * text.length);
    this.#length += this.#bytes.write(text, this.#length, "utf8");
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes + 2;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  async #flush(): Promise<void> {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(2 * FLUSH_BYTES);
    this.#length = 0;
    await this.#file.writeFile(bytes);
  }
}
