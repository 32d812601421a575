import type { ExportColumn, ExportType } from "../../domains/export.ts";
import { binary, i32, i64, list, struct, type ThriftValue, thriftBytes } from "./thrift.ts";

/** Enum numbers of the Parquet format: physical types, converted types, repetitions, encodings. */
const PHYSICAL: Readonly<Record<ExportType, number>> = {
  bool: 0,
  int32: 1,
  date: 1,
  int64: 2,
  timestamp: 2,
  float32: 4,
  float64: 5,
  text: 6,
  "text[]": 6,
};
const CONVERTED: Partial<Record<ExportType, number>> = { text: 0, "text[]": 0, date: 6, timestamp: 9 };
const LIST = 3;
const OPTIONAL = 1;
const REPEATED = 2;
const PLAIN = 0;
const RLE = 3;
const DATA_PAGE = 0;

export interface ColumnChunk {
  readonly column: ExportColumn;
  readonly codec: number;
  readonly count: number;
  readonly bytes: number;
  readonly compressedBytes: number;
  readonly offset: number;
}

export interface RowGroup {
  readonly rows: number;
  readonly chunks: readonly ColumnChunk[];
}

export function pageHeader(count: number, bytes: number, compressedBytes: number): Uint8Array {
  return thriftBytes(
    struct(
      [1, i32(DATA_PAGE)],
      [2, i32(bytes)],
      [3, i32(compressedBytes)],
      [5, struct([1, i32(count)], [2, i32(PLAIN)], [3, i32(RLE)], [4, i32(RLE)])],
    ),
  );
}

/** The FileMetaData footer: schema, row groups with their chunks, and key-value pairs. */
export function fileFooter(
  columns: readonly ExportColumn[],
  groups: readonly RowGroup[],
  entries: readonly (readonly [string, string])[],
): Uint8Array {
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const root = struct([4, binary("schema")], [5, i32(columns.length)]);
  return thriftBytes(
    struct(
      [1, i32(1)],
      [2, list([root, ...columns.flatMap(schemaOf)])],
      [3, i64(rows)],
      [4, list(groups.map(groupOf))],
      [5, list(entries.map(([key, value]) => struct([1, binary(key)], [2, binary(value)])))],
      [6, binary("terrace")],
    ),
  );
}

function schemaOf({ name, type }: ExportColumn): ThriftValue[] {
  if (type !== "text[]") return [leaf(name, type)];
  return [
    struct([3, i32(OPTIONAL)], [4, binary(name)], [5, i32(1)], [6, i32(LIST)]),
    struct([3, i32(REPEATED)], [4, binary("list")], [5, i32(1)]),
    leaf("element", type),
  ];
}

function leaf(name: string, type: ExportType): ThriftValue {
  const converted = CONVERTED[type];
  return struct(
    [1, i32(PHYSICAL[type])],
    [3, i32(OPTIONAL)],
    [4, binary(name)],
    [6, converted === undefined ? undefined : i32(converted)],
  );
}

function groupOf({ rows, chunks }: RowGroup): ThriftValue {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
  return struct([1, list(chunks.map(chunkOf))], [2, i64(bytes)], [3, i64(rows)]);
}

function chunkOf({ column, codec, count, bytes, compressedBytes, offset }: ColumnChunk): ThriftValue {
  const { name, type } = column;
  const path = type === "text[]" ? [name, "list", "element"] : [name];
  return struct(
    [2, i64(offset)],
    [
      3,
      struct(
        [1, i32(PHYSICAL[type])],
        [2, list([i32(PLAIN), i32(RLE)])],
        [3, list(path.map(binary))],
        [4, i32(codec)],
        [5, i64(count)],
        [6, i64(bytes)],
        [7, i64(compressedBytes)],
        [9, i64(offset)],
      ),
    ],
  );
}
