import type { DescMessage } from "@bufbuild/protobuf";
import { rowEncoder } from "./encode-message.ts";
import type { PageElement } from "./page-format.ts";
import { jsonPage, type PageSet, pageSet } from "./page-set.ts";
import type { Row } from "./row-message.ts";
import type { PageDocument } from "./write-pages.ts";

/**
 * A list filtered at query time: its facets are in one page under the list's key, its elements in stretches
 * under `key number`. So a short answer reads a few stretches, whatever the list's length.
 */
export interface ListPages {
  readonly name: string;
  /** Message whose first field is the list. */
  readonly response: DescMessage;
  readonly element: DescMessage;
  /** SQL over the serving tables: `list_key`, facets and the element's fields. Rows of a key are adjacent. */
  readonly sql: string;
  /** Columns to filter by; they may be fields of the element too. */
  readonly facets: readonly string[];
  /** Fields of the element without a column. */
  readonly without?: readonly string[];
}

/** Page of a list: the values of each facet by place, and the first place of each stretch. */
export interface ListHead {
  readonly count: number;
  readonly starts: readonly number[];
  readonly facets: Readonly<Record<string, readonly (string | number | null)[]>>;
}

/** Stretch size: read, verified and decompressed in about 15 µs, and below what readers cache. */
const STRETCH_BYTES = 8 * 1024;

export function stretchKey(listKey: string, stretch: number): string {
  return `${listKey} ${stretch}`;
}

export function listPages({ name, response, element, sql, facets, without = [] }: ListPages): PageSet {
  return pageSet({
    name,
    queries: { rows: sql },
    documents: async function* (results) {
      // Each piece encodes a response with one element: concatenated, they are a response with all of them.
      const [{ number: field }] = response.fields;
      const isField = new Set(element.fields.map((each) => each.name));
      const keyColumns = ["list_key", ...facets.filter((facet) => !isField.has(facet))];
      const encode = rowEncoder(element, { without, keyColumns, field });
      let list: ListWriter | undefined;
      for await (const rows of results.stretches<Row>("rows")) {
        for (const row of rows) {
          if (list?.key !== row.list_key) {
            if (list !== undefined) yield* list.finish();
            list = new ListWriter(row.list_key as string, facets);
          }
          yield* list!.add(row, { binary: encode(row) });
        }
      }
      if (list !== undefined) yield* list.finish();
    },
  });
}

class ListWriter {
  readonly key: string;
  readonly #facets: Record<string, (string | number | null)[]>;
  readonly #starts: number[] = [];
  #count = 0;
  #stretch: PageElement[] = [];
  #bytes = 0;

  constructor(key: string, facets: readonly string[]) {
    this.key = key;
    this.#facets = Object.fromEntries(facets.map((facet) => [facet, []]));
  }

  *add(row: Row, piece: PageElement): Generator<PageDocument, void, void> {
    const bytes = piece.binary.byteLength;
    if (this.#bytes + bytes > STRETCH_BYTES) yield* this.#end();
    if (this.#stretch.length === 0) this.#starts.push(this.#count);
    this.#stretch.push(piece);
    this.#bytes += bytes;
    this.#count++;
    for (const [facet, values] of Object.entries(this.#facets))
      values.push(row[facet] as string | number | null);
  }

  *finish(): Generator<PageDocument, void, void> {
    yield* this.#end();
    const head: ListHead = { count: this.#count, starts: this.#starts, facets: this.#facets };
    yield jsonPage(this.key, head);
  }

  *#end(): Generator<PageDocument, void, void> {
    if (this.#stretch.length === 0) return;
    yield { key: stretchKey(this.key, this.#starts.length - 1), elements: this.#stretch };
    this.#stretch = [];
    this.#bytes = 0;
  }
}
