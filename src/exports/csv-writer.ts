import type { ExportBatch, ExportTable } from "../domains/export.ts";
import { ByteSink } from "./byte-sink.ts";
import { cellWriter, type TextForm } from "./cell-text.ts";
import type { ExportWriter } from "./writer.ts";

const COMMA = 44;
const NEWLINE = 10;

/** Strings that need quotes; among them the empty string, as an empty cell is null. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$|^$/;

/** Spreadsheets evaluate strings that match FORMULA, unless they are plain numbers. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** Prefixes an apostrophe to strings that a spreadsheet would evaluate as a formula. */
function withoutFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Formats a string as a CSV cell: no formula, and quotes where commas or line ends need them. */
export function csvText(given: string): string {
  const text = withoutFormula(given);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV in UTF-8 with a header line and a newline after every row; null is an empty cell. */
export const csvWriter: ExportWriter = {
  contentType: "text/csv; charset=utf-8; header=present",
  isCompressible: true,
  failureEnd: (rows) => `#ERROR incomplete export after ${rows} rows\n`,
  async *write(table, _facts, { signal, onRows, rawFormulas = false }) {
    const form = rawFormulas ? quotedText : shownText;
    const sink = new ByteSink();
    for (const [i, { name }] of table.columns.entries()) {
      if (i > 0) sink.byte(COMMA);
      quotedText(sink, name);
    }
    sink.byte(NEWLINE);
    yield sink.take();
    for await (const batch of table.batches(signal)) {
      writeRows(sink, table, batch, form);
      onRows(batch.rowCount);
      yield sink.take();
    }
  },
};

function writeRows(sink: ByteSink, { columns }: ExportTable, batch: ExportBatch, form: TextForm): void {
  const cells = batch.columns.map((one, i) => cellWriter(columns[i].type, one, form));
  for (let row = 0; row < batch.rowCount; row++) {
    for (let i = 0; i < cells.length; i++) {
      if (i > 0) sink.byte(COMMA);
      cells[i](sink, row);
    }
    sink.byte(NEWLINE);
  }
}

function shownText(sink: ByteSink, text: string): void {
  quotedText(sink, withoutFormula(text));
}

function quotedText(sink: ByteSink, text: string): void {
  sink.text(NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}
