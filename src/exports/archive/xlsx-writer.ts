import type { ExportBatch, ExportTable, ExportType } from "../../domains/export.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { DAY_MS, dateOfDay } from "../../runtime/time/calendar-date.ts";
import { ByteSink, plainDecimal } from "../byte-sink.ts";
import { presentCells } from "../cell-text.ts";
import type { ExportWriter } from "../writer.ts";
import { citations, zipStream } from "./zip-writer.ts";

/** Excel's limits: rows of a sheet, header included, and characters of a cell. */
const SHEET_ROWS = 1_048_576;
const CELL_CHARACTERS = 32_767;

/** Day number of 1970-01-01 in the workbook's calendar. */
const EPOCH_DAY = 25_569;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** A workbook with three sheets: typed rows, columns with their units, and sources. */
export const xlsxWriter: ExportWriter = {
  contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  isCompressible: false,
  async *write(table, facts, { signal, onRows }) {
    if (table.rowCount >= SHEET_ROWS) {
      throw invalidArgument(
        `a sheet has at most ${SHEET_ROWS - 1} rows, and these are ${table.rowCount}; use .csv or .parquet`,
      );
    }
    const zip = zipStream(facts.asOf);
    for (const [name, text] of Object.entries(FRAME)) zip.text(name, HEAD + text);
    const push = zip.part("xl/worksheets/sheet1.xml");
    const sink = new ByteSink();
    sink.text(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`);
    textRow(
      sink,
      table.columns.map(({ name }) => name),
    );
    for await (const batch of table.batches(signal)) {
      writeRows(sink, table, batch);
      onRows(batch.rowCount);
      push(sink.take(), false);
      yield zip.taken();
    }
    sink.text("</sheetData></worksheet>");
    push(sink.take(), true);
    const about = facts.synthetic ? "SYNTHETIC data: it describes no real place or price." : table.title;
    zip.text(
      "xl/worksheets/sheet2.xml",
      sheet([
        ["column", "unit", "meaning", "empty means"],
        ...table.columns.map(({ name, unit = "", doc, nullMeaning = "" }) => [name, unit, doc, nullMeaning]),
      ]),
    );
    zip.text(
      "xl/worksheets/sheet3.xml",
      sheet([[about], [`As of ${facts.asOf.slice(0, 10)}`], ...citations(table, facts).map((one) => [one])]),
    );
    zip.end();
    yield zip.taken();
  },
};

const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";
const SHEETS = ["Data", "Columns", "Sources"];

/** The fixed parts of every workbook. Style 1 is a date, style 2 a timestamp. */
const FRAME: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${SHEETS.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${sheetType}"/>`).join("")}</Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${SHEETS.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join("")}</sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships">${SHEETS.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join("")}<Relationship Id="rId4" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

function sheet(rows: readonly (readonly string[])[]): string {
  const sink = new ByteSink();
  sink.text(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`);
  for (const row of rows) textRow(sink, row);
  sink.text("</sheetData></worksheet>");
  return Buffer.from(sink.take()).toString();
}

function textRow(sink: ByteSink, cells: readonly string[]): void {
  sink.text("<row>");
  for (const cell of cells) textCell(sink, cell);
  sink.text("</row>");
}

function writeRows(sink: ByteSink, { columns }: ExportTable, batch: ExportBatch): void {
  const cells = batch.columns.map((one, i) => presentCells(one, valueWriter(columns[i].type)));
  for (let row = 0; row < batch.rowCount; row++) {
    sink.text("<row>");
    for (const write of cells) if (!write(sink, row)) sink.text("<c/>");
    sink.text("</row>");
  }
}

/** An inline string, which Excel never evaluates as a formula. */
function textCell(sink: ByteSink, text: string): void {
  if (text.length > CELL_CHARACTERS) {
    const what = `a cell holds ${CELL_CHARACTERS} characters, and one of these strings has ${text.length}`;
    throw invalidArgument(`${what}; use .csv or .parquet`);
  }
  sink.text(`<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`);
}

/** Escapes for XML; control characters, which XML lacks, as _xHHHH_. */
function escaped(text: string): string {
  return text
    .replaceAll(/_x[0-9A-Fa-f]{4}_/g, "_x005F$&")
    .replaceAll(/[&<>]/g, (one) => (one === "&" ? "&amp;" : one === "<" ? "&lt;" : "&gt;"))
    .replaceAll(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
      /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\r]/g,
      (one) => `_x${one.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}_`,
    );
}

function valueWriter(type: ExportType): (sink: ByteSink, value: unknown) => void {
  const number = (sink: ByteSink, style: string, value: number) =>
    sink.text(`<c${style}><v>${plainDecimal(value)}</v></c>`);
  switch (type) {
    case "float32":
      return (sink, value) => {
        sink.text("<c><v>");
        sink.float32(value as number);
        sink.text("</v></c>");
      };
    case "int32":
    case "float64":
      return (sink, value) => number(sink, "", value as number);
    case "int64":
      // A workbook's numbers are doubles: larger integers are written as text to keep every digit.
      return (sink, value) =>
        Number.isSafeInteger(Number(value)) ? number(sink, "", Number(value)) : textCell(sink, String(value));
    case "bool":
      return (sink, value) => sink.text(`<c t="b"><v>${value ? 1 : 0}</v></c>`);
    case "date":
      // Excel has a 29 February 1900, so earlier days are off by one: written as text.
      return (sink, value) =>
        (value as number) + EPOCH_DAY > 60
          ? number(sink, ' s="1"', (value as number) + EPOCH_DAY)
          : textCell(sink, dateOfDay(value as number));
    case "timestamp":
      return (sink, value) => number(sink, ' s="2"', (value as number) / DAY_MS + EPOCH_DAY);
    case "text[]":
      return (sink, value) => textCell(sink, JSON.stringify(value));
    case "text":
      return (sink, value) => textCell(sink, value as string);
  }
}
