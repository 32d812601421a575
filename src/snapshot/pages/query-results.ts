import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaTree,
} from "hyparquet";
import { TerraceError } from "../../runtime/errors.ts";
import { leafName, leafPaths, nestedColumn } from "./nested-column.ts";

/** The values of a group of rows, by column. */
export type ColumnValues = Readonly<Record<string, ArrayLike<unknown>>>;

/**
 * What the queries of a set of pages gave, each read from the Parquet file that it was copied to. Values are plain: dates
 * are day numbers since 1970-01-01, timestamps epoch milliseconds, integers numbers, lists arrays, structs objects, and a
 * missing value is null.
 */
export class QueryResults {
  readonly #paths: Readonly<Record<string, string>>;
  readonly #open = new Set<ReturnType<typeof openFile>>();

  /** Of files by the names of the queries. */
  constructor(paths: Readonly<Record<string, string>>) {
    this.#paths = paths;
  }

  /** Closes what is still open: who reads two queries side by side leaves one of them in the middle when it fails. */
  close(): void {
    for (const file of this.#open) this.#close(file);
  }

  /** Rows of a query, some thousands at a time: memory does not grow with the result. */
  async *stretches<Row extends object>(query: string): AsyncGenerator<Row[], void, void> {
    for await (const columns of this.columnStretches(query)) yield rowsOf<Row>(columns);
  }

  /** All rows of a query; for small results. */
  async rows<Row extends object>(query: string): Promise<Row[]> {
    const all: Row[] = [];
    for await (const rows of this.stretches<Row>(query)) for (const row of rows) all.push(row);
    return all;
  }

  /** The rows of a query by column. */
  columnStretches(query: string): AsyncGenerator<ColumnValues, void, void> {
    return this.#groups(query, true);
  }

  /** Columns of a query as doubles, NaN for missing values. */
  async numbers<Name extends string>(
    query: string,
    names: readonly Name[],
  ): Promise<Record<Name, Float64Array>> {
    const { rowCount } = await this.#describe(query);
    const columns = names.map(() => new Float64Array(rowCount));
    let start = 0;
    for await (const group of this.#groups(query, false, names)) {
      for (const [c, name] of names.entries()) {
        const values = group[name];
        const column = columns[c];
        for (let i = 0; i < values.length; i++) column[start + i] = numberOf(values[i]);
      }
      start += group[names[0]].length;
    }
    return Object.fromEntries(names.map((name, c) => [name, columns[c]])) as Record<Name, Float64Array>;
  }

  /** Columns of a query as texts, "" for missing ones. */
  async texts<Name extends string>(query: string, names: readonly Name[]): Promise<Record<Name, string[]>> {
    const columns = Object.fromEntries(names.map((name) => [name, [] as string[]])) as Record<Name, string[]>;
    for await (const group of this.#groups(query, false, names)) {
      for (const name of names) {
        const values = group[name] as ArrayLike<string | null>;
        for (let i = 0; i < values.length; i++) columns[name].push(values[i] ?? "");
      }
    }
    return columns;
  }

  async #describe(query: string): Promise<{ rowCount: number }> {
    const file = this.#openFile(query);
    try {
      return { rowCount: Number((await parquetMetadataAsync(file)).num_rows) };
    } finally {
      this.#close(file);
    }
  }

  #openFile(query: string): ReturnType<typeof openFile> {
    const file = openFile(this.#path(query));
    this.#open.add(file);
    return file;
  }

  #close(file: ReturnType<typeof openFile>): void {
    if (this.#open.delete(file)) file.close();
  }

  #path(query: string): string {
    const path = this.#paths[query];
    if (path === undefined) throw new TerraceError("internal", `the set of pages has no query "${query}"`);
    return path;
  }

  async *#groups(
    query: string,
    isPlain: boolean,
    names?: readonly string[],
  ): AsyncGenerator<ColumnValues, void, void> {
    const file = this.#openFile(query);
    try {
      const metadata = await parquetMetadataAsync(file);
      const wanted = parquetSchema(metadata).children.filter(
        ({ element }) => names?.includes(element.name) ?? true,
      );
      const readers = wanted.map((column) => ({
        name: column.element.name,
        leaves: leafPaths(column),
        make: isPlain && isUnlikePlain(column) ? nestedColumn(column) : undefined,
      }));
      const columns = readers.map(({ name }) => name);
      let rowStart = 0;
      for (const group of metadata.row_groups) {
        const rowEnd = rowStart + Number(group.num_rows);
        const read = await readGroup({ file, metadata, rowStart, rowEnd, columns });
        const values: Record<string, ArrayLike<unknown>> = {};
        for (const { name, leaves, make } of readers) {
          const own = leaves.map((leaf) => joined(read.get(leaf) ?? []));
          if (own.some(({ length }) => length !== rowEnd - rowStart))
            throw new TerraceError("io_failure", `the copied rows of "${query}" end early`);
          values[name] = make === undefined ? own[0] : make(own);
        }
        yield values;
        rowStart = rowEnd;
      }
    } finally {
      this.#close(file);
    }
  }
}

const decoder = new TextDecoder();

const PLAIN = {
  dateFromDays: (days: number) => days as unknown as Date,
  timestampFromMilliseconds: (ms: bigint) => Number(ms) as unknown as Date,
  timestampFromMicroseconds: (micros: bigint) => (Number(micros) / 1000) as unknown as Date,
  timestampFromNanoseconds: (nanos: bigint) => (Number(nanos) / 1e6) as unknown as Date,
};
const toText = (bytes: Uint8Array) => bytes && decoder.decode(bytes);
const PARSERS = { ...PLAIN, stringFromBytes: toText, jsonFromBytes: toText };

interface GroupRead {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly columns: string[];
}

/** The values of each leaf of the columns, in pieces. */
async function readGroup(options: GroupRead): Promise<Map<string, ArrayLike<unknown>[]>> {
  const chunks = new Map<string, ArrayLike<unknown>[]>();
  await parquetRead({
    ...options,
    parsers: PARSERS,
    onPage: ({ pathInSchema, columnData }) => {
      const leaf = leafName(pathInSchema);
      const own = chunks.get(leaf);
      if (own === undefined) chunks.set(leaf, [columnData]);
      else own.push(columnData);
    },
  });
  return chunks;
}

function joined(chunks: readonly ArrayLike<unknown>[]): ArrayLike<unknown> {
  return chunks.length === 1 ? chunks[0] : chunks.flatMap((chunk) => Array.from(chunk));
}

/** Integers of 64 bits, lists and structs are not read as plain values. */
function isUnlikePlain({ element, children }: SchemaTree): boolean {
  return element.type === "INT64" || children.length > 0;
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : typeof value === "bigint" ? Number(value) : Number.NaN;
}

function rowsOf<Row extends object>(columns: ColumnValues): Row[] {
  const names = Object.keys(columns);
  const make = rowMaker(names) as (...values: ArrayLike<unknown>[]) => (i: number) => Row;
  const rowAt = make(...names.map((name) => columns[name]));
  return Array.from({ length: columns[names[0]].length }, (_, i) => rowAt(i));
}

const rowMakers = new Map<string, unknown>();

/** Code that makes a row as one literal: filling an object column by column takes longer. */
function rowMaker(names: readonly string[]): unknown {
  const texts = names.map((name, c) => `${JSON.stringify(name)}: c${c}[i]`);
  const code = `return (i) => ({ ${texts.join(", ")} });`;
  const known = rowMakers.get(code) ?? new Function(...names.map((_, c) => `c${c}`), code);
  rowMakers.set(code, known);
  return known;
}

/** A file that is read by position, each read awaited by nobody: it is in the system's memory, just written. */
function openFile(path: string): AsyncBuffer & { close(): void } {
  const file = openSync(path, "r");
  const byteLength = fstatSync(file).size;
  return {
    byteLength,
    slice: (start, end = byteLength) => {
      const bytes = new Uint8Array(end - start);
      for (let at = 0; at < bytes.byteLength; ) {
        const count = readSync(file, bytes, at, bytes.byteLength - at, start + at);
        if (count === 0) throw new TerraceError("io_failure", `${path} ends before byte ${end}`);
        at += count;
      }
      return bytes.buffer;
    },
    close: () => closeSync(file),
  };
}
