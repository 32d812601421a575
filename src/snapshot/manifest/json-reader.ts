import { TerraceError } from "../../runtime/errors.ts";

/** A JSON value and the name of its place, so that every complaint says where and what. */
export interface JsonPlace {
  readonly at: string;
  readonly value: unknown;
}

export type JsonObject = Readonly<Record<string, JsonPlace>>;

/** The members of an object that has all of `required`, maybe some of `optional`, and no others. */
export function readObject(
  place: JsonPlace,
  required: readonly string[],
  optional: readonly string[] = [],
): JsonObject {
  const members = readMap(place);
  for (const key of required) {
    if (!(key in members)) throw complaint(place.at, `lacks the key "${key}"`);
  }
  const known = [...required, ...optional];
  for (const key of Object.keys(members)) {
    if (!known.includes(key)) {
      throw complaint(place.at, `has the unknown key "${key}"; known keys: ${known.join(", ")}`);
    }
  }
  return members;
}

/** The members of an object with any keys. */
export function readMap(place: JsonPlace): JsonObject {
  const { value, at } = place;
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw expected(place, "an object");
  }
  const members = Object.entries(value).map(([key, member]) => [key, { at: `${at}.${key}`, value: member }]);
  return Object.assign(Object.create(null), Object.fromEntries(members));
}

export function readList<Item>(place: JsonPlace, item: (place: JsonPlace) => Item): Item[] {
  if (!Array.isArray(place.value)) throw expected(place, "a list");
  return place.value.map((value, i) => item({ at: `${place.at}[${i}]`, value }));
}

export function readText(place: JsonPlace, pattern: RegExp = /^/, what = "text"): string {
  if (typeof place.value !== "string" || !pattern.test(place.value)) throw expected(place, what);
  return place.value;
}

export function readCount(place: JsonPlace): number {
  if (!Number.isSafeInteger(place.value) || (place.value as number) < 0) {
    throw expected(place, "a whole number of at least 0");
  }
  return place.value as number;
}

export function readFlag(place: JsonPlace): boolean {
  if (typeof place.value !== "boolean") throw expected(place, "true or false");
  return place.value;
}

export function expected(place: JsonPlace, what: string): TerraceError {
  return complaint(place.at, `is ${shown(place.value)}; expected ${what}`);
}

function complaint(at: string, text: string): TerraceError {
  return new TerraceError("bad_snapshot", `${at} ${text}`);
}

/** At most 80 characters of a value. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "missing";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
