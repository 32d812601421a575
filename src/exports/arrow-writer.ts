import type { Data, DataType, Field, RecordBatch, Schema } from "apache-arrow";
import type { ExportBatch, ExportCells, ExportTable, ExportType } from "../domains/export.ts";
import { lazy } from "../runtime/lazy.ts";
import { metadataEntries } from "./file-metadata.ts";
import { textsAsBytes } from "./text-bytes.ts";
import type { ExportWriter } from "./writer.ts";

type Arrow = typeof import("apache-arrow");
const loadArrow = lazy(() => import("apache-arrow"));

/** The Arrow IPC file format, uncompressed: readers map it as it lies. */
export const arrowWriter: ExportWriter = {
  contentType: "application/vnd.apache.arrow.file",
  isCompressible: true,
  async *write(table, facts, { signal, onRows }) {
    const arrow = await loadArrow();
    const schema = schemaOf(arrow, table, new Map(metadataEntries(table, facts)));
    const taken: Uint8Array[] = [];
    // The writer's own queue would keep everything until a reader comes; this one is emptied after every batch.
    class Pieces extends arrow.AsyncByteQueue {
      override write(value: Uint8Array | ArrayBufferLike | ArrayBufferView): void {
        const bytes = value instanceof Uint8Array ? value : arrow.util.toUint8Array(value as ArrayBufferLike);
        if (bytes.byteLength > 0) taken.push(bytes);
      }
    }
    const writer = new arrow.RecordBatchFileWriter({ autoDestroy: false });
    writer.reset(new Pieces() as never, schema);
    for await (const batch of table.batches(signal)) {
      writer.write(recordBatch(arrow, schema, table, batch) as never);
      onRows(batch.rowCount);
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
    return new arrow.Field(name, typeOf(arrow, type), true, about);
  });
  return new arrow.Schema(fields as Field[], metadata);
}

function typeOf(arrow: Arrow, type: ExportType): DataType {
  switch (type) {
    case "text":
      return new arrow.Utf8();
    case "int32":
      return new arrow.Int32();
    case "int64":
      return new arrow.Int64();
    case "float32":
      return new arrow.Float32();
    case "float64":
      return new arrow.Float64();
    case "bool":
      return new arrow.Bool();
    case "date":
      return new arrow.DateDay();
    case "timestamp":
      return new arrow.Timestamp(arrow.TimeUnit.MILLISECOND, "UTC");
    case "text[]":
      return new arrow.List(new arrow.Field("item", new arrow.Utf8(), true));
  }
}

function recordBatch(arrow: Arrow, schema: Schema, table: ExportTable, batch: ExportBatch): RecordBatch {
  const children = batch.columns.map((cells, i) =>
    dataOf(arrow, table.columns[i].type, cells, batch.rowCount),
  );
  const type = new arrow.Struct(schema.fields);
  const data = arrow.makeData({ type, length: batch.rowCount, nullCount: 0, children });
  return new arrow.RecordBatch(schema, data as never);
}

function dataOf(arrow: Arrow, type: ExportType, { values, validity }: ExportCells, length: number): Data {
  if (values instanceof Float32Array) {
    const nulls = validity === undefined ? { nullCount: 0 } : { nullCount: -1, nullBitmap: validity };
    return arrow.makeData({ type: new arrow.Float32(), length, data: values, ...nulls });
  }
  const nulls = validityOf(values, length);
  const numbers = (list: { [i: number]: number; length: number }) => {
    for (let i = 0; i < length; i++) list[i] = (values[i] as number | null) ?? 0;
    return list;
  };
  switch (type) {
    case "float32":
      return arrow.makeData({
        type: new arrow.Float32(),
        length,
        ...nulls,
        data: numbers(new Float32Array(length)) as Float32Array,
      });
    case "float64":
      return arrow.makeData({
        type: new arrow.Float64(),
        length,
        ...nulls,
        data: numbers(new Float64Array(length)) as Float64Array,
      });
    case "int32":
      return arrow.makeData({
        type: new arrow.Int32(),
        length,
        ...nulls,
        data: numbers(new Int32Array(length)) as Int32Array,
      });
    case "date":
      return arrow.makeData({
        type: new arrow.DateDay(),
        length,
        ...nulls,
        data: numbers(new Int32Array(length)) as Int32Array,
      });
    case "int64":
      return arrow.makeData({ type: new arrow.Int64(), length, ...nulls, data: bigints(values, length) });
    case "timestamp":
      return arrow.makeData({
        type: new arrow.Timestamp(arrow.TimeUnit.MILLISECOND, "UTC"),
        ...{ length, ...nulls, data: bigints(values, length) },
      } as never);
    case "bool":
      return arrow.makeData({
        type: new arrow.Bool(),
        length,
        ...nulls,
        data: bitsOf(values, length, Boolean),
      });
    case "text": {
      const { offsets, bytes } = textsAsBytes(values as readonly (string | null)[]);
      return arrow.makeData({ type: new arrow.Utf8(), length, ...nulls, valueOffsets: offsets, data: bytes });
    }
    case "text[]": {
      const lists = values as readonly (readonly string[] | null)[];
      const items = lists.flatMap((list) => list ?? []);
      const ends = new Int32Array(length + 1);
      for (let i = 0; i < length; i++) ends[i + 1] = ends[i] + (lists[i]?.length ?? 0);
      return arrow.makeData({
        type: typeOf(arrow, type) as never,
        ...{
          length,
          ...nulls,
          valueOffsets: ends,
          child: dataOf(arrow, "text", { values: items }, items.length),
        },
      } as never);
    }
  }
}

function bigints(values: readonly unknown[], length: number): BigInt64Array {
  const list = new BigInt64Array(length);
  for (let i = 0; i < length; i++) list[i] = BigInt(Math.floor((values[i] as number | null) ?? 0));
  return list;
}

function validityOf(values: readonly unknown[], length: number) {
  const nullBitmap = bitsOf(values, length, (value) => value !== null && value !== undefined);
  const nullCount = values.reduce(
    (sum: number, value) => sum + (value === null || value === undefined ? 1 : 0),
    0,
  );
  return nullCount === 0 ? { nullCount } : { nullCount, nullBitmap };
}

function bitsOf(values: readonly unknown[], length: number, isSet: (value: unknown) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(length / 8));
  for (let i = 0; i < length; i++) if (isSet(values[i])) bits[i >> 3] |= 1 << (i & 7);
  return bits;
}
