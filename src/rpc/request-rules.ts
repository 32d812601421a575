import { isStateCode, STATE_CODES, type StateCode, stateCodeIn } from "../dataset/states.ts";
import { REGION_TYPES } from "../dataset/tables/prices.ts";
import { invalidArgument } from "../runtime/errors.ts";

/** Errors quote at most so many characters of a caller's string. */
const QUOTED_LENGTH = 60;

/** Quotes a caller's string for an error message, shortened. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text);
}

/** The state code, or "" if empty; throws if there is no such state. */
export function optionalState(text: string): StateCode | "" {
  const code = stateCodeIn(text);
  if (code === "" || isStateCode(code)) return code;
  throw invalidArgument(`state_code: ${quoted(text)} is not one of ${STATE_CODES.join(", ")}`);
}

/** Like `optionalState`, but throws if empty. */
export function requireState(text: string): StateCode {
  const code = optionalState(text);
  if (code === "") throw invalidArgument(`state_code is required: one of ${STATE_CODES.join(", ")}`);
  return code;
}

export type RegionType = (typeof REGION_TYPES)[number];

/** The region type, or "" if empty; throws if there is no such type. */
export function optionalRegionType(text: string): RegionType | "" {
  const type = text.trim().toLowerCase();
  if (type === "" || (REGION_TYPES as readonly string[]).includes(type)) return type as RegionType | "";
  throw invalidArgument(`region_type: ${quoted(text)} is not one of ${REGION_TYPES.join(", ")}`);
}

/** Lower-cased query with collapsed white space; "" matches everything. Plain text, not a pattern. */
export function searchText(query: string): string {
  return query.replaceAll(/\s+/g, " ").trim().toLowerCase();
}

/** The limit; `fallback` if it is 0 or less, or above `most`. */
export function limitOrDefault(limit: number, fallback: number, most: number): number {
  return limit >= 1 && limit <= most ? limit : fallback;
}

/** The limit; `fallback` if it is 0 or less, and at most `most`. */
export function clampedLimit(limit: number, fallback: number, most: number): number {
  return limit <= 0 ? fallback : Math.min(limit, most);
}

/** The limit; `fallback` if it is 0. Throws if it is negative or above `most`. */
export function limitWithin(limit: number, fallback: number, most: number, field = "limit"): number {
  if (limit >= 0 && limit <= most) return limit || fallback;
  throw invalidArgument(`${field}: ${limit} is not within 0 to ${most}; 0 means ${fallback}`);
}

/** Trims and changes case; throws if empty. */
export function requireText(text: string, field: string, letters: "upper" | "lower" | "as given"): string {
  const trimmed = text.trim();
  if (trimmed === "") throw invalidArgument(`${field} is required and must not be empty`);
  if (letters === "as given") return trimmed;
  return letters === "upper" ? trimmed.toUpperCase() : trimmed.toLowerCase();
}

/** Maps a field's value to its query value. Errors use `field`, the name in the proto file. */
type FieldRule = (value: never, field: string) => unknown;

/** Builds a query function from a rule per field; fields without a rule are not in the query. */
export function reading<Rules extends Readonly<Record<string, FieldRule>>>(rules: Rules) {
  type Request = { readonly [Name in keyof Rules]: Parameters<Rules[Name]>[0] };
  type Query = { readonly [Name in keyof Rules]: ReturnType<Rules[Name]> };
  const fields = Object.entries(rules).map(
    ([name, rule]) => [name, name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), rule] as const,
  );
  return (request: Request) =>
    Object.fromEntries(
      fields.map(([name, field, rule]) => [name, rule(request[name] as never, field)]),
    ) as Query;
}

export const asGiven = <Value>(value: Value): Value => value;
export const trimmed = (text: string): string => text.trim();

export const requiredText = (text: string, field: string): string => requireText(text, field, "as given");
export const upperText = (text: string, field: string): string => requireText(text, field, "upper");
export const lowerText = (text: string, field: string): string => requireText(text, field, "lower");

/** A rule for upper-case codes that must not be empty; errors say that the value is not `what`. */
export const codeOf =
  (pattern: string, what: string) =>
  (text: string, field: string): string => {
    const code = upperText(text, field);
    if (new RegExp(`^${pattern}$`).test(code)) return code;
    throw invalidArgument(`${field}: ${quoted(text)} is not ${what}`);
  };

export const orDefault = (fallback: number, most: number) => (limit: number) =>
  limitOrDefault(limit, fallback, most);
export const clamped = (fallback: number, most: number) => (limit: number) =>
  clampedLimit(limit, fallback, most);
export const within = (fallback: number, most: number) => (limit: number, field: string) =>
  limitWithin(limit, fallback, most, field);
