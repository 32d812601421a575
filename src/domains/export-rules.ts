import { isStateCode, NATIONAL_SCOPE, STATE_CODES, stateCodeIn } from "../dataset/states.ts";
import { quoted } from "../rpc/request-rules.ts";
import { invalidArgument, TerraceError } from "../runtime/errors.ts";
import { didYouMean } from "../runtime/nearest-names.ts";

/** The state code of a path, given as code or full name; AU for the country. */
export function pathScope(key: string): string {
  const code = stateCodeIn(key);
  if (code === NATIONAL_SCOPE || isStateCode(code)) return code;
  const allowed = [...STATE_CODES, NATIONAL_SCOPE].join(", ");
  throw new TerraceError("not_found", `no state ${quoted(key)}; allowed are ${allowed}`);
}

/** The name that was given, in lower case; the first of `names` by default. */
export function oneOf(text: string | undefined, names: readonly string[], field: string): string {
  if (text === undefined || text.trim() === "") return names[0];
  const name = text.trim().toLowerCase();
  if (names.includes(name)) return name;
  const hint = didYouMean(name, names, 1);
  throw invalidArgument(`${field}: ${quoted(text)} is not one of ${names.join(", ")}${hint}`);
}

/** Splits a comma-separated list; undefined if it is missing or empty. */
export function listOf(text: string | undefined): string[] | undefined {
  return text === undefined || text.trim() === "" ? undefined : text.split(",").map((part) => part.trim());
}

/** A sort key of rows, which may be given by number; null cells come last in both directions. */
export interface SortKey<Row = number> {
  readonly cellOf: (row: Row) => number | string | null;
  readonly isDescending: boolean;
}

/** Comparator of rows by the first key in which they differ. */
export function orderedBy<Row>(keys: readonly SortKey<Row>[]): (a: Row, b: Row) => number {
  return (a, b) => {
    for (const { cellOf, isDescending } of keys) {
      const [one, other] = [cellOf(a), cellOf(b)];
      if (one === other) continue;
      if (one === null || other === null) return one === null ? 1 : -1;
      return one < other === isDescending ? 1 : -1;
    }
    return 0;
  };
}

/** A whole number from 1 to `most`; the fallback if it is missing or empty. */
export function wholeNumber(
  text: string | undefined,
  { field, fallback, most }: { readonly field: string; readonly fallback: number; readonly most: number },
): number {
  if (text === undefined || text.trim() === "") return fallback;
  const number = /^\d{1,16}$/.test(text.trim()) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw invalidArgument(`${field}: ${quoted(text)} is not a whole number from 1 to ${most}`);
}

/** Maximum rows of a file; all rows by default. */
export function limitOf(parameters: ReadonlyMap<string, string>): number {
  const most = Number.MAX_SAFE_INTEGER;
  return wholeNumber(parameters.get("limit"), { field: "limit", fallback: most, most });
}

/** Rows to skip; 0 by default. */
export function offsetOf(text: string | undefined): number {
  return text?.trim() === "0" ? 0 : wholeNumber(text, { field: "offset", fallback: 0, most: 10_000_000 });
}

/** Parses "true" or "false"; false by default. */
export function flag(text: string | undefined, field: string): boolean {
  return oneOf(text, ["false", "true"], field) === "true";
}
