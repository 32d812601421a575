import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { throwIfAborted } from "../runtime/abort.ts";
import { camelCase } from "../runtime/camel-case.ts";
import { dayNumberOf } from "../runtime/time/calendar-date.ts";
import type { ExportBatch, ExportCells, ExportColumn } from "./export.ts";

/** Cells of messages, by columns named as their fields. "" in a message means missing, so it becomes null. */
export function messageCells<S extends DescMessage>(
  messages: readonly MessageShape<S>[],
  columns: readonly ExportColumn[],
): ExportCells[] {
  return columns.map(({ name, type }) => {
    const field = camelCase(name) as keyof MessageShape<S>;
    return { values: messages.map((message) => cellOf(message[field], type)) };
  });
}

function cellOf(value: unknown, type: ExportColumn["type"]): unknown {
  if (value === undefined || value === "") return null;
  if (type === "timestamp") {
    const { seconds, nanos } = value as Timestamp;
    return Number(seconds) * 1000 + nanos / 1e6;
  }
  if (type === "date") return dayNumberOf(String(value)) ?? null;
  return typeof value === "bigint" ? Number(value) : value;
}

/** Yields the messages of the pieces as batches, up to `limit` rows in all. */
export async function* messageBatches<M>(
  pieces: Iterable<readonly M[]>,
  limit: number,
  cells: (messages: readonly M[]) => ExportCells[],
  stop: AbortSignal,
): AsyncGenerator<ExportBatch, void, void> {
  let left = limit;
  for (const piece of pieces) {
    throwIfAborted(stop);
    const taken = piece.length <= left ? piece : piece.slice(0, left);
    left -= taken.length;
    if (taken.length > 0) yield { rowCount: taken.length, columns: cells(taken) };
    if (left === 0) return;
  }
}
