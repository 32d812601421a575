import type { Data, DataType, Field, Schema } from "apache-arrow";
import type { ExportCells, ExportTable, ExportType } from "../domains/export.ts";
import { textsAsBytes } from "../domains/text-bytes-cache.ts";
import { lazy } from "../runtime/lazy.ts";
import { metadataEntries } from "./file-metadata.ts";
import type { ExportWriter } from "./writer.ts";

type Arrow = typeof import("apache-arrow");
const loadArrow = lazy(() => import("apache-arrow"));

/** Cells per record batch, about 2 MB: copied in a millisecond, and readers have few batches to join. */
const BATCH_CELLS = 524_288;

/** The Arrow IPC file format, uncompressed, so that readers can memory-map it. */
export const arrowWriter: ExportWriter = {
  contentType: "application/vnd.apache.arrow.file",
  isCompressible: true,
  async *write(table, facts, { signal, onRows }) {
    const arrow = await loadArrow();
    const schema = schemaOf(arrow, table, new Map(metadataEntries(table, facts)));
    const taken: Uint8Array[] = [];
    // The writer's own queue would buffer the whole file until it is read; this one is emptied after every
    // batch.
    class Pieces extends arrow.AsyncByteQueue {
      override write(value: Uint8Array | ArrayBufferLike | ArrayBufferView): void {
        const bytes = value instanceof Uint8Array ? value : arrow.util.toUint8Array(value as ArrayBufferLike);
        if (bytes.byteLength > 0) taken.push(bytes);
      }
    }
    const writer = new arrow.RecordBatchFileWriter({ autoDestroy: false });
    writer.reset(new Pieces() as never, schema);
    yield Buffer.concat(taken.splice(0));
    const rowType = new arrow.Struct(schema.fields);
    for await (const { rowCount: length, columns } of table.batches(signal, BATCH_CELLS)) {
      const children = columns.map((cells, i) => dataOf(arrow, table.columns[i].type, cells, length));
      writer.write(
        new arrow.RecordBatch(schema, arrow.makeData({ type: rowType, length, nullCount: 0, children })),
      );
      onRows(length);
      yield Buffer.concat(taken.splice(0));
    }
    writer.finish();
    yield Buffer.concat(taken.splice(0));
  },
};

function schemaOf(arrow: Arrow, { columns }: ExportTable, metadata: Map<string, string>): Schema {
  const fields = columns.map(({ name, type, unit, doc }) => {
    const about = new Map([
      ["description", doc],
      ...(unit === undefined ? [] : [["unit", unit] as const]),
    ] as [string, string][]);
    return new arrow.Field(name, TYPES[type](arrow), true, about);
  });
  return new arrow.Schema(fields as Field[], metadata);
}

/** One column of a batch. Float32 values and their validity bitmap are used without a copy. */
function dataOf(
  arrow: Arrow,
  kind: ExportType,
  { values, validity, utf8 }: ExportCells,
  length: number,
): Data {
  const column = (parts: object): Data =>
    arrow.makeData({ type: TYPES[kind](arrow), length, ...parts } as never);
  if (values instanceof Float32Array) return column({ data: values, nullBitmap: validity });
  const nullBitmap = bitsOf(values, length, (value) => value !== null && value !== undefined);
  switch (kind) {
    case "text": {
      const { offsets, bytes } = utf8?.() ?? textsAsBytes(values as readonly (string | null)[]);
      return column({ nullBitmap, valueOffsets: offsets, data: bytes });
    }
    case "text[]": {
      const lists = values as readonly (readonly string[] | null)[];
      const valueOffsets = new Int32Array(length + 1);
      for (let i = 0; i < length; i++) valueOffsets[i + 1] = valueOffsets[i] + (lists[i]?.length ?? 0);
      const items = lists.flatMap((list) => list ?? []);
      const child = dataOf(arrow, "text", { values: items }, items.length);
      return column({ nullBitmap, valueOffsets, child });
    }
    case "bool":
      return column({ nullBitmap, data: bitsOf(values, length, Boolean) });
    case "int64":
    case "timestamp": {
      const data = new BigInt64Array(length);
      for (let i = 0; i < length; i++) data[i] = BigInt(Math.floor((values[i] as number | null) ?? 0));
      return column({ nullBitmap, data });
    }
    default: {
      const data = new (kind === "float32" ? Float32Array : kind === "float64" ? Float64Array : Int32Array)(
        length,
      );
      for (let i = 0; i < length; i++) data[i] = (values[i] as number | null) ?? 0;
      return column({ nullBitmap, data });
    }
  }
}

function bitsOf(values: readonly unknown[], length: number, isSet: (value: unknown) => boolean): Uint8Array {
  const bits = new Uint8Array((length + 7) >> 3);
  for (let i = 0; i < length; i++) if (isSet(values[i])) bits[i >> 3] |= 1 << (i & 7);
  return bits;
}

const TYPES: Readonly<Record<ExportType, (arrow: Arrow) => DataType>> = {
  text: (arrow) => new arrow.Utf8(),
  int32: (arrow) => new arrow.Int32(),
  int64: (arrow) => new arrow.Int64(),
  float32: (arrow) => new arrow.Float32(),
  float64: (arrow) => new arrow.Float64(),
  bool: (arrow) => new arrow.Bool(),
  date: (arrow) => new arrow.DateDay(),
  timestamp: (arrow) => new arrow.Timestamp(arrow.TimeUnit.MILLISECOND, "UTC"),
  "text[]": (arrow) => new arrow.List(new arrow.Field("item", new arrow.Utf8(), true)),
};
