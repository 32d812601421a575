import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type ColumnChunk, parquetMetadataAsync, parquetSchema } from "hyparquet";
import { TerraceError } from "../../runtime/errors.ts";
import { readLeaf } from "./leaf-column.ts";
import { leavesOf, nestedColumn } from "./nested-column.ts";

/** A row group, by column. */
type ColumnValues = Readonly<Record<string, ArrayLike<unknown>>>;

/**
 * Results of a page set's queries, from the Parquet files that they were copied to. Dates are day numbers
 * since 1970-01-01, timestamps epoch milliseconds, integers numbers, lists arrays, structs objects, missing
 * values null.
 */
export class QueryResults {
  readonly #paths: Readonly<Record<string, string>>;
  readonly #open = new Set<OpenFile>();

  /** Files by query name. */
  constructor(paths: Readonly<Record<string, string>>) {
    this.#paths = paths;
  }

  /** Closes open files: a reader of two queries in parallel that fails leaves one unfinished. */
  close(): void {
    for (const file of this.#open) this.#close(file);
  }

  /** Rows of a query, some thousands at a time, so that memory does not grow with the result. */
  async *stretches<Row extends object>(query: string): AsyncGenerator<Row[], void, void> {
    for await (const columns of this.#groups(query)) yield rowsOf<Row>(columns);
  }

  /** All rows of a query; for small results. */
  async rows<Row extends object>(query: string): Promise<Row[]> {
    const all: Row[] = [];
    for await (const rows of this.stretches<Row>(query)) for (const row of rows) all.push(row);
    return all;
  }

  /** Columns of a query as float64, NaN for null. */
  async numbers<Name extends string>(
    query: string,
    names: readonly Name[],
  ): Promise<Record<Name, Float64Array>> {
    const rowCount = Number((await this.#metadata(query)).num_rows);
    const columns = names.map(() => new Float64Array(rowCount));
    let start = 0;
    for await (const group of this.#groups(query, names)) {
      for (const [c, name] of names.entries()) {
        const values = group[name];
        const column = columns[c];
        for (let i = 0; i < values.length; i++)
          column[start + i] = (values[i] as number | null) ?? Number.NaN;
      }
      if (names.length > 0) start += group[names[0]].length;
    }
    return Object.fromEntries(names.map((name, c) => [name, columns[c]])) as Record<Name, Float64Array>;
  }

  /** Columns of a query as strings, "" for null. */
  async texts<Name extends string>(query: string, names: readonly Name[]): Promise<Record<Name, string[]>> {
    const columns = Object.fromEntries(names.map((name) => [name, [] as string[]])) as Record<Name, string[]>;
    for await (const group of this.#groups(query, names)) {
      for (const name of names) {
        const values = group[name] as ArrayLike<string | null>;
        for (let i = 0; i < values.length; i++) columns[name].push(values[i] ?? "");
      }
    }
    return columns;
  }

  async columnsOf(query: string): Promise<{ readonly name: string; readonly isText: boolean }[]> {
    const { children } = parquetSchema(await this.#metadata(query));
    return children.map(({ element: { name, type } }) => ({ name, isText: type === "BYTE_ARRAY" }));
  }

  async #metadata(query: string) {
    const file = this.#openFile(query);
    try {
      return await parquetMetadataAsync(file);
    } finally {
      this.#close(file);
    }
  }

  #openFile(query: string): OpenFile {
    const path = this.#paths[query];
    if (path === undefined) throw new TerraceError("internal", `the set of pages has no query "${query}"`);
    const file = openFile(path);
    this.#open.add(file);
    return file;
  }

  #close(file: OpenFile): void {
    if (this.#open.delete(file)) file.close();
  }

  async *#groups(query: string, names?: readonly string[]): AsyncGenerator<ColumnValues, void, void> {
    const file = this.#openFile(query);
    try {
      const metadata = await parquetMetadataAsync(file);
      let first = 0;
      const readers = parquetSchema(metadata).children.map((column) => {
        const leaves = leavesOf(column);
        const from = first;
        first += leaves.length;
        const make = column.children.length > 0 ? nestedColumn(column) : undefined;
        return { name: column.element.name, leaves, from, make };
      });
      const wanted = readers.filter(({ name }) => names?.includes(name) ?? true);
      for (const group of metadata.row_groups) {
        const rows = Number(group.num_rows);
        const values: Record<string, ArrayLike<unknown>> = {};
        for (const { name, leaves, from, make } of wanted) {
          const own = leaves.map((leaf, i) => readLeaf(...chunkOf(file, group.columns[from + i]), leaf));
          const column = make === undefined ? own[0].values : make(own, rows);
          if (column?.length !== rows)
            throw new TerraceError("io_failure", `the copied rows of "${query}" end early`);
          values[name] = column;
        }
        yield values;
      }
    } finally {
      this.#close(file);
    }
  }
}

/** Bytes of a column chunk, and its number of entries. */
function chunkOf(file: OpenFile, { meta_data: facts }: ColumnChunk): [bytes: Buffer, count: number] {
  const start = Number(facts!.dictionary_page_offset || facts!.data_page_offset);
  const bytes = file.slice(start, start + Number(facts!.total_compressed_size));
  return [Buffer.from(bytes), Number(facts!.num_values)];
}

function rowsOf<Row extends object>(columns: ColumnValues): Row[] {
  const names = Object.keys(columns);
  const make = rowMaker(names) as (...values: ArrayLike<unknown>[]) => (i: number) => Row;
  const rowAt = make(...names.map((name) => columns[name]));
  return Array.from({ length: columns[names[0]].length }, (_, i) => rowAt(i));
}

const rowMakers = new Map<string, unknown>();

/** Compiles a row constructor with an object literal: setting properties one by one is slower. */
function rowMaker(names: readonly string[]): unknown {
  const texts = names.map((name, c) => `${JSON.stringify(name)}: c${c}[i]`);
  const code = `return (i) => ({ ${texts.join(", ")} });`;
  const known = rowMakers.get(code) ?? new Function(...names.map((_, c) => `c${c}`), code);
  rowMakers.set(code, known);
  return known;
}

type OpenFile = ReturnType<typeof openFile>;

/** Opens a file for synchronous reads: it was just written, so it is in the page cache. */
function openFile(path: string) {
  const file = openSync(path, "r");
  const byteLength = fstatSync(file).size;
  return {
    byteLength,
    slice: (start: number, end = byteLength): ArrayBuffer => {
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
