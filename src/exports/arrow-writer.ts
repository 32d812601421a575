import type { DataType, Field, Schema } from "apache-arrow";
import type { ExportTable, ExportType } from "../domains/export.ts";
import { lazy } from "../runtime/lazy.ts";
import { type BatchMessage, batchMessage } from "./arrow/batch-message.ts";
import { batchLayout } from "./arrow/column-buffers.ts";
import { metadataEntries } from "./file-metadata.ts";
import type { ExportWriter } from "./writer.ts";

type Arrow = typeof import("apache-arrow");
const loadArrow = lazy(() => import("apache-arrow"));

/** Cells of a record batch, about 2 MB: copying them is a millisecond, and a reader has few batches to join. */
const BATCH_CELLS = 524_288;

/** The Arrow IPC file format, uncompressed: readers map it unchanged. The library writes the schema and the footer. */
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
    class Batches extends arrow.RecordBatchFileWriter {
      /** Writes a batch that is encoded, and notes for the footer where it lies. */
      add({ bytes, headLength: metaDataLength, bodyLength }: BatchMessage): void {
        this._recordBatchBlocks.push({ metaDataLength, bodyLength, offset: this._position } as never);
        this._write(bytes);
      }
    }
    const writer = new Batches({ autoDestroy: false });
    writer.reset(new Pieces() as never, schema);
    yield Buffer.concat(taken.splice(0));
    const types = table.columns.map(({ type }) => type);
    for await (const batch of table.batches(signal, BATCH_CELLS)) {
      writer.add(batchMessage(batch.rowCount, batchLayout(types, batch)));
      onRows(batch.rowCount);
      yield* taken.splice(0);
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
