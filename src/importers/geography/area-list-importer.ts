import { stateOfSalCode } from "../../dataset/states.ts";
import { censusTableOf } from "../census/census-tables.ts";
import { cellText, PlainTable } from "../files/plain-table.ts";
import { releaseLine } from "../files/published-on.ts";
import { fragmentsOf, type Importer, type ImportRow, type StoredPart } from "../importer.ts";
import { councilRow } from "../places/councils.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { absSource } from "../source-licence.ts";
import { areaCodeOf, kindOfArea, SpecialCodes } from "./sal-code.ts";

const AREA_SOURCE = absSource(
  "abs-asgs-2021",
  "Australian Statistical Geography Standard 2021, names and areas",
  60,
);

interface Area {
  readonly code: string;
  readonly name: string;
  readonly areaSqkm: number | null;
}

type AreaListPart = ReturnType<typeof readList>["part"];

/** Release of the workbook in the Census DataPack; plain lists have the release of the geography. */
const WORKBOOK_VINTAGE = "2022-10-12";
const LIST_VINTAGE = "2021-07-20";

export const AREA_LIST_IMPORTER: Importer<AreaListPart> = {
  id: "abs-area-list",
  title: "ABS lists of suburbs and councils",
  stage: "suburbs",
  sources: [AREA_SOURCE],
  recognise(file) {
    if (file.isWorkbook) {
      if (!file.sheetNames.includes(STRUCTURES_SHEET)) return undefined;
      return { confidence: 90, what: "Census 2021 geography workbook" };
    }
    if (!/_?CODE/i.test(file.firstLine)) return undefined;
    const columns = file.headerCells();
    const shape = listShape(columns);
    if (shape === undefined || censusTableOf(columns) !== undefined) return undefined;
    const level = typeof shape.level === "string" ? `${shape.level} areas` : "areas of all kinds";
    return { confidence: 60, what: `list of ${level} with names` };
  },
  read: readList,
  explain: (file) => [
    `columns: ${(listRows(file)[0] ?? []).join(", ")}`,
    "SAL rows: suburb_demographics.sal_code, sal_name, state_code (first digit), area_sqkm",
    "LGA rows: lga.lga_code, lga_name, state_code (first digit), kind, slug, area_sqkm",
    "other levels, special codes and other territories are left out",
  ],
  combine: combineLists,
};

function readList(file: ImportFile) {
  const { areas, tally } = readAreas(file);
  const special = new SpecialCodes();
  const other = new Map<string, number>();
  const suburbs: Area[] = [];
  const councils: Area[] = [];
  for (const { level, code, name, areaSqkm, row } of areas) {
    if (level !== "SAL" && level !== "LGA") {
      other.set(level, (other.get(level) ?? 0) + 1);
      continue;
    }
    const bare = areaCodeOf(level, code);
    if (bare === undefined) tally.reject("area code", row, `"${code}" is not a code of the level ${level}`);
    else if (!special.has(kindOfArea(level, bare)))
      (level === "SAL" ? suburbs : councils).push({ code: bare, name, areaSqkm });
  }
  if (areas.length === 0) file.refuse("the list has no rows");
  const notes = special.notes();
  if (other.size > 0)
    notes.push(
      `areas ignored: ${[...other].map(([l, n]) => `${n} ${l}`).join(", ")}; only lists of suburbs (SAL) and councils (LGA) are read`,
    );
  return tally.reading({
    part: { suburbs, councils },
    rowsRead: areas.length + tally.rules().reduce((sum, { count }) => sum + count, 0),
    rowsUsed: suburbs.length + councils.length,
    vintage: releaseLine(file) ?? (isFromDataPack(file) ? WORKBOOK_VINTAGE : LIST_VINTAGE),
    notes,
  });
}

function isFromDataPack(file: ImportFile): boolean {
  return file.isWorkbook || /ASGS_Structure|Suburb_Name/.test(file.firstLine);
}

function combineLists(parts: readonly StoredPart<AreaListPart>[]) {
  const columns = { area_sqkm: "AREA_ALBERS_SQKM", state_code: "first digit of the code" };
  const fragments = parts.flatMap((stored) => {
    const suburb_demographics = stored.part.suburbs.map(suburbRow);
    const lga = stored.part.councils.map((area) => councilRow(area, 2021));
    return [
      ...fragmentsOf(AREA_SOURCE, stored, { suburb_demographics }, { sal_name: "SAL_NAME_2021", ...columns }),
      ...fragmentsOf(AREA_SOURCE, stored, { lga }, { lga_name: "LGA_NAME_2021", ...columns }),
    ];
  });
  return { fragments };
}

function suburbRow({ code, name, areaSqkm }: Area): ImportRow {
  return {
    sal_code: code,
    sal_name: name,
    state_code: stateOfSalCode(code)!.code,
    ...(areaSqkm === null ? {} : { area_sqkm: areaSqkm }),
  };
}

/** The code as published, including a prefix. */
interface ListedArea extends Area {
  readonly level: string;
  readonly row: number;
}

/** Sheet with suburbs and councils in the DataPack's geography workbook. */
const STRUCTURES_SHEET = "2021_ASGS_Non_ABS_Structures";

/** Tables of figures have more columns. */
const MAX_LIST_COLUMNS = 12;

const LIST_COLUMN = /^([A-Z0-9]+)_CODE_2021$/;

/** Column positions of a list; `level` is fixed or a position. Undefined for columns of other tables. */
function listShape(columns: readonly string[]) {
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
  // An allocation file has a row per mesh block; its mesh-block column comes first and is skipped.
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

function listRows(file: ImportFile): readonly (readonly SheetCell[])[] {
  if (!file.isWorkbook) return file.csv();
  const heads = file.sheetHeads();
  const name = [...heads.keys()].find(
    (sheet) =>
      sheet === STRUCTURES_SHEET || listShape((heads.get(sheet)![0] ?? []).map(String)) !== undefined,
  );
  return file.sheet(heads.has(STRUCTURES_SHEET) ? STRUCTURES_SHEET : name!);
}

/** The areas of the list with their rejects; rows of the same area are merged and their sizes added. */
function readAreas(file: ImportFile) {
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
