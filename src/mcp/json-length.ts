import { columnsOf, isTable, type PlainRow } from "./compacted.ts";

/**
 * True when `JSON.stringify(compacted(value, most))` has at most so many characters. Nothing is made to find out, and
 * nothing is looked at once there are too many.
 */
export function fitsInto(value: unknown, characters: number, most = Number.POSITIVE_INFINITY): boolean {
  let left = characters;
  /** Takes room for some characters; false when there is none. */
  const take = (count: number): boolean => {
    left -= count;
    return left >= 0;
  };
  const takeValue = (one: unknown): boolean => {
    if (Array.isArray(one)) return takeList(one);
    if (one === null || typeof one !== "object") return takeText(one);
    const entries = Object.entries(one).filter(([, item]) => item !== undefined);
    if (!take(listLength(entries.length))) return false;
    return entries.every(([key, item]) => takeText(key) && take(1) && takeValue(item));
  };
  /** A plain value; one that is long is not written to be measured. */
  const takeText = (one: unknown): boolean => {
    if (typeof one === "string" && one.length > left) return false;
    return take(JSON.stringify(one).length);
  };
  const takeList = (whole: readonly unknown[]): boolean => {
    const length = Math.min(whole.length, most);
    // Each element has a character at least.
    if (listLength(length) + length > left) return false;
    const list = whole.slice(0, length);
    if (isTable(list)) return takeTable(list);
    return take(listLength(length)) && list.every(takeValue);
  };
  const takeTable = (rows: readonly PlainRow[]): boolean => {
    const columns = columnsOf(rows);
    const frame = '{"columns":,"rows":}'.length + listLength(columns.length) + listLength(rows.length);
    if (!take(frame) || !columns.every(takeText)) return false;
    return rows.every(
      (row) => take(listLength(columns.length)) && columns.every((name) => takeText(row[name] ?? null)),
    );
  };
  return takeValue(value);
}

/** Brackets and commas of so many elements. */
function listLength(elements: number): number {
  return 2 + Math.max(0, elements - 1);
}
