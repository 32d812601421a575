import { appendFileSync, existsSync, readFileSync } from "node:fs";

export const HISTORY_LINES = 1000;

/** The statements of earlier shells, newest first, as the line editor takes them. */
export function oldStatements(file: string): string[] {
  try {
    if (!existsSync(file)) return [];
    return readFileSync(file, "utf8").trimEnd().split("\n").slice(-HISTORY_LINES).reverse();
  } catch {
    // A history that cannot be read is no reason to answer nothing.
    return [];
  }
}

/** Notes a statement on one line, for its owner alone; false when that is not possible. */
export function noteStatement(file: string, statement: string): boolean {
  try {
    appendFileSync(file, `${statement.replaceAll(/\s+/g, " ").trim()}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
