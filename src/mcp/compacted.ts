/** Lists of this many objects or more are written as a table: names once instead of in every row. */
const TABLE_ROWS = 5;

/**
 * The same data with lists of plain objects as `{columns, rows}`; a cell that was absent is null. Lists end after `most`.
 * Undefined where the JSON of it would have more than so many characters: no more is made, or looked at, than fits.
 */
export function compacted(
  data: unknown,
  most = Number.POSITIVE_INFINITY,
  characters = Number.POSITIVE_INFINITY,
): unknown {
  let left = characters;
  /** A plain value; one that is long is not written to be measured. */
  const plain = (value: unknown): unknown => {
    left -= typeof value === "string" && value.length > left ? value.length : JSON.stringify(value).length;
    return value;
  };
  /** Elements with their brackets and commas. */
  const list = <T, Made>(elements: readonly T[], make: (element: T) => Made): Made[] => {
    left -= 2 + Math.max(0, elements.length - 1);
    const made: Made[] = [];
    for (const element of elements) {
      if (left < 0) break;
      made.push(make(element));
    }
    return made;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      // Each element has a character at least.
      const elements: readonly unknown[] = value.slice(0, Math.min(most, left + 1));
      if (!isTable(elements)) return list(elements, walk);
      left -= '{"columns":,"rows":}'.length;
      const names = [...new Set(elements.flatMap(Object.keys))];
      const columns = list(names, plain);
      return { columns, rows: list(elements, (row) => list(names, (name) => plain(row[name] ?? null))) };
    }
    if (value === null || typeof value !== "object") return plain(value);
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    const made = list(entries, ([key, item]) => {
      plain(key);
      left -= ":".length;
      return [key, walk(item)] as const;
    });
    return Object.fromEntries(made);
  };
  const made = walk(data);
  return left < 0 ? undefined : made;
}

function isTable(list: readonly unknown[]): list is readonly Readonly<Record<string, unknown>>[] {
  return list.length >= TABLE_ROWS && list.every(isPlainObject);
}

function isPlainObject(value: unknown): boolean {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return Object.values(value).every((cell) => cell === null || typeof cell !== "object");
}
