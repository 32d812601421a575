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
