import { RESULT_FORMATS } from "./result-format.ts";

const KEYWORDS = [
  "SELECT",
  "FROM",
  "WHERE",
  "GROUP BY",
  "ORDER BY",
  "LIMIT",
  "JOIN",
  "USING",
  "DESCRIBE",
  "SUMMARIZE",
];

export const SHELL_COMMANDS = [".tables", ".schema", ".format", ".out", ".sources", ".help", ".quit"];

/** Names of columns by table. */
export type TableColumns = ReadonlyMap<string, readonly { readonly name: string; readonly type: string }[]>;

/**
 * Offers what may be where the cursor is and begins as the last word does: commands after a dot, tables after FROM
 * and JOIN, otherwise tables, columns and words of SQL.
 */
export function completer(tables: TableColumns): (line: string) => [string[], string] {
  const names = [...tables.keys()];
  const columns = [...tables.values()].flat().map(({ name }) => name);
  const words = [...new Set([...KEYWORDS, ...names, ...columns])];
  const fitting = (offered: readonly string[], last: string): [string[], string] => [
    offered.filter((word) => word.toLowerCase().startsWith(last.toLowerCase())),
    last,
  ];
  return (line) => {
    const last = /[A-Za-z0-9_]*$/.exec(line)![0];
    if (/^\s*\.[a-z]*$/.test(line)) return fitting(SHELL_COMMANDS, line.trim());
    if (/^\s*\.format\s/.test(line)) return fitting(RESULT_FORMATS, last);
    if (/^\s*\.schema\s/.test(line) || /\b(from|join|describe|summarize)\s+[A-Za-z0-9_]*$/i.test(line)) {
      return fitting(names, last);
    }
    return last === "" ? [[], last] : fitting(words, last);
  };
}
