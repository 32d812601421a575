import { exactColumn } from "./exact-column.ts";
import type { PageElement } from "./page-format.ts";
import { jsonElement, type PageSet, pageSet } from "./page-set.ts";
import type { QueryResults } from "./query-results.ts";

/** A column to write: numbers with NaN, or strings with "", for missing values. */
export type FrameColumn =
  | { readonly name: string; readonly numbers: Float64Array }
  | { readonly name: string; readonly texts: readonly string[] };

export interface FramePages extends Pick<PageSet, "name" | "queries"> {
  /** Columns of any lengths, whose indexes the reader relates. Default: all query columns in order. */
  readonly columns?: (results: QueryResults) => AsyncIterable<FrameColumn> | Iterable<FrameColumn>;
}

/** A set of whole columns to scan, one a page: first element the form as JSON, second the bytes. */
export function framePages({ name, queries, columns = everyColumn(queries) }: FramePages): PageSet {
  return pageSet({
    name,
    queries,
    documents: async function* (results) {
      for await (const column of columns(results)) {
        yield {
          key: column.name,
          isMapped: true,
          elements: "texts" in column ? textElements(column.texts) : numberElements(column.numbers),
        };
      }
    },
  });
}

function everyColumn(queries: PageSet["queries"]) {
  return async function* (results: QueryResults): AsyncGenerator<FrameColumn, void, void> {
    for (const query of Object.keys(queries)) yield* queryColumns(results, query);
  };
}

/** Columns of a query (all, or by name) as frame columns; a missing string is "". */
export async function* queryColumns(
  results: QueryResults,
  query: string,
  names?: readonly string[],
): AsyncGenerator<FrameColumn, void, void> {
  const columns = await results.columnsOf(query);
  const wanted = names?.map((name) => columns.find((one) => one.name === name)!) ?? columns;
  const namesOf = (isText: boolean) => wanted.filter((one) => one.isText === isText).map(({ name }) => name);
  const texts = await results.texts(query, namesOf(true));
  const numbers = await results.numbers(query, namesOf(false));
  for (const { name, isText } of wanted)
    yield isText ? { name, texts: texts[name] } : { name, numbers: numbers[name] };
}

/** First row of each group in a list sorted by group, plus the end: `count` + 1 entries. */
export function groupStarts(groups: Float64Array, count: number): Float64Array {
  const starts = new Float64Array(count + 1);
  for (const group of groups) starts[group + 1]++;
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i];
  return starts;
}

/** Row numbers sorted by group, stable. */
export function rowsByGroup(groups: Float64Array, starts: Float64Array): Float64Array {
  const next = starts.slice();
  const rows = new Float64Array(groups.length);
  groups.forEach((group, row) => {
    rows[next[group]++] = row;
  });
  return rows;
}

function numberElements(numbers: Float64Array): PageElement[] {
  const { form, raw } = exactColumn(numbers);
  return [jsonElement({ ...form, length: raw.length }), { binary: bytesOf(raw) }];
}

/** n + 1 uint32 offsets, then the UTF-8 bytes. */
function textElements(texts: readonly string[]): PageElement[] {
  const offsets = new Uint32Array(texts.length + 1);
  const parts = texts.map((text) => Buffer.from(text));
  parts.forEach((part, i) => {
    offsets[i + 1] = offsets[i] + part.byteLength;
  });
  return [
    jsonElement({ type: "text", length: texts.length }),
    { binary: Buffer.concat([bytesOf(offsets), ...parts]) },
  ];
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
