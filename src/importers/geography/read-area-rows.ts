import { cellText, PlainTable } from "../files/plain-table.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";

/** One area of a published list. */
interface ListedArea {
  readonly level: string;
  /** As published, prefix included. */
  readonly code: string;
  readonly name: string;
  readonly areaSqkm: number | null;
  /** Row of the file or sheet. */
  readonly row: number;
}

/** Where a list keeps its level, code, name and area. */
interface ListShape {
  readonly level: string | number;
  readonly code: number;
  readonly name: number;
  readonly area: number;
}

/** Sheet of the DataPack's geography workbook that holds suburbs and councils. */
export const STRUCTURES_SHEET = "2021_ASGS_Non_ABS_Structures";

/** Tables of figures have more. */
const MAX_LIST_COLUMNS = 12;

const LIST_COLUMN = /^([A-Z0-9]+)_CODE_2021$/;

/** How to read a list with these columns, or undefined when it is none. */
export function listShape(columns: readonly string[]): ListShape | undefined {
  const at = (name: string) => columns.indexOf(name);
  if (at("ASGS_Structure") >= 0 && at("Census_Code_2021") >= 0 && at("Census_Name_2021") >= 0) {
    return {
      level: at("ASGS_Structure"),
      code: at("Census_Code_2021"),
      name: at("Census_Name_2021"),
      area: at("Area sqkm"),
    };
  }
  if (at("SAL_CODE") >= 0 && at("Suburb_Name") >= 0) {
    return { level: "SAL", code: at("SAL_CODE"), name: at("Suburb_Name"), area: at("Area_sqkm") };
  }
  // An allocation file has one row a mesh block: the mesh block's code comes first and is not a list of its own.
  if (columns.length > MAX_LIST_COLUMNS) return undefined;
  for (const [i, column] of columns.entries()) {
    const level = LIST_COLUMN.exec(column)?.[1];
    const name = at(`${level}_NAME_2021`);
    if (level !== undefined && level !== "MB" && name >= 0) {
      return { level, code: i, name, area: at("AREA_ALBERS_SQKM") };
    }
  }
  return undefined;
}

/** Header and rows of the list, from the CSV text or the workbook's sheet. */
export function listRows(file: ImportFile): readonly (readonly SheetCell[])[] {
  if (!file.isWorkbook) return file.csv();
  const heads = file.sheetHeads();
  const name = [...heads.keys()].find(
    (sheet) =>
      sheet === STRUCTURES_SHEET || listShape((heads.get(sheet)![0] ?? []).map(String)) !== undefined,
  );
  return file.sheet(heads.has(STRUCTURES_SHEET) ? STRUCTURES_SHEET : name!);
}

/** The areas of the list, rows of one joined and their sizes added, with what was rejected. */
export function readAreas(file: ImportFile) {
  const rows = listRows(file);
  const columns = (rows[0] ?? []).map(cellText);
  const shape = listShape(columns);
  if (shape === undefined) file.refuse("row 1 names no code and name columns");
  const table = new PlainTable(file, [], { rows, width: "any" });
  const areas = new Map<string, ListedArea>();
  for (const { row, cells, reject, before } of table.records()) {
    const text = (position: number) => cellText(cells[position]);
    const level = typeof shape.level === "number" ? text(shape.level) : shape.level;
    const [code, name, size] = [text(shape.code), text(shape.name), text(shape.area)];
    const square = size === "" ? null : Number(size);
    if (cells.length < columns.length && !file.isWorkbook)
      reject("cell count", `${cells.length} cells; expected ${columns.length}`);
    else if (code === "" || name === "")
      reject("area name", `code "${code}" with name "${name}"; expected both`);
    else if (square !== null && !(square >= 0))
      reject("area size", `"${size}" is not a size in square kilometres`);
    else if (before(cells.join("\u0000")) !== undefined)
      reject("row twice", `${code} ${name} is in an earlier row too`);
    else {
      const key = `${level} ${code}`;
      const known = areas.get(key);
      const sum = known === undefined || square === null ? square : (known.areaSqkm ?? 0) + square;
      areas.set(key, { level, code, name, areaSqkm: sum, row: known?.row ?? row });
    }
  }
  return { areas: [...areas.values()], tally: table.tally };
}
