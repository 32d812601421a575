import { STATES } from "../../dataset/states.ts";
import { areaCodeOf, kindOfArea, type SalKind, SpecialCodes } from "../geography/sal-code.ts";
import type { FileReading } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { WIDE_LEVELS, type WideLevel, wideRegion } from "./census-areas.ts";
import { type CensusTable, censusTableOf } from "./census-tables.ts";

type CensusLevel = "SAL" | "LGA" | WideLevel;

/** The needed cells of one table file, by column; arrays are parallel to `codes`. */
export interface CensusPart {
  readonly table: string;
  readonly level: CensusLevel;
  readonly codes: readonly string[];
  readonly rows: readonly number[];
  readonly cells: Readonly<Record<string, readonly number[]>>;
}

const LEVELS: readonly CensusLevel[] = ["SAL", "LGA", ...WIDE_LEVELS];

const KEY_COLUMN = /^([A-Z0-9]+)_CODE_2021$/;

/** Table, level and key column of a header; undefined when it is not from a DataPack table. */
export function censusHeader(
  columns: readonly string[],
): { table: CensusTable; level: string; keyPosition: number } | undefined {
  const table = censusTableOf(columns);
  const keyPosition = columns.findIndex((name) => KEY_COLUMN.test(name));
  if (table === undefined || keyPosition < 0) return undefined;
  return { table, level: KEY_COLUMN.exec(columns[keyPosition])![1], keyPosition };
}

/** Reads one DataPack table with columns in any order. Rejects the file when a needed column is missing. */
export function readCensusTable(file: ImportFile): FileReading<CensusPart> {
  const rows = file.csv();
  const columns = (rows[0] ?? []).map((name) => name.trim());
  const header = censusHeader(columns);
  if (header === undefined) file.refuse("row 1 is not the header of a Census table");
  const { table, level, keyPosition } = header;
  const positions = neededPositions(file, table, columns);
  if (!isLevel(level)) {
    const note = `by ${level}: there is no table for that level; imported are ${LEVELS.join(", ")}`;
    return unused(table, rows.length - 1, note);
  }
  const tally = new RejectTally();
  const special = new SpecialCodes();
  const codes: string[] = [];
  const fileRows: number[] = [];
  const cells = Object.fromEntries(positions.map(([name]) => [name, [] as number[]]));
  const seen = new Set<string>();
  const isCut = !/[\r\n]$/.test(file.text);
  for (let i = 1; i < rows.length; i++) {
    const row = rows[i];
    const code = codeOf(row[keyPosition], level);
    const reject = (rule: string, reason: string) => tally.reject(rule, i + 1, reason);
    const odd = positions.find(([, position]) => !/^[0-9]+(\.[0-9]+)?$/.test((row[position] ?? "").trim()));
    if (row.length !== columns.length)
      reject("cell count", `${row.length} cells; expected ${columns.length}`);
    else if (isCut && i === rows.length - 1)
      reject("cut row", "the file ends inside this row, without a line break");
    else if (code === undefined) reject("area code", `"${row[keyPosition] ?? ""}" is not an area code`);
    else if (seen.has(code)) reject("repeated code", `${code} is in an earlier row too`);
    else if (odd !== undefined)
      reject("number", `${odd[0]} is "${row[odd[1]].trim()}"; expected a number of at least 0`);
    else {
      seen.add(code);
      if (special.has(kindOf(level, code))) continue;
      codes.push(code);
      fileRows.push(i + 1);
      for (const [name, position] of positions) cells[name].push(Number(row[position]));
    }
  }
  if (codes.length === 0) file.refuse(`no usable row below the header of table ${table.id}`);
  reportMissingRows(file, level, seen, rows.length, tally);
  const notes = [...special.notes(), ...(file.encoding === "utf-8" ? [] : [`read as ${file.encoding}`])];
  return tally.reading({
    part: { table: table.id, level, codes, rows: fileRows, cells },
    rowsRead: rows.length - 1,
    rowsUsed: codes.length,
    vintage: table.vintage,
    notes,
  });
}

/** Areas of 2021, special codes included, by first digit: 1 (New South Wales) to 9 (other territories). */
const AREAS: Readonly<Record<"SAL" | "LGA", readonly number[]>> = {
  SAL: [4544, 2946, 3235, 1698, 1701, 778, 305, 138, 7],
  LGA: [131, 82, 80, 73, 141, 31, 21, 3, 3],
};

/** Below this many areas, an incomplete file without a published name passes as a selection. */
const SELECTION = 100;

/** Reports states with missing areas. Rejects the file if its name is that of a complete published table. */
function reportMissingRows(
  file: ImportFile,
  level: CensusLevel,
  codes: ReadonlySet<string>,
  lastRow: number,
  tally: RejectTally,
): void {
  if (level === "STE" || level === "GCCSA") reportMissingRegions(file, level, codes, lastRow, tally);
  if (level !== "SAL" && level !== "LGA") return;
  const found = new Map<string, number>();
  for (const code of codes) found.set(code[0], (found.get(code[0]) ?? 0) + 1);
  const isNational = /_AUST?_(SAL|LGA)\b/i.test(file.name);
  const digits = isNational ? STATES.map(({ digit }) => digit) : [...found.keys()];
  const missing = digits.flatMap((digit) => {
    const [expected, count] = [AREAS[level][Number(digit) - 1], found.get(digit) ?? 0];
    const state = STATES.find((one) => one.digit === digit)?.code ?? "other territories";
    return expected === undefined || count >= expected ? [] : `${count} of ${expected} areas of ${state}`;
  });
  if (missing.length === 0) return;
  if (isNational || /Census_G\d+[A-Z]?_[A-Z]+_(SAL|LGA)\b/i.test(file.name))
    file.refuse(`cut short at row ${lastRow}: ${missing.join(", ")}`);
  if (codes.size < SELECTION) return;
  tally.reject("areas missing", lastRow, `${missing.join(", ")}; the file may be truncated or a selection`);
}

/** All states, and the capital and rest of each; the ACT is one area. */
const REGIONS: Readonly<Record<"STE" | "GCCSA", readonly string[]>> = {
  STE: STATES.map(({ digit }) => digit),
  GCCSA: "1GSYD 1RNSW 2GMEL 2RVIC 3GBRI 3RQLD 4GADE 4RSAU 5GPER 5RWAU 6GHOB 6RTAS 7GDAR 7RNTE 8ACTE".split(
    " ",
  ),
};

/** Reports missing states or capitals unless over half are missing; rejects a file with a published name. */
function reportMissingRegions(
  file: ImportFile,
  level: "STE" | "GCCSA",
  codes: ReadonlySet<string>,
  lastRow: number,
  tally: RejectTally,
): void {
  const missing = REGIONS[level].filter((code) => !codes.has(code));
  if (missing.length === 0) return;
  const reason = `no row of ${missing.join(", ")}`;
  if (/Census_G\d+[A-Z]?_AUST?_(STE|GCCSA)\b/i.test(file.name))
    file.refuse(`cut short at row ${lastRow}: ${reason}`);
  if (missing.length < REGIONS[level].length / 2)
    tally.reject("areas missing", lastRow, `${reason}; the file may be truncated or a selection`);
}

export function unused(
  { id, vintage }: Pick<CensusTable, "id" | "vintage">,
  rowsRead: number,
  note: string,
): FileReading<CensusPart> {
  return {
    part: { table: id, level: "SAL", codes: [], rows: [], cells: {} },
    report: { rowsRead, rowsUsed: 0, rejects: [], vintage, notes: [note] },
  };
}

/** The needed columns with their positions. A split table may lack some: they are in another file. */
function neededPositions(file: ImportFile, table: CensusTable, columns: readonly string[]) {
  const repeated = columns.find((name, i) => columns.indexOf(name) !== i);
  if (repeated !== undefined) file.refuse(`row 1: column "${repeated}" occurs twice`);
  const found = table.cells
    .map((name): [string, number] => [name, columns.indexOf(name)])
    .filter(([, position]) => position >= 0)
    .sort(([, a], [, b]) => a - b);
  const missing = table.cells.filter((name) => !columns.includes(name));
  if (missing.length > 0 && !table.isSplit) {
    file.refuse(
      `row 1: table ${table.id} lacks the column ${missing.map((name) => `"${name}"`).join(", ")}; ` +
        "expected the short-header DataPack as published",
    );
  }
  return found;
}

function codeOf(cell: string | undefined, level: CensusLevel): string | undefined {
  if (level === "SAL" || level === "LGA") return areaCodeOf(level, cell);
  if (level === "POA") return /^(?:POA)?([0-9]{4}|ZZZZ)$/i.exec((cell ?? "").trim())?.[1].toUpperCase();
  return /^[A-Z0-9]{1,5}$/i.exec((cell ?? "").trim())?.[0].toUpperCase();
}

function isLevel(level: string): level is CensusLevel {
  return (LEVELS as readonly string[]).includes(level);
}

function kindOf(level: CensusLevel, code: string): SalKind {
  if (level === "SAL" || level === "LGA") return kindOfArea(level, code);
  return wideRegion(level, code) === undefined ? "other territories" : "suburb";
}
