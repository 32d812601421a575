import type { BuildContext } from "../build/aggregate.ts";
import type { BuildDatabase } from "../build/write-tables.ts";
import { exactColumn } from "./exact-column.ts";
import type { PageElement } from "./page-format.ts";
import type { PageSet } from "./page-set.ts";

/** A column on its way into a file: numbers with NaN for missing ones, or texts with "" for them. */
export type FrameColumn =
  | { readonly name: string; readonly numbers: Float64Array }
  | { readonly name: string; readonly texts: readonly string[] };

export interface FramePages {
  readonly name: string;
  /** Columns of any lengths; what a place in one means to another is for the reader to know. */
  columns(
    db: BuildDatabase,
    context: Pick<BuildContext, "sources">,
  ): AsyncIterable<FrameColumn> | Iterable<FrameColumn>;
}

/**
 * A set of whole columns, a page each: what a reader scans instead of looking up. The page's first element tells the
 * form in JSON, the second holds the bytes.
 */
export function framePages({ name, columns }: FramePages): PageSet {
  return {
    name,
    documents: async function* (db, context) {
      for await (const column of columns(db, context)) {
        yield {
          key: column.name,
          elements: "texts" in column ? textElements(column.texts) : numberElements(column.numbers),
        };
      }
    },
  };
}

function numberElements(numbers: Float64Array): PageElement[] {
  const { form, raw } = exactColumn(numbers);
  return [head({ ...form, length: raw.length }), { binary: bytesOf(raw) }];
}

/** Offsets of the texts, one more than there are, then their bytes in UTF-8. */
function textElements(texts: readonly string[]): PageElement[] {
  const offsets = new Uint32Array(texts.length + 1);
  const parts = texts.map((text) => Buffer.from(text));
  parts.forEach((part, i) => {
    offsets[i + 1] = offsets[i] + part.byteLength;
  });
  return [
    head({ type: "text", length: texts.length }),
    { binary: Buffer.concat([bytesOf(offsets), ...parts]) },
  ];
}

function head(form: object): PageElement {
  return { binary: Buffer.from(JSON.stringify(form)) };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
