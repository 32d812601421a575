import { badDataset } from "../../runtime/errors.ts";
import { titlesOf } from "../files/plain-table.ts";
import type { ImportFile } from "../run/import-file.ts";
import type { RejectTally } from "../run/reject-tally.ts";

/** A feed file as strings; only a mapping gives the columns a meaning. */
export interface FeedRows {
  readonly columns: readonly string[];
  /** Cells by column, with the file row; a missing or null member is "". */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

/** Maximum cells in memory, including those missing from objects. */
const MAX_CELLS = 50_000_000;

/** True for newline-delimited JSON: the first line is an object, but not a map on a single line. */
export function isNdjson(file: ImportFile): boolean {
  if (!file.firstLine.trimStart().startsWith("{")) return false;
  const object = objectOf(file.firstLine);
  return object !== undefined && object.type !== "FeatureCollection" && object.type !== "Topology";
}

/** Columns from the CSV header, the first JSON object or the Parquet schema. */
export function feedHeader(file: ImportFile): readonly string[] {
  if (file.isWorkbook || file.isHtml) return [];
  if (file.isParquet) return file.parquetColumns();
  return isNdjson(file) ? [...flatten(objectOf(file.firstLine)!).keys()] : titlesOf(file);
}

/** Rows of a CSV, NDJSON or loaded Parquet file; broken lines are rejected one by one. */
export function readFeedRows(file: ImportFile, tally: RejectTally): FeedRows {
  if (file.isParquet)
    return objectRows(
      file.path,
      file.parquetRows().map((object, r) => ({ row: r + 1, object })),
    );
  return isNdjson(file) ? ndjsonRows(file, tally) : csvRows(file, tally);
}

function csvRows(file: ImportFile, tally: RejectTally): FeedRows {
  const [header = [], ...records] = file.csv();
  const columns = header.map((cell) => cell.trim());
  const rows: { row: number; cells: string[] }[] = [];
  records.forEach((cells, r) => {
    if (cells.length === 1 && cells[0].trim() === "") return;
    if (cells.length === columns.length) rows.push({ row: r + 2, cells: cells.map((cell) => cell.trim()) });
    else tally.reject("wrong number of cells", r + 2, `${cells.length}, the header has ${columns.length}`);
  });
  return { columns, rows };
}

function ndjsonRows(file: ImportFile, tally: RejectTally): FeedRows {
  const found: { row: number; object: Record<string, unknown> }[] = [];
  file.text.split("\n").forEach((line, r) => {
    if (line.trim() === "") return;
    const object = objectOf(line);
    if (object === undefined) tally.reject("not JSON", r + 1, `"${line.slice(0, 40)}…" is not a JSON object`);
    else found.push({ row: r + 1, object });
  });
  return objectRows(file.path, found);
}

function objectRows(
  path: string,
  objects: readonly { row: number; object: Readonly<Record<string, unknown>> }[],
): FeedRows {
  const found = objects.map(({ row, object }) => ({ row, members: flatten(object) }));
  const names = new Set<string>();
  for (const { members } of found) for (const name of members.keys()) names.add(name);
  const columns = [...names];
  if (columns.length * found.length > MAX_CELLS) {
    throw badDataset(`${path}: ${found.length} rows of ${columns.length} different columns; split it`);
  }
  const rows = found.map(({ row, members }) => ({
    row,
    cells: columns.map((column) => members.get(column) ?? ""),
  }));
  return { columns, rows };
}

function objectOf(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** JSON.stringify replacer: converts Parquet's bigints, which JSON cannot represent. */
function wholeNumbers(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

/** Joins the keys of nested objects by dots; lists become JSON. */
function flatten(object: Readonly<Record<string, unknown>>, prefix = ""): Map<string, string> {
  const members = new Map<string, string>();
  for (const [key, value] of Object.entries(object)) {
    const name = `${prefix}${key}`;
    if (value === null || value === undefined) members.set(name, "");
    else if (ArrayBuffer.isView(value)) members.set(name, String(value));
    else if (Array.isArray(value)) members.set(name, JSON.stringify(value, wholeNumbers));
    else if (typeof value === "object") {
      for (const [inner, text] of flatten(value as Record<string, unknown>, `${name}.`))
        members.set(inner, text);
    } else members.set(name, String(value).trim());
  }
  return members;
}
