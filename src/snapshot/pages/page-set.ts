import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import type { BuildContext } from "../tables/aggregate.ts";
import { encodeMessage, rowEncoder } from "./encode-message.ts";
import type { PageElement } from "./page-format.ts";
import type { QueryResults } from "./query-results.ts";
import { keyedRows } from "./row-groups.ts";
import type { Row } from "./row-message.ts";
import type { PageDocument } from "./write-pages.ts";

/** Facts that documents may use in addition to tables. */
export type PageContext = Pick<BuildContext, "sources" | "synthetic">;

/** Documents of one kind by key, in one file that is written by the build and read while serving. */
export interface PageSet {
  /** Name of the file, and of the set in a view. */
  readonly name: string;
  /** Input tables and facts, such as `serve.suburbs`, `main.companies` and `@sources`. */
  readonly reads: readonly string[];
  /** Digest of the code that defines it; without one, its result is not cached. */
  readonly code?: string | undefined;
  /** SQL by name. Each runs once; tables are named with their schemas. */
  readonly queries: Readonly<Record<string, string>>;
  /** Makes documents with unique keys from the query results, without a database. */
  documents(results: QueryResults, context: PageContext): AsyncIterable<PageDocument>;
}

/** A fact, as `reads` names it. */
export type PageFact = `@${keyof PageContext}`;

/** A set that reads `facts` and the tables named in its queries. */
export function pageSet({
  facts = [],
  ...set
}: Omit<PageSet, "reads"> & { readonly facts?: readonly PageFact[] }): PageSet {
  const tables = Object.values(set.queries).flatMap((sql) => sql.match(TABLE) ?? []);
  return { ...set, reads: [...new Set(tables)].sort().concat(facts) };
}

const TABLE = /\b(?:main|serve|derived|open)\.[a-z_]+/g;

export interface RowPages {
  readonly name: string;
  readonly element: DescMessage;
  /**
   * SQL over the serving tables: `page_key`, the element's fields by name, and, if elements are shown for a
   * range of numbers only, `shown_from` and `shown_until`. Rows of a key are adjacent, in response order.
   */
  readonly sql: string;
  /** Fields of the element without a column. */
  readonly without?: readonly string[];
}

const KEY_COLUMNS = ["page_key", "shown_from", "shown_until"];

/** A set with one page for each run of rows with one key. */
export function rowPages({ name, element, sql, without = [] }: RowPages): PageSet {
  return pageSet({
    name,
    queries: { rows: sql },
    documents: async function* (results) {
      const encode = rowEncoder(element, { without, keyColumns: KEY_COLUMNS });
      for await (const [key, rows] of keyedRows(results.stretches<Row>("rows"))) {
        const elements = rows.map((row) => ({
          binary: encode(row),
          from: row.shown_from as number | undefined,
          until: row.shown_until as number | undefined,
        }));
        yield { key, elements };
      }
    },
  });
}

export function encodeElement<Desc extends DescMessage>(
  schema: Desc,
  message: MessageInitShape<Desc>,
): PageElement {
  return { binary: encodeMessage(schema, create(schema, message)) };
}

export function messagePage<Desc extends DescMessage>(
  key: string,
  schema: Desc,
  message: MessageInitShape<Desc>,
): PageDocument {
  return { key, elements: [encodeElement(schema, message)] };
}

export function jsonElement(value: unknown): PageElement {
  return { binary: Buffer.from(JSON.stringify(value)) };
}

export function jsonPage(key: string, value: unknown): PageDocument {
  return { key, elements: [jsonElement(value)] };
}

/** A set with one page a `page_key`: its rows as a JSON list. */
export function jsonPages(name: string, sql: string): PageSet {
  return pageSet({
    name,
    queries: { rows: sql },
    documents: async function* (results) {
      for await (const [key, rows] of keyedRows(results.stretches<Row>("rows"))) {
        yield jsonPage(
          String(key),
          rows.map(({ page_key: _, ...row }) => row),
        );
      }
    },
  });
}

/** Typed arrays as page elements, little-endian. */
export function columnElements(columns: readonly { readonly buffer: ArrayBufferLike }[]): PageElement[] {
  return columns.map(({ buffer }) => ({ binary: new Uint8Array(buffer) }));
}
