import { isStateCode, STATE_CODES, type StateCode, stateCodeIn } from "../dataset/states.ts";
import { REGION_TYPES } from "../dataset/tables/prices.ts";
import { invalidArgument } from "../runtime/errors.ts";

/** Longest piece of a caller's text that an error repeats. */
const QUOTED_LENGTH = 60;

/** A caller's text as an error shows it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text);
}

/** The state, or "" for all states when none is given. */
export function optionalState(text: string): StateCode | "" {
  const code = stateCodeIn(text);
  if (code === "" || isStateCode(code)) return code;
  throw invalidArgument(`state_code: ${quoted(text)} is not one of ${STATE_CODES.join(", ")}`);
}

/** The state; it must be given. */
export function requireState(text: string): StateCode {
  const code = optionalState(text);
  if (code === "") throw invalidArgument(`state_code is required: one of ${STATE_CODES.join(", ")}`);
  return code;
}

export type RegionType = (typeof REGION_TYPES)[number];

/** The region type, or "" when none is given. */
export function optionalRegionType(text: string): RegionType | "" {
  const type = text.trim().toLowerCase();
  if (type === "" || (REGION_TYPES as readonly string[]).includes(type)) return type as RegionType | "";
  throw invalidArgument(`region_type: ${quoted(text)} is not one of ${REGION_TYPES.join(", ")}`);
}

/** A search text in lower case, white space collapsed; "" matches everything. It is plain text, not a pattern. */
export function searchText(query: string): string {
  return query.replaceAll(/\s+/g, " ").trim().toLowerCase();
}

/** The number asked for; the fallback when it is 0 or less, and also when it is above the maximum. */
export function limitOrDefault(limit: number, fallback: number, most: number): number {
  return limit >= 1 && limit <= most ? limit : fallback;
}

/** The limit asked for: 0 or less is the default, above the maximum it is the maximum. */
export function clampedLimit(limit: number, fallback: number, most: number): number {
  return limit <= 0 ? fallback : Math.min(limit, most);
}

/** The limit asked for: 0 is the default; below it and above the maximum it is refused. */
export function limitWithin(limit: number, fallback: number, most: number, field = "limit"): number {
  if (limit >= 0 && limit <= most) return limit || fallback;
  throw invalidArgument(`${field}: ${limit} is not within 0 to ${most}; 0 means ${fallback}`);
}

/** A trimmed text in the given case; it must not be empty. */
export function requireText(text: string, field: string, letters: "upper" | "lower" | "as given"): string {
  const trimmed = text.trim();
  if (trimmed === "") throw invalidArgument(`${field} is required and must not be empty`);
  if (letters === "as given") return trimmed;
  return letters === "upper" ? trimmed.toUpperCase() : trimmed.toLowerCase();
}

/** What a query holds for the value of a field, which errors name as the proto file does. */
type FieldRule = (value: never, field: string) => unknown;

/** The query of a request: each field that has a rule, under the same name, as its rule reads it. */
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

/** Rules of a field that takes any value. */
export const asGiven = <Value>(value: Value): Value => value;
export const trimmed = (text: string): string => text.trim();

/** Rules of a text that must be given. */
export const requiredText = (text: string, field: string): string => requireText(text, field, "as given");
export const upperText = (text: string, field: string): string => requireText(text, field, "upper");
export const lowerText = (text: string, field: string): string => requireText(text, field, "lower");

/** A rule of a code in capitals that must be given; an error says what a code is. */
export const codeOf =
  (pattern: string, what: string) =>
  (text: string, field: string): string => {
    const code = upperText(text, field);
    if (new RegExp(`^${pattern}$`).test(code)) return code;
    throw invalidArgument(`${field}: ${quoted(text)} is not ${what}`);
  };

/** Rules of a limit, as `limitOrDefault`, `clampedLimit` and `limitWithin` read it. */
export const orDefault = (fallback: number, most: number) => (limit: number) =>
  limitOrDefault(limit, fallback, most);
export const clamped = (fallback: number, most: number) => (limit: number) =>
  clampedLimit(limit, fallback, most);
export const within = (fallback: number, most: number) => (limit: number, field: string) =>
  limitWithin(limit, fallback, most, field);
