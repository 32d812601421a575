import type { RawListings, RawRow } from "../data/raw-tables.ts";

/** Helpers shared by second implementations, each small enough to be obviously correct. */
export const MS_A_DAY = 86_400_000;
export const RESTRICTED = "proprietary-tos-restricted";

type Key<T> = keyof T | ((item: T) => number | bigint | string);

/** Comparator by several members or functions in turn: numbers descending, strings ascending by code unit. */
export function compareBy<T>(...keys: Key<T>[]): (a: T, b: T) => number {
  return (a, b) => {
    for (const key of keys) {
      const [x, y] = [a, b].map((item) => (typeof key === "function" ? key(item) : item[key]));
      if (x !== y) return x! < y! === (typeof x === "string") ? -1 : 1;
    }
    return 0;
  };
}

export function compareParts(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : a[at] < b[at] ? -1 : 1;
}

export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * MS_A_DAY).toISOString().slice(0, 10);
}

/** The date `months` earlier; the last day of that month if it is too short. */
export function monthsBefore(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, days));
  return first.toISOString().slice(0, 10);
}

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
export const sumOfCents = (rows: readonly RawRow[]): bigint =>
  rows.reduce((total, { cents }) => total + cents, 0n);

export const mean = (values: readonly number[]): number => sum(values) / values.length;

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Mean and median; zeros if there are fewer than three values. Ascending, so that equal values tie. */
export function floored(values: readonly number[]): { mean: number; median: number } {
  if (values.length < 3) return { mean: 0, median: 0 };
  return { mean: mean(values.toSorted((a, b) => a - b)), median: medianOf(values) };
}

/** Rounds half away from zero. */
export const rounded = (value: number, digits: number) =>
  (Math.sign(value) * Math.round(Math.abs(value) * 10 ** digits)) / 10 ** digits;

/** A number cell; null for missing. */
export function numberOf(row: RawRow | undefined, column: string): number | null {
  const cell = row?.[column] ?? null;
  return cell === null ? null : Number(cell);
}

/** A string cell; "" for missing. */
export function textOf(row: RawRow | undefined, column: string): string {
  return String(row?.[column] ?? "");
}

/** Words of letters and digits, in lower case. */
export const plainWords = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

export function groupRows(rows: readonly RawRow[], column: string): Map<string, RawRow[]> {
  return Map.groupBy(rows, (row) => textOf(row, column));
}

/** The JSON name of a column. */
export const member = (column: string) =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

type Camel<S> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;
type Words<S extends string> = S extends `${infer Head} ${infer Tail}` ? Head | Words<Tail> : S;
type Members<Columns extends string, T> = Record<Camel<Words<Columns>> & string, T>;

function pick<C extends string, T>(columns: C, cell: (column: string) => T): Members<C, T> {
  return Object.fromEntries(columns.split(" ").map((column) => [member(column), cell(column)])) as Members<
    C,
    T
  >;
}

/** The columns of a row, given as names separated by spaces, under their JSON names; values unchanged. */
export const membersOf = <C extends string>(row: RawRow, columns: C) =>
  pick(columns, (column) => row[column]);

/** membersOf with 0 for null. */
export const numbers = <C extends string>(row: RawRow | undefined, columns: C) =>
  pick(columns, (column) => numberOf(row, column) ?? 0);

/** membersOf with "" for null. */
export const texts = <C extends string>(row: RawRow | undefined, columns: C) =>
  pick(columns, (column) => textOf(row, column));

/** membersOf without nulls. */
export function knownNumbers(row: RawRow | undefined, columns: string): Record<string, number> {
  const known = columns.split(" ").filter((column) => numberOf(row, column) !== null);
  return known.length === 0 ? {} : numbers(row, known.join(" "));
}

/** A date in the RFC 3339 form of messages. */
export const midnight = (date: string): string => `${date}T00:00:00Z`;

/** An instant of a whole second in RFC 3339. */
export const instantOf = (ms: number): string => new Date(ms).toISOString().replace(".000Z", "Z");

/** When any listing was last seen: the crawl horizon. */
export const newestSighting = (raw: RawListings): number =>
  raw.listings.reduce((newest, l) => Math.max(newest, l.last_seen_at), 0);

export const newestEvent = (raw: RawListings): number =>
  raw.events.reduce((newest, e) => Math.max(newest, e.observed_at), 0);
