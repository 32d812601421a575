/** Lists of at least this many flat objects become a table: keys once instead of in every row. */
const TABLE_ROWS = 5;

/**
 * Copies `data` with lists of flat objects as `{columns, rows}`; missing cells are null. Lists are cut to
 * `most` elements. Returns undefined if the JSON would exceed `characters`, and stops walking as soon as it
 * does.
 */
export function compacted(
  data: unknown,
  most = Number.POSITIVE_INFINITY,
  characters = Number.POSITIVE_INFINITY,
): unknown {
  let left = characters;
  /** Counts a scalar. A string longer than the budget is not serialized to be measured. */
  const plain = (value: unknown): unknown => {
    left -= typeof value === "string" && value.length > left ? value.length : JSON.stringify(value).length;
    return value;
  };
  /** Counts brackets and commas, and maps elements until the budget is used up. */
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
      // Each element takes at least one character.
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
