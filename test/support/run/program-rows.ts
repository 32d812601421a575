import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect } from "vitest";
import { STATE_CODES } from "../../../src/dataset/states.ts";
import { callJson } from "../country/call-json.ts";

/**
 * Checks a row of the table in data/guides/programs.md: which program has read what through which door, with
 * as many rows as the API has. A test in which another program has read something ends with
 *     shownByProgram({ program: "pandas", door: "`/v1/suburbs/AU.csv`", read: "suburbs with prices", rows,
 * api });
 * where `rows` is the program's row count and `api` the API's. It fails where they differ, or where the page
 * has no such row, another count or another test. `TERRACE_WRITE_PROGRAMS=1 npx vitest run <file>` writes the
 * row into the page, sorted. Write `program`, `door` and `read` as literals in the call: `test/tools.test.ts`
 * searches the named test for each row of the page. If a program is missing, skip its test: the row stays.
 */
export function shownByProgram({ api, ...shown }: ProgramReading & { readonly api: number }): void {
  expect(shown.rows, `rows that ${shown.program} read, and rows of the API`).toBe(api);
  const row = { ...shown, test: relative(ROOT, expect.getState().testPath!).replaceAll("\\", "/") };
  if (process.env.TERRACE_WRITE_PROGRAMS !== undefined) writeRow(row);
  expect(programRows().find(isSame(row)), "the row in data/guides/programs.md").toEqual(row);
}

/** Number of suburbs that a server's methods return, for some states or all. */
export async function suburbCount(url: string, states: readonly string[] = STATE_CODES): Promise<number> {
  const counts = states.map(async (stateCode) => {
    const { body } = await callJson(url, "shorts.v1alpha1.HousingService/GetSuburbIndex", { stateCode });
    return (body as { suburbs?: unknown[] }).suburbs?.length ?? 0;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

export interface ProgramReading {
  readonly program: string;
  /** How the program got the data, such as an address. */
  readonly door: string;
  readonly read: string;
  readonly rows: number;
}

export interface ProgramRow extends ProgramReading {
  /** Path of the test that shows it. */
  readonly test: string;
}

const ROOT = resolve(import.meta.dirname, "../../..");
const PAGE = join(ROOT, "data/guides/programs.md");
const LINE = /^\| (.+?) \| (.+?) \| (.+?) \| ([\d,]+) \| `(test\/.+?)` \|\n/gm;

export function programRows(page = readFileSync(PAGE, "utf8")): ProgramRow[] {
  return Array.from(page.matchAll(LINE), ([, program, door, read, rows, test]) => ({
    program,
    door,
    read,
    rows: Number(rows.replaceAll(",", "")),
    test,
  }));
}

/** Sorts by program, door and what was read. */
export const inPageOrder = (rows: readonly ProgramRow[]): ProgramRow[] =>
  rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));

const nameOf = ({ program, door, read }: ProgramRow) => `${program}|${door}|${read}`.toLowerCase();
const isSame = (row: ProgramRow) => (other: ProgramRow) => nameOf(other) === nameOf(row);

function writeRow(row: ProgramRow): void {
  const page = readFileSync(PAGE, "utf8");
  const rows = inPageOrder([...programRows(page).filter((other) => !isSame(row)(other)), row]);
  const lines = rows.map(
    (one) =>
      `| ${one.program} | ${one.door} | ${one.read} | ${one.rows.toLocaleString("en")} | \`${one.test}\` |\n`,
  );
  writeFileSync(
    PAGE,
    page.replace(LINE, "").replace(/^\| -.*\n/m, (rule) => rule + lines.join("")),
  );
}
