import {
  type ColumnMetaData,
  type FileMetaData,
  type PageHeader,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { getTreePath } from "hyparquet/src/schema.js";

/** The largest header of a page: each of its bytes may become an object, and longest texts of a column are below. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** The part of a column that one group of rows holds. */
export interface ColumnChunk {
  readonly bytes: Uint8Array;
  readonly facts: ColumnMetaData;
  /** From the root of the schema to the column. */
  readonly schemaPath: SchemaTree[];
}

/** A page with its numbers, which are whole and not negative. */
export interface Page {
  readonly header: PageHeader;
  /** As they are stored. */
  readonly bytes: Uint8Array;
  readonly unpackedLength: number;
  /** Entries of a dictionary, or values and nulls. */
  readonly values: number;
}

/** The columns of the groups of rows. Throws where they are outside of the file or share bytes. */
export function columnChunks(
  file: Uint8Array,
  groups: readonly RowGroup[],
  metadata: FileMetaData,
): ColumnChunk[] {
  const schema = parquetSchema(metadata);
  const chunks = groups.flatMap(({ columns }) =>
    columns.map(({ meta_data: facts }) => {
      if (facts === undefined) throw new Error("a column is not described");
      const offset = facts.dictionary_page_offset || facts.data_page_offset;
      const start = count(Number(offset));
      const end = start + count(Number(facts.total_compressed_size));
      if (end > file.length) throw new Error("a column ends outside of it");
      const schemaPath = getTreePath(schema, facts.path_in_schema);
      return { bytes: file.subarray(start, end), facts, schemaPath };
    }),
  );
  // Every column is copied before it is read, so shared bytes would multiply.
  if (chunks.reduce((sum, { bytes }) => sum + bytes.length, 0) > file.length) {
    throw new Error("columns share bytes");
  }
  return chunks;
}

/** The pages of a column, in order. */
export function* pagesOf({ bytes }: ColumnChunk): Generator<Page> {
  // The reader, too, takes a last byte for no page.
  for (let at = 0; at < bytes.length - 1; ) {
    const reader = { view: viewOf(bytes.subarray(at, at + MAX_HEADER_BYTES)), offset: 0 };
    const header = parquetHeader(reader);
    const start = at + reader.offset;
    at = start + count(header.compressed_page_size);
    if (at > bytes.length) throw new Error("a page ends outside of its column");
    yield {
      header,
      bytes: bytes.subarray(start, at),
      unpackedLength: count(header.uncompressed_page_size),
      values: count(valuesOf(header)?.num_values),
    };
  }
}

function valuesOf(header: PageHeader) {
  if (header.type === "DATA_PAGE") return header.data_page_header;
  return header.type === "DATA_PAGE_V2" ? header.data_page_header_v2 : header.dictionary_page_header;
}

/** The number, where it can be how many there are of anything. A hostile file may have a value of any type in its place. */
export function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new Error(`${String(value)} is not a count`);
  return value as number;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
