import { stateOfSalCode } from "../../dataset/states.ts";
import { censusTableOf } from "../census/census-tables.ts";
import { releaseLine } from "../files/published-on.ts";
import { fragmentsOf, type Importer, type ImportRow, type StoredPart } from "../importer.ts";
import { councilRow } from "../places/council-row.ts";
import type { ImportFile } from "../run/import-file.ts";
import { absSource } from "../source-licence.ts";
import { listRows, listShape, readAreas, STRUCTURES_SHEET } from "./read-area-rows.ts";
import { areaCodeOf, kindOfArea, SpecialCodes } from "./sal-code.ts";

export const AREA_SOURCE = absSource(
  "abs-asgs-2021",
  "Australian Statistical Geography Standard 2021, names and areas",
  60,
);

interface Area {
  readonly code: string;
  readonly name: string;
  readonly areaSqkm: number | null;
}

/** Names and areas of suburbs and councils. */
export interface AreaListPart {
  readonly suburbs: readonly Area[];
  readonly councils: readonly Area[];
}

/** The workbook comes with the Census DataPack; the plain lists are of the geography's own release. */
const WORKBOOK_VINTAGE = "2022-10-12";
const LIST_VINTAGE = "2021-07-20";

/** Lists of areas with code, name and size: the DataPack's geography workbook, its sheet as CSV, allocation lists. */
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
      `areas left out: ${[...other].map(([l, n]) => `${n} ${l}`).join(", ")}; lists are read of suburbs (SAL) and councils (LGA)`,
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
