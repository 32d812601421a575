import type { ExportTable } from "../domains/export.ts";
import { ByteSink } from "./byte-sink.ts";
import { cellWriter } from "./cell-text.ts";

const WIDEST = 40;
const NUMBERS = ["int32", "int64", "float32", "float64"];

/** Formats the first `most` rows as aligned lines; `rows` is the number shown. */
export async function tableText(
  table: ExportTable,
  most: number,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly rows: number; readonly isCut: boolean }> {
  const sink = new ByteSink(64);
  const cells: string[][] = [];
  let isCut = false;
  reading: for await (const batch of table.batches(signal)) {
    const writers = batch.columns.map((one, i) =>
      cellWriter(table.columns[i].type, one, (to, text) => to.text(text)),
    );
    for (let row = 0; row < batch.rowCount; row++) {
      if (cells.length === most) {
        isCut = true;
        break reading;
      }
      cells.push(
        writers.map((write) => {
          const isThere = write(sink, row);
          const text = Buffer.from(sink.take()).toString().replaceAll(/\s+/g, " ");
          if (!isThere) return "";
          return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
        }),
      );
    }
  }
  const names = table.columns.map(({ name }) => name);
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) =>
        NUMBERS.includes(table.columns[i].type) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]),
      )
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return { text: [line(names), rule, ...cells.map(line)].join("\n"), rows: cells.length, isCut };
}
