import type { ExportCells, ExportType } from "../domains/export.ts";
import { dateOfDay } from "../runtime/time/calendar-date.ts";
import { type ByteSink, plainDecimal } from "./byte-sink.ts";

/** Writes the cell of a row; writes nothing and returns false when it is null. */
export type CellWriter = (sink: ByteSink, row: number) => boolean;

/** Writes a string in the quoting of the format. */
export type TextForm = (sink: ByteSink, text: string) => void;

/** A writer for one column of a batch; calls `write` for cells that are not null. */
export function presentCells(
  { values, validity }: ExportCells,
  write: (sink: ByteSink, value: never) => void,
): CellWriter {
  return (sink, row) => {
    const value = values[row];
    if (value === null || value === undefined) return false;
    if (validity !== undefined && ((validity[row >> 3] >> (row & 7)) & 1) === 0) return false;
    write(sink, value as never);
    return true;
  };
}

/** A writer for one column of a batch: numbers and booleans plain, all other types as strings in `form`. */
export function cellWriter(type: ExportType, cells: ExportCells, form: TextForm): CellWriter {
  const isFloat = cells.values instanceof Float32Array;
  return presentCells(cells, isFloat ? (sink, value) => sink.float32(value) : valueWriter(type, form));
}

function valueWriter(type: ExportType, form: TextForm): (sink: ByteSink, value: unknown) => void {
  switch (type) {
    case "float32":
      return (sink, value) => sink.float32(value as number);
    case "int32":
    case "int64":
    case "float64":
      return (sink, value) => sink.text(plainDecimal(value as number));
    case "bool":
      return (sink, value) => sink.text(value ? "true" : "false");
    case "date": {
      // Neighbouring rows often have the same date.
      let [day, text] = [Number.NaN, ""];
      return (sink, value) => {
        if (value !== day) [day, text] = [value as number, dateOfDay(value as number)];
        form(sink, text);
      };
    }
    case "timestamp":
      return (sink, value) => form(sink, new Date(value as number).toISOString());
    case "text[]":
      return (sink, value) => form(sink, JSON.stringify(value));
    case "text":
      return (sink, value) => form(sink, value as string);
  }
}
