import type { WorkBook, WorkSheet } from "@e965/xlsx";
import { zipSync } from "fflate";
import { badDataset } from "../../runtime/errors.ts";
import { optionalPackage } from "../../runtime/node/optional-package.ts";
import { isZip, listZip, readMember } from "./read-zip.ts";
import type { UnpackBudget } from "./unpack.ts";

/** Dates of a spreadsheet come as serial numbers. */
export type SheetCell = string | number | boolean | null;

/** Maximum unpacked size of a workbook; the largest published one is a tenth of it. */
const MAX_WORKBOOK_BYTES = 256 * 1024 * 1024;

/** Maximum cells of a sheet in memory, including empty ones before the last of each row. */
const MAX_CELLS = 50_000_000;

const MAX_ROWS = 1_048_576;

const loadXlsx = () => optionalPackage<typeof import("@e965/xlsx")>("@e965/xlsx", "a workbook");

/** Parses some or all cells of a workbook; `bytes` must come from `safeWorkbook`. */
export function openWorkbook(
  bytes: Uint8Array,
  path: string,
  options: { sheets?: string; sheetRows?: number },
): WorkBook {
  const { read } = loadXlsx();
  try {
    const sheetStubs = hasBareFormulas(bytes);
    return read(bytes, { type: "array", cellDates: false, dense: true, sheetStubs, ...options });
  } catch (cause) {
    throw badDataset(`${path}: not a workbook: ${(cause as Error).message}`, cause);
  }
}

/** True if a formula may lack a stored result; the reader returns such cells only with `sheetStubs`. */
function hasBareFormulas(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return content.includes("</f></c>") || content.includes('"/></c>');
}

/**
 * Rows of a sheet, each up to its last cell; empty cells are null. Starts at the sheet's stated dimension or
 * at an earlier cell. The stated end is ignored, because cells may lie beyond it.
 */
export function sheetCells(sheet: WorkSheet | undefined, name: string, path: string): SheetCell[][] {
  const data = sheet?.["!data"] as (Cell | undefined)[][] | undefined;
  if (data === undefined) return [];
  if (data.length > MAX_ROWS) {
    throw badDataset(
      `${path}: sheet "${name}" has a cell below row ${MAX_ROWS.toLocaleString("en-AU")}, the last one of a sheet`,
    );
  }
  const { top, left } = originOf(sheet!, data);
  // Rows are sparse, so one far cell makes a long row: check all widths before filling any.
  const widths = Array.from(
    { length: Math.max(0, data.length - top) },
    (_, r) => endOf(data[top + r]) - left,
  );
  if (widths.reduce((sum, width) => sum + Math.max(0, width), 0) > MAX_CELLS) {
    throw badDataset(
      `${path}: sheet "${name}" spans more than ${MAX_CELLS.toLocaleString("en-AU")} cells; split it`,
    );
  }
  const rows = widths.map((width, r) => {
    const row = Array.from<SheetCell>({ length: width }).fill(null);
    const found = data[top + r];
    for (const key in found) {
      const value = cellValue(found[key]);
      if (value !== null) row[Number(key) - left] = value;
    }
    return row;
  });
  while (rows.length > 0 && rows.at(-1)!.length === 0) rows.pop();
  return rows;
}

/** Index after the last cell with a value; visits existing cells only. */
function endOf(row: readonly (Cell | undefined)[] | undefined): number {
  let end = 0;
  for (const key in row) if (cellValue(row[key as unknown as number]) !== null) end = Number(key) + 1;
  return end;
}

function originOf(sheet: WorkSheet, data: readonly unknown[][]): { top: number; left: number } {
  const stated = loadXlsx().utils.decode_range(sheet["!ref"] ?? "A1");
  const at = (position: number) => (Number.isInteger(position) && position >= 0 ? position : 0);
  let [top, left] = [at(stated.s.r), at(stated.s.c)];
  for (const key in data) {
    if (data[key] === undefined) continue;
    for (const column in data[key]) {
      top = Math.min(top, Number(key));
      left = Math.min(left, Number(column));
      break;
    }
  }
  return { top, left };
}

interface Cell {
  readonly t: string;
  readonly v?: unknown;
  readonly f?: unknown;
}

/** Value of a formula whose result the writing program did not store. */
const NO_RESULT = "#FORMULA?";

function cellValue(cell: Cell | undefined): SheetCell {
  // SheetJS gives a formula without a stored value the type of an empty cell.
  if (cell?.f !== undefined && cell.t === "z") return NO_RESULT;
  if (cell === undefined || cell.t === "e" || cell.t === "z") return null;
  const { v } = cell;
  return typeof v === "string" || typeof v === "number" || typeof v === "boolean" ? v : null;
}

/**
 * Repacks a workbook without compression after checking and unpacking its members here, because the reader's
 * own unpacking has no limit. Members count against the budget of the enclosing archive. Old .xls files are
 * not archives and are returned unchanged.
 */
export function safeWorkbook(bytes: Uint8Array, path: string, budget: UnpackBudget): Uint8Array {
  if (!isZip(bytes)) return bytes;
  const members = listZip(bytes, path);
  const size = members.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (size > MAX_WORKBOOK_BYTES) {
    throw badDataset(
      `${path}: unpacks to ${size.toLocaleString("en-AU")} bytes; the maximum is ${MAX_WORKBOOK_BYTES.toLocaleString("en-AU")}`,
    );
  }
  const contents = members.map((member) => [member.name, readMember(bytes, path, member, budget)] as const);
  return zipSync(Object.fromEntries(contents), { level: 0 });
}
