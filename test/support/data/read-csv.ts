import { readFileSync } from "node:fs";

export type CsvRow = Readonly<Record<string, string>>;

/** Rows of a CSV file by column name; an empty cell is "". Knows quotes, but no line breaks inside them. */
export function readCsv(path: string): CsvRow[] {
  const [head, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  const columns = head.split(",");
  return lines.map((line) => {
    const cells = splitLine(line);
    if (cells.length !== columns.length) throw new Error(`${path}: ${cells.length} cells in ${line}`);
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]]));
  });
}

function splitLine(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  const cells: string[] = [];
  for (const [, quoted, plain] of line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)) {
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  }
  // A line that does not end in a comma matches once more, empty, at its end.
  if (!line.endsWith(",")) cells.pop();
  return cells;
}
