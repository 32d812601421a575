import { STATES } from "../../dataset/states.ts";
import type { ImportFile } from "../run/import-file.ts";
import type { RejectTally } from "../run/reject-tally.ts";
import { PUBLISHED_LENGTH } from "./alphabetical-end.ts";

const ORDERED_COLUMNS = 8;

/** This many consecutive rows repeated in the same order are not a coincidence. */
const REPEATED_ROWS = 3;

/** Shorter lines, and lines of empty cells, may repeat by chance. */
const REPEATED_CHARACTERS = 12;

/**
 * Reports signs of a damaged table: a list sorted by name or area code that ends too early, a table of most
 * states that lacks the others, and repeated rows.
 */
export function reportDoubtfulRows(file: ImportFile, tally: RejectTally): void {
  if (!file.isDelimited) return;
  const [header = [], ...rows] = file.csv();
  if (rows.length < PUBLISHED_LENGTH) return;
  const reason = earlyEnd(rows) ?? missingStates(header, rows);
  if (reason !== undefined) tally.reject("list may be cut", rows.length + 1, reason);
  reportRepeatedRows(file, tally);
}

function earlyEnd(rows: readonly (readonly string[])[]): string | undefined {
  for (let column = 0; column < ORDERED_COLUMNS; column++) {
    const cells = rows.map((row) => (row[column] ?? "").trim().toLowerCase()).filter((cell) => cell !== "");
    if (cells.length < rows.length || cells.some((cell, i) => i > 0 && cells[i - 1] > cell)) continue;
    const [first, last] = [cells[0], cells.at(-1)!];
    if (/^(sal)?1\d{4}$/.test(first) && /^(sal)?[1-7]\d{4}$/.test(last))
      return `the codes of ${cells.length} areas begin with New South Wales and end at "${last}"`;
    if (/^[ab][a-z]/.test(first) && /^[a-s]/.test(last))
      return `the last of ${cells.length} names in alphabetical order is "${last}"`;
  }
  return undefined;
}

/** A table of most states should have all of them. */
function missingStates(header: readonly string[], rows: readonly (readonly string[])[]): string | undefined {
  const column = header.findIndex((name) => /^(ste|state)(_?name)?(_?\d*)$/i.test(name.trim()));
  if (column < 0) return undefined;
  const found = new Set(rows.map((row) => (row[column] ?? "").trim().toLowerCase()));
  const missing = STATES.filter(
    ({ code, name }) => ![code, name].some((label) => found.has(label.toLowerCase())),
  );
  if (missing.length === 0 || missing.length > MAX_MISSING) return undefined;
  return `there are no rows of ${missing.map(({ code }) => code).join(", ")}, but rows of all other states`;
}

/** Reports at most this many missing states: a table of only one or two states is a selection. */
const MAX_MISSING = 4;

function reportRepeatedRows(file: ImportFile, tally: RejectTally): void {
  const lines = file.text.split(/\r\n|\n|\r/);
  const above = new Map<string, number>();
  let run = 0;
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i];
    const isShort = line.length < REPEATED_CHARACTERS || /^[,;\s"]*$/.test(line);
    const place = isShort ? undefined : above.get(line);
    run = place !== undefined && (run === 0 || lines[place - 1] === lines[i - 1]) ? run + 1 : 0;
    if (run === REPEATED_ROWS)
      tally.reject(
        "rows twice",
        i + 1,
        `it and the rows above it repeat those that end in row ${place! + 1}`,
      );
    above.set(line, i);
  }
}
