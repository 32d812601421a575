/** Lists of this many objects or more are written as a table: names once instead of in every row. */
const TABLE_ROWS = 5;

/** The same data with lists of plain objects as `{columns, rows}`; a cell that was absent is null. Lists end after `most`. */
export function compacted(value: unknown, most = Number.POSITIVE_INFINITY): unknown {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value.slice(0, most);
    if (!isTable(list)) return list.map((item) => compacted(item, most));
    const columns = columnsOf(list);
    return { columns, rows: list.map((row) => columns.map((name) => row[name] ?? null)) };
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, compacted(item, most)]));
}

/** A row of a table before it is one: every cell a plain value. */
export type PlainRow = Readonly<Record<string, unknown>>;

export function isTable(list: readonly unknown[]): list is readonly PlainRow[] {
  return list.length >= TABLE_ROWS && list.every(isPlainObject);
}

export function columnsOf(rows: readonly PlainRow[]): readonly string[] {
  const columns = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
  return [...columns];
}

function isPlainObject(value: unknown): boolean {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return Object.values(value).every((cell) => cell === null || typeof cell !== "object");
}
