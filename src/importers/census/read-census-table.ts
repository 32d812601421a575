import { TerraceError } from "../../runtime/errors.ts";
import { kindOfSal, leftOutNote, type SalKind, salCodeOf } from "../geography/sal-code.ts";
import type { FileReading } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { type CensusTable, censusTableOf } from "./census-tables.ts";

/** Levels of geography that have a place in the dataset. */
export type CensusLevel = "SAL" | "LGA";

/** The needed cells of one table file, column by column. */
export interface CensusPart {
  readonly table: string;
  readonly level: CensusLevel;
  readonly codes: readonly string[];
  readonly cells: Readonly<Record<string, readonly number[]>>;
}

const KEY_COLUMN = /^([A-Z0-9]+)_CODE_2021$/;

/** What the header says, or undefined when it is no DataPack table. */
export function censusHeader(
  columns: readonly string[],
): { table: CensusTable; level: string; keyPosition: number } | undefined {
  const table = censusTableOf(columns);
  const keyPosition = columns.findIndex((name) => KEY_COLUMN.test(name));
  if (table === undefined || keyPosition < 0) return undefined;
  return { table, level: KEY_COLUMN.exec(columns[keyPosition])![1], keyPosition };
}

/** The cells of one DataPack table. Columns may stand in any order; a needed one that is missing refuses the file. */
export function readCensusTable(file: ImportFile): FileReading<CensusPart> {
  const rows = file.csv();
  const columns = (rows[0] ?? []).map((name) => name.trim());
  const { table, level, keyPosition } = censusHeader(columns)!;
  const positions = neededPositions(file, table, columns);
  if (level !== "SAL" && level !== "LGA") {
    const note = `by ${level}: Terrace keeps Census figures of suburbs (SAL) and councils (LGA) only`;
    return unused(table, rows.length - 1, note);
  }
  const tally = new RejectTally();
  const special = new Map<SalKind, number>();
  const codes: string[] = [];
  const cells = Object.fromEntries(positions.map(([name]) => [name, [] as number[]]));
  const seen = new Set<string>();
  const isCut = !/[\r\n]$/.test(file.text);
  for (let i = 1; i < rows.length; i++) {
    const row = rows[i];
    const code = codeOf(row[keyPosition], level);
    const problem = rowProblem(
      row,
      columns,
      positions,
      keyPosition,
      code,
      seen,
      isCut && i === rows.length - 1,
    );
    if (problem !== undefined) {
      tally.reject(problem.rule, i + 1, problem.reason);
      continue;
    }
    seen.add(code!);
    const kind = level === "SAL" ? kindOfSal(code!) : kindOfLga(code!);
    if (kind !== "suburb") {
      special.set(kind, (special.get(kind) ?? 0) + 1);
      continue;
    }
    codes.push(code!);
    for (const [name, position] of positions) cells[name].push(Number(row[position]));
  }
  if (codes.length === 0) {
    throw new TerraceError(
      "bad_dataset",
      `${file.path}: no usable row below the header of table ${table.id}`,
    );
  }
  const notes = [leftOutNote(special), file.encoding === "utf-8" ? "" : `read as ${file.encoding}`].filter(
    (note) => note !== "",
  );
  return {
    part: { table: table.id, level, codes, cells },
    report: {
      rowsRead: rows.length - 1,
      rowsUsed: codes.length,
      rejects: tally.rules(),
      vintage: table.vintage,
      notes,
    },
  };
}

function unused(table: CensusTable, rowsRead: number, note: string): FileReading<CensusPart> {
  return {
    part: { table: table.id, level: "SAL", codes: [], cells: {} },
    report: { rowsRead, rowsUsed: 0, rejects: [], vintage: table.vintage, notes: [note] },
  };
}

/** The needed columns with their positions; those of a table that comes in parts may stand in another file. */
function neededPositions(
  file: ImportFile,
  table: CensusTable,
  columns: readonly string[],
): [string, number][] {
  const repeated = columns.find((name, i) => columns.indexOf(name) !== i);
  if (repeated !== undefined) {
    throw new TerraceError("bad_dataset", `${file.path}: row 1: column "${repeated}" occurs twice`);
  }
  const found = table.cells
    .map((name): [string, number] => [name, columns.indexOf(name)])
    .filter(([, position]) => position >= 0);
  const missing = table.cells.filter((name) => !columns.includes(name));
  if (missing.length > 0 && !table.isSplit) {
    throw new TerraceError(
      "bad_dataset",
      `${file.path}: row 1: table ${table.id} lacks the column ${missing.map((name) => `"${name}"`).join(", ")}; ` +
        "expected the short-header DataPack as published",
    );
  }
  return found;
}

function rowProblem(
  row: readonly string[],
  columns: readonly string[],
  positions: readonly [string, number][],
  keyPosition: number,
  code: string | undefined,
  seen: ReadonlySet<string>,
  isCut: boolean,
): { rule: string; reason: string } | undefined {
  if (row.length !== columns.length) {
    return { rule: "cell count", reason: `${row.length} cells; expected ${columns.length}` };
  }
  if (isCut) return { rule: "cut row", reason: "the file ends inside this row: it has no end of line" };
  if (code === undefined) return { rule: "area code", reason: `"${row[keyPosition] ?? ""}" is no area code` };
  if (seen.has(code)) return { rule: "repeated code", reason: `${code} stands in an earlier row too` };
  for (const [name, position] of positions) {
    const text = row[position].trim();
    if (!/^[0-9]+(\.[0-9]+)?$/.test(text)) {
      return { rule: "number", reason: `${name} is "${text}"; expected a number of at least 0` };
    }
  }
  return undefined;
}

function codeOf(cell: string | undefined, level: CensusLevel): string | undefined {
  if (level === "SAL") return salCodeOf(cell);
  const code = (cell ?? "").trim().replace(/^LGA/i, "");
  return /^([0-9]{5}|ZZZZZ)$/.test(code) ? code : undefined;
}

/** Council codes end with 9499 and 9799 where suburb codes end with 9494 and 9797. */
export function kindOfLga(code: string): SalKind {
  if (code === "ZZZZZ") return "outside Australia";
  if (code.endsWith("9499")) return "no usual address";
  if (code.endsWith("9799")) return "migratory";
  return /^[1-8]/.test(code) ? "suburb" : "other territories";
}
