import { TerraceError } from "../../runtime/errors.ts";
import { absSource } from "../abs-source.ts";
import type { Combined, FileReading, Fragment, Importer, ImportRow, StoredPart } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { stateDemographics, WIDE_LEVELS, wideRegion, wideSeries } from "./census-areas.ts";
import { CENSUS_DERIVATIONS, CENSUS_LARGEST, type Ratio } from "./census-derivations.ts";
import { CENSUS_TABLES } from "./census-tables.ts";
import { deriveRow } from "./derive-row.ts";
import { type CensusPart, censusHeader, readCensusTable } from "./read-census-table.ts";

export const CENSUS_SOURCE = absSource(
  "abs-census-2021",
  "Census of Population and Housing 2021, General Community Profile",
  50,
);

/** ABS Census 2021 General Community Profile DataPack tables (short headers), by suburb and by council. */
export const CENSUS_IMPORTER: Importer<CensusPart> = {
  id: "abs-census-2021",
  title: "ABS Census 2021 DataPack tables",
  version: 5,
  stage: "suburbs",
  sources: [CENSUS_SOURCE],
  recognise(file) {
    const header = headerOf(file);
    if (header === undefined) {
      const id = otherTable(file);
      return id === undefined ? undefined : { confidence: 45, what: `Census 2021 table ${id}` };
    }
    const { table, level } = header;
    return { confidence: 95, what: `Census 2021 table ${table.id} (${table.title}) by ${level}` };
  },
  read(file) {
    const table = headerOf(file)?.table;
    return table !== undefined && table.cells.length > 0 ? readCensusTable(file) : passOver(file);
  },
  explain(file) {
    const table = headerOf(file)?.table;
    if (table === undefined) return ["no metric is derived from this table"];
    const columns = file.headerCells();
    // A table that comes in parts holds only some of its cells in each file.
    const uses = (cell: string) =>
      cell.startsWith(`${table.id}.`) && columns.includes(cell.slice(table.id.length + 1));
    const derived = CENSUS_DERIVATIONS.filter((derivation) => cellsOf(derivation).some(uses)).map(
      (derivation) => `suburb_demographics.${derivation.column}: ${formulaOf(derivation)}`,
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

/** The table that a file's name and key column tell where its columns do not: one that no metric needs. */
function otherTable(file: ImportFile): string | undefined {
  const id = /Census_(G[0-9]{2})[A-Z]?_/i.exec(file.name)?.[1].toUpperCase();
  return id !== undefined && /^"?[A-Z0-9]+_CODE_2021\b/.test(file.firstLine) ? id : undefined;
}

function passOver(file: ImportFile): FileReading<CensusPart> {
  const id = headerOf(file)?.table.id ?? otherTable(file)!;
  if (CENSUS_TABLES.some((table) => table.id === id && table.cells.length > 0)) {
    throw new TerraceError(
      "bad_dataset",
      `${file.path}: row 1 has none of the columns of table ${id}; expected the DataPack with short headers`,
    );
  }
  return {
    part: { table: id, level: "SAL", codes: [], cells: {} },
    report: {
      rowsRead: 0,
      rowsUsed: 0,
      rejects: [],
      vintage: "2022-10-12",
      notes: [`not read: no metric is derived from ${id}`],
    },
  };
}

function combineCensus(parts: readonly StoredPart<CensusPart>[]): Combined {
  const notes: string[] = [];
  const suburbs = cellsByCode(
    parts.filter(({ part }) => part.level === "SAL"),
    notes,
  );
  const councils = cellsByCode(
    parts.filter(({ part }) => part.level === "LGA"),
    notes,
  );
  const wide = WIDE_LEVELS.flatMap((level) => {
    const areas = cellsByCode(
      parts.filter(({ part }) => part.level === level),
      notes,
    );
    return [...areas].map(([code, cells]) => {
      const region = wideRegion(level, code)!;
      const cell = (name: string) => cells.get(name);
      return {
        ...wideSeries(region, cell, CENSUS_SOURCE),
        state: stateDemographics(region, cell, CENSUS_SOURCE),
      };
    });
  });
  const vintage = parts
    .map((part) => part.vintage)
    .sort()
    .at(-1)!;
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
  if (missing.length > 0) notes.push(`columns for which no table was given: ${missing.join(", ")}`);
  const fragment = (table: string, tableRows: readonly ImportRow[]): Fragment => ({
    table,
    sourceId: CENSUS_SOURCE.id,
    vintage,
    rows: tableRows,
  });
  const councilRows = [...councils].map(([code, cells]) => councilRow(code, (cell) => cells.get(cell)));
  return {
    fragments: [
      fragment("suburb_demographics", rows),
      fragment("lga", councilRows),
      fragment(
        "state_demographics",
        wide.map(({ state }) => state).filter((row) => row !== undefined),
      ),
      fragment(
        "economic_series",
        wide.flatMap(({ series }) => series),
      ),
      fragment(
        "economic_observations",
        wide.flatMap(({ observations }) => observations),
      ),
    ],
    rejects: [],
    notes,
  };
}

/** Cells by area code; where two files give a cell, the later part's stands. */
function cellsByCode(
  parts: readonly StoredPart<CensusPart>[],
  notes: string[],
): Map<string, Map<string, number>> {
  const areas = new Map<string, Map<string, number>>();
  for (const { part, path } of parts) {
    let differing = 0;
    const columns = Object.entries(part.cells).map(
      ([name, values]) => [`${part.table}.${name}`, values] as const,
    );
    part.codes.forEach((code, i) => {
      const cells = areas.get(code) ?? new Map<string, number>();
      areas.set(code, cells);
      for (const [name, values] of columns) {
        const before = cells.get(name);
        if (before !== undefined && before !== values[i]) differing++;
        cells.set(name, values[i]);
      }
    });
    if (differing > 0)
      notes.push(`${path}: ${differing} cells differ from another file of ${part.table}; these were taken`);
  }
  return areas;
}

function councilRow(code: string, cell: (name: string) => number | undefined): ImportRow {
  const figure = (name: string) => {
    const value = cell(`G02.${name}`);
    return value === 0 ? null : value;
  };
  return {
    lga_code: code,
    pct_rented: deriveRow(cell).pct_rented,
    population: cell("G01.Tot_P_P"),
    median_age: figure("Median_age_persons"),
    median_hhd_income: figure("Median_tot_hhd_inc_weekly"),
    median_weekly_rent: figure("Median_rent_weekly"),
    median_mortgage_monthly: figure("Median_mortgage_repay_monthly"),
    avg_household_size: figure("Average_household_size"),
  };
}

function missingColumns(rows: readonly ImportRow[]): string[] {
  const columns = [
    ...CENSUS_DERIVATIONS.map((derivation) => derivation.column),
    ...CENSUS_LARGEST.map((group) => group.nameColumn),
  ];
  return rows.length === 0 ? [] : columns.filter((column) => rows.every((row) => row[column] === undefined));
}

type AnyDerivation = (typeof CENSUS_DERIVATIONS)[number];

/** The cells a derivation reads. */
export function cellsOf(derivation: AnyDerivation): readonly string[] {
  switch (derivation.kind) {
    case "count":
      return derivation.cells;
    case "median":
      return [derivation.cell];
    case "rate":
      return [derivation.cell, derivation.denominator];
    case "share":
      return [derivation, ...(derivation.otherwise === undefined ? [] : [derivation.otherwise])].flatMap(
        ({ numerator, less = [], denominator }) => [...numerator, ...less, denominator],
      );
  }
}

function ratioText({ numerator, less = [], denominator }: Ratio): string {
  const minus = less.map((cell) => ` − ${cell}`).join("");
  return `100 × (${numerator.join(" + ")}${minus}) / ${denominator}`;
}

/** A derivation as a person reads it; data/tables/derivations.md is written from these. */
export function formulaOf(derivation: AnyDerivation): string {
  switch (derivation.kind) {
    case "count":
      return derivation.cells.join(", else ");
    case "median":
      return `${derivation.cell}; 0 means no figure`;
    case "rate":
      return `${derivation.cell}; null where ${derivation.denominator} is 0 or below 100 residents`;
    case "share":
      return `${[derivation, ...(derivation.otherwise === undefined ? [] : [derivation.otherwise])]
        .map(ratioText)
        .join(", else ")}; null where that is 0 or below 100 residents`;
  }
}
