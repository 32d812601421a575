import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import type { BuildContext } from "../tables/aggregate.ts";
import { encodeMessage, rowEncoder } from "./encode-message.ts";
import type { PageElement } from "./page-format.ts";
import type { QueryResults } from "./query-results.ts";
import { keyedRows } from "./row-groups.ts";
import type { Row } from "./row-message.ts";
import type { PageDocument } from "./write-pages.ts";

/** What documents may be made from in addition to tables. */
export type PageContext = Pick<BuildContext, "sources" | "synthetic">;

/** Documents of one kind by key, written as one file when a snapshot is built and read from it while it is served. */
export interface PageSet {
  /** Name of the file, and of the set in a view. */
  readonly name: string;
  /** Tables and facts that it is made from, such as `serve.suburbs`, `main.companies` and `@sources`. */
  readonly reads: readonly string[];
  /** Digest of the code that defines it; its result is kept for later builds only with one. */
  readonly code?: string | undefined;
  /** SQL by name. Each is run once; tables are named with their schemas. */
  readonly queries: Readonly<Record<string, string>>;
  /** Makes the documents from what the queries gave, without a database; every key comes once. */
  documents(results: QueryResults, context: PageContext): AsyncIterable<PageDocument>;
}

/** A fact of the context as `reads` names it. */
export type PageFact = `@${keyof PageContext}`;

/** A set that reads the tables which its queries name, and these facts. */
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
  /** Message of an element. */
  readonly element: DescMessage;
  /**
   * SQL over the serving tables. Its columns are `page_key`, fields of the element by name, and, where elements are
   * shown for a range of numbers only, `shown_from` and `shown_until`. Rows of one key are together, in the order of
   * the answer.
   */
  readonly sql: string;
  /** Fields of the element that the table does not fill. */
  readonly without?: readonly string[];
}

const KEY_COLUMNS = ["page_key", "shown_from", "shown_until"];

/** A set whose pages are runs of rows with one key. */
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

/** A message as an element of a page. */
export function encodeElement<Desc extends DescMessage>(
  schema: Desc,
  message: MessageInitShape<Desc>,
): PageElement {
  return { binary: encodeMessage(schema, create(schema, message)) };
}

/** A page with one message. */
export function messagePage<Desc extends DescMessage>(
  key: string,
  schema: Desc,
  message: MessageInitShape<Desc>,
): PageDocument {
  return { key, elements: [encodeElement(schema, message)] };
}

/** A value in JSON as an element of a page. */
export function jsonElement(value: unknown): PageElement {
  return { binary: Buffer.from(JSON.stringify(value)) };
}

/** A page with one value in JSON. */
export function jsonPage(key: string, value: unknown): PageDocument {
  return { key, elements: [jsonElement(value)] };
}

/** A set whose pages are JSON lists of the rows with one `page_key`. */
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

/** Columns as elements of a page, little-endian. */
export function columnElements(columns: readonly { readonly buffer: ArrayBufferLike }[]): PageElement[] {
  return columns.map(({ buffer }) => ({ binary: new Uint8Array(buffer) }));
}
