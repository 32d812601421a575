import type { ExportBatch, ExportTable } from "../domains/export.ts";
import { ByteSink } from "./byte-sink.ts";
import { type CellWriter, cellWriter, presentCells } from "./cell-text.ts";
import { fileMetadata } from "./file-metadata.ts";
import type { ExportWriter, WriteProgress } from "./writer.ts";

/** One array of objects, the form that JSON table readers accept without options. Nulls are written. */
export const jsonWriter: ExportWriter = {
  contentType: "application/json; charset=utf-8",
  isCompressible: true,
  write: (table, _facts, progress) =>
    joinedRows(table, progress, { head: "[", between: ",\n", tail: "]\n" }, objectRow(table)),
};

export const ndjsonWriter: ExportWriter = {
  contentType: "application/x-ndjson; charset=utf-8",
  isCompressible: true,
  // Lines are separated, not terminated: the last row has no newline yet.
  failureEnd: (rows) => `${rows === 0 ? "" : "\n"}${JSON.stringify({ error: "incomplete", rows })}\n`,
  write: (table, _facts, progress) =>
    joinedRows(table, progress, { head: "", between: "\n", tail: "\n" }, objectRow(table)),
};

/** A FeatureCollection: cells are properties, the metadata is a member before the features. */
export const geojsonWriter: ExportWriter = {
  contentType: "application/geo+json; charset=utf-8",
  isCompressible: true,
  write: (table, facts, progress) => writeFeatures(table, progress, { metadata: fileMetadata(table, facts) }),
};

export function writeFeatures(
  table: ExportTable,
  progress: WriteProgress,
  members: object,
): AsyncGenerator<Uint8Array, void, void> {
  const head = `${JSON.stringify({ type: "FeatureCollection", ...members }).slice(0, -1)},"features":[\n`;
  return joinedRows(table, progress, { head, between: ",\n", tail: "\n]}\n" }, featureRow(table));
}

type RowWriter = (sink: ByteSink, cells: readonly CellWriter[], row: number, batch: ExportBatch) => void;

/** `{"name":value,…}` in column order. */
function objectRow({ columns }: ExportTable): RowWriter {
  const names = columns.map(({ name }, i) => Buffer.from(`${i === 0 ? "{" : ","}${JSON.stringify(name)}:`));
  return (sink, cells, row) => {
    for (let i = 0; i < cells.length; i++) {
      sink.bytes(names[i]);
      if (!cells[i](sink, row)) sink.text("null");
    }
    sink.text("}");
  };
}

function featureRow(table: ExportTable): RowWriter {
  const writeObject = objectRow(table);
  return (sink, cells, row, batch) => {
    sink.text('{"type":"Feature","id":');
    cells[0](sink, row);
    sink.text(',"geometry":');
    sink.text(batch.geometries?.[row] ?? "null");
    sink.text(',"properties":');
    writeObject(sink, cells, row, batch);
    sink.text("}");
  };
}

interface Frame {
  readonly head: string;
  readonly between: string;
  /** After the last row; omitted when there are neither rows nor a head. */
  readonly tail: string;
}

async function* joinedRows(
  table: ExportTable,
  { signal, onRows }: WriteProgress,
  { head, between, tail }: Frame,
  writeRow: RowWriter,
): AsyncGenerator<Uint8Array, void, void> {
  const sink = new ByteSink();
  sink.text(head);
  let isFirst = true;
  for await (const batch of table.batches(signal)) {
    const cells = batch.columns.map((one, i) => cellWriter(table.columns[i].type, one, textForm));
    const lists = table.columns.map(({ type }, i) => (type === "text[]" ? listWriter(batch, i) : cells[i]));
    for (let row = 0; row < batch.rowCount; row++) {
      if (!isFirst) sink.text(between);
      isFirst = false;
      writeRow(sink, lists, row, batch);
    }
    onRows(batch.rowCount);
    yield sink.take();
  }
  if (!isFirst || head !== "") sink.text(tail);
  if (sink.byteLength > 0) yield sink.take();
}

/** Writes a list as a JSON array, where CSV has a string. */
function listWriter({ columns }: ExportBatch, column: number): CellWriter {
  return presentCells(columns[column], (sink, value) => sink.text(JSON.stringify(value)));
}

function textForm(sink: ByteSink, text: string): void {
  sink.text(JSON.stringify(text));
}
