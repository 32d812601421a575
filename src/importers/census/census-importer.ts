import { remembered } from "../../runtime/lazy.ts";
import { FILE_ROW, fileOf, type Importer, type ImportRow, type StoredPart } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { absSource } from "../source-licence.ts";
import { stateDemographics, WIDE_LEVELS, wideRegion, wideSeries } from "./census-areas.ts";
import { CENSUS_DERIVATIONS, CENSUS_LARGEST, COUNCIL_FIGURES, deriveRow } from "./census-derivations.ts";
import { CENSUS_TABLES, SECOND_RELEASE } from "./census-tables.ts";
import { type CensusPart, censusHeader, readCensusTable, unused } from "./read-census-table.ts";

const CENSUS_SOURCE = absSource(
  "abs-census-2021",
  "Census of Population and Housing 2021, General Community Profile",
  50,
);

export const CENSUS_IMPORTER: Importer<CensusPart> = {
  id: "abs-census-2021",
  title: "ABS Census 2021 DataPack tables",
  version: 5,
  stage: "suburbs",
  sources: [CENSUS_SOURCE],
  recognise(file) {
    const header = headerOf(file);
    if (header === undefined) {
      const id = unusedTable(file);
      return id === undefined ? undefined : { confidence: 45, what: `Census 2021 table ${id}` };
    }
    const { table, level } = header;
    return { confidence: 95, what: `Census 2021 table ${table.id} (${table.title}) by ${level}` };
  },
  read(file) {
    return headerOf(file) === undefined ? skipUnusedTable(file) : readCensusTable(file);
  },
  explain(file) {
    const table = headerOf(file)?.table;
    if (table === undefined) return ["no metric is derived from this table"];
    const columns = file.headerCells();
    // A split table has only some of its cells in each file.
    const uses = (cell: string) =>
      cell.startsWith(`${table.id}.`) && columns.includes(cell.slice(table.id.length + 1));
    const derived = CENSUS_DERIVATIONS.filter(({ cells }) => cells.some(uses)).map(
      ({ column, formula }) => `suburb_demographics.${column}: ${formula}`,
    );
    const groups = CENSUS_LARGEST.filter(({ denominator }) => uses(denominator)).map(
      ({ nameColumn, groups, denominator }) =>
        `suburb_demographics.${nameColumn}: largest of ${groups.length} groups, as a share of ${denominator}`,
    );
    const lines = [...derived, ...groups];
    return lines.length === 0 ? ["no metric is derived from the columns of this file"] : lines;
  },
  combine: combineCensus,
};

function headerOf(file: ImportFile) {
  if (!/_CODE_2021/.test(file.firstLine)) return undefined;
  return censusHeader(file.headerCells());
}

/** Table id from file name and key column, for tables whose columns no metric uses. */
function unusedTable(file: ImportFile): string | undefined {
  const id = /Census_(G[0-9]{2})[A-Z]?_/i.exec(file.name)?.[1].toUpperCase();
  return id !== undefined && /^"?[A-Z0-9]+_CODE_2021\b/.test(file.firstLine) ? id : undefined;
}

function skipUnusedTable(file: ImportFile) {
  const id = unusedTable(file)!;
  if (CENSUS_TABLES.some((table) => table.id === id))
    file.refuse(`row 1 has none of the columns of table ${id}; expected the DataPack with short headers`);
  return unused({ id, vintage: SECOND_RELEASE }, 0, `not read: no metric is derived from ${id}`);
}

function combineCensus(parts: readonly StoredPart<CensusPart>[]) {
  const notes: string[] = [];
  const suburbs = cellsByCode("SAL", parts, notes);
  const councils = cellsByCode("LGA", parts, notes);
  const wide = WIDE_LEVELS.flatMap((level) =>
    [...cellsByCode(level, parts, notes)].map(([code, cells]) => {
      const region = wideRegion(level, code)!;
      const cell = (name: string) => cells.get(name);
      const { series, observations } = wideSeries(region, cell, CENSUS_SOURCE);
      const state = stateDemographics(region, cell, CENSUS_SOURCE);
      return {
        state_demographics: state === undefined ? [] : [state],
        economic_series: series,
        economic_observations: observations,
      };
    }),
  );
  const { vintage } = parts.at(-1)!;
  const rows = [...suburbs].map(
    ([salCode, cells]): ImportRow => ({
      sal_code: salCode,
      census_year: 2021,
      ...deriveRow((cell) => cells.get(cell)),
    }),
  );
  const withoutPopulation = rows.filter((row) => row.population === undefined).length;
  if (withoutPopulation > 0) {
    notes.push(`${withoutPopulation} suburbs without a population (G01 or G04): their shares are withheld`);
  }
  const missing = missingColumns(rows);
  if (missing.length > 0) notes.push(`columns whose table is missing: ${missing.join(", ")}`);
  const councilRows = [...councils].map(([code, cells]) => councilRow(code, (cell) => cells.get(cell)));
  return {
    fragments: [
      ...byFile("SAL", parts, rows, vintage),
      ...byFile("LGA", parts, councilRows, vintage),
      ...(["state_demographics", "economic_series", "economic_observations"] as const).map((table) => ({
        table,
        sourceId: CENSUS_SOURCE.id,
        vintage,
        rows: wide.flatMap((own) => own[table]),
      })),
    ],
    notes,
  };
}

const LEVEL_TABLES = {
  SAL: {
    table: "suburb_demographics",
    key: "sal_code",
    columns: Object.fromEntries([
      ...CENSUS_DERIVATIONS.map(({ column, formula }) => [column, formula]),
      ...CENSUS_LARGEST.flatMap(({ nameColumn, shareColumn, denominator }) => [
        [nameColumn, `largest group of ${denominator}`],
        [shareColumn, `100 × largest group / ${denominator}`],
      ]),
    ]) as Record<string, string>,
  },
  LGA: {
    table: "lga",
    key: "lga_code",
    columns: {
      ...Object.fromEntries(Object.entries(COUNCIL_FIGURES).map(([column, cell]) => [column, `G02.${cell}`])),
      population: "G01.Tot_P_P",
      pct_rented: CENSUS_DERIVATIONS.find(({ column }) => column === "pct_rented")!.formula,
    } as Record<string, string>,
  },
} as const;

/** Groups cells by the file that supplied them: a file owns columns whose formula has its cells. */
function byFile(
  level: keyof typeof LEVEL_TABLES,
  parts: readonly StoredPart<CensusPart>[],
  rows: readonly ImportRow[],
  vintage: string,
) {
  const { table, key, columns } = LEVEL_TABLES[level];
  const files = parts
    .filter(({ part }) => part.level === level)
    .map((file) => ({ file, rowOf: new Map(file.part.codes.map((code, i) => [code, file.part.rows[i]])) }));
  /** Files with a cell of the column's formula, last first, because later files win. */
  const filesOf = (column: string) => {
    const cells = [...(columns[column]?.matchAll(/(G\d+)\.(\w+)/g) ?? [])];
    return files
      .filter(({ file: { part } }) => cells.some(([, id, cell]) => part.table === id && cell in part.cells))
      .reverse();
  };
  const candidates = new Map<string, ReturnType<typeof filesOf>>();
  const rowsByFile = new Map<StoredPart<CensusPart> | undefined, ImportRow[]>();
  for (const row of rows) {
    const code = String(row[key]);
    const ofFile = new Map<StoredPart<CensusPart> | undefined, Record<string, ImportRow[string]>>();
    for (const [column, value] of Object.entries(row)) {
      if (column === key) continue;
      const own = remembered(candidates, column, () => filesOf(column));
      const place = own.find(({ rowOf }) => rowOf.has(code));
      const fileRow = place && { [FILE_ROW]: place.rowOf.get(code) };
      remembered(ofFile, place?.file, () => ({ [key]: code, ...fileRow }))[column] = value;
    }
    for (const [file, cells] of ofFile) remembered(rowsByFile, file, () => []).push(cells);
  }
  return Array.from(rowsByFile, ([file, own]) => ({
    table,
    sourceId: CENSUS_SOURCE.id,
    vintage,
    rows: own,
    ...(file && { file: fileOf(file, columns) }),
  }));
}

/** Cells of a level by area code; when two files have the same cell, the later one wins. */
function cellsByCode(level: CensusPart["level"], parts: readonly StoredPart<CensusPart>[], notes: string[]) {
  const areas = new Map<string, Map<string, number>>();
  for (const { part, path } of parts.filter((one) => one.part.level === level)) {
    let differing = 0;
    const columns = Object.entries(part.cells).map(
      ([name, values]) => [`${part.table}.${name}`, values] as const,
    );
    part.codes.forEach((code, i) => {
      const cells = remembered(areas, code, () => new Map<string, number>());
      for (const [name, values] of columns) {
        const before = cells.get(name);
        if (before !== undefined && before !== values[i]) differing++;
        cells.set(name, values[i]);
      }
    });
    if (differing > 0)
      notes.push(
        `${path}: ${differing} cells differ from another file of ${part.table}; the values of this file were used`,
      );
  }
  return areas;
}

function councilRow(code: string, cell: (name: string) => number | undefined): ImportRow {
  const figure = (name: string) => {
    const value = cell(`G02.${name}`);
    return value === 0 ? null : value;
  };
  const figures = Object.entries(COUNCIL_FIGURES).map(([column, name]) => [column, figure(name)]);
  return {
    lga_code: code,
    pct_rented: deriveRow(cell).pct_rented,
    population: cell("G01.Tot_P_P"),
    ...Object.fromEntries(figures),
  };
}

function missingColumns(rows: readonly ImportRow[]): string[] {
  const columns = [
    ...CENSUS_DERIVATIONS.map((derivation) => derivation.column),
    ...CENSUS_LARGEST.map((group) => group.nameColumn),
  ];
  return rows.length === 0 ? [] : columns.filter((column) => rows.every((row) => row[column] === undefined));
}
