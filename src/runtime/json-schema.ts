import { type ErrorCode, TerraceError } from "./errors.ts";

/*
 * Checks JSON from people or programs. Hand-written, because every server reads a manifest before it
 * listens: with a warm compile cache, importing valibot 1.5.0 took 3.2 to 8.3 ms and this file 0.8 to 1.2 ms.
 */

/** Keys and indexes that lead to a value; empty for the whole document. */
export type JsonPath = readonly (string | number)[];

/** The first mismatch of a document: its path, value and what is allowed. */
export interface JsonIssue {
  readonly path: JsonPath;
  readonly value: unknown;
  readonly expected: string;
  /** Set when the last key of the path is unknown: the keys that its object may have. */
  readonly knownKeys?: readonly string[];
}

/** Returns the value, typed, or throws a `JsonMismatch`. */
export type Schema<T> = (value: unknown, path: JsonPath) => T;

export interface OptionalMember<T> {
  readonly optional: Schema<T>;
}

type Members = Readonly<Record<string, Schema<unknown> | OptionalMember<unknown>>>;

type ObjectOf<Of extends Members> = {
  readonly [K in keyof Of as Of[K] extends Schema<unknown> ? K : never]: Of[K] extends Schema<infer T>
    ? T
    : never;
} & {
  readonly [K in keyof Of as Of[K] extends Schema<unknown> ? never : K]?: Of[K] extends OptionalMember<
    infer T
  >
    ? T
    : never;
};

export class JsonMismatch extends Error {
  readonly issue: JsonIssue;

  constructor(issue: JsonIssue) {
    super(issueText(issue));
    this.issue = issue;
  }
}

/** Checks a value against a schema; `complain` turns the first mismatch into the error to throw. */
export function readJson<T>(schema: Schema<T>, value: unknown, complain: (issue: JsonIssue) => Error): T {
  try {
    return schema(value, []);
  } catch (error) {
    throw error instanceof JsonMismatch ? complain(error.issue) : error;
  }
}

export function parseJson(text: string, name: string, code: ErrorCode): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TerraceError(code, `${name} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** `sources[0].id is "A b"; expected …`, with `root` for the whole document. */
export function issueText({ path, value, expected }: JsonIssue, root = "the document"): string {
  return `${path.length === 0 ? root : placeText(path)} is ${valueText(value)}; expected ${expected}`;
}

/** A path in the notation `sources[0].id`. */
export function placeText(path: JsonPath): string {
  return path.map((key, i) => (typeof key === "number" ? `[${key}]` : i === 0 ? key : `.${key}`)).join("");
}

/** At most 80 characters of a value as JSON; "missing" for undefined. */
export function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? "missing";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** Accepts any value, also a missing one. */
export const anything: Schema<unknown> = (value) => value;

export function matching<T>(isAllowed: (value: unknown) => value is T, expected: string): Schema<T> {
  return (value, path) => {
    if (!isAllowed(value)) throw new JsonMismatch({ path, value, expected });
    return value;
  };
}

export function refined<T>(schema: Schema<T>, isAllowed: (value: T) => boolean, expected: string): Schema<T> {
  return (value, path) => {
    const read = schema(value, path);
    if (!isAllowed(read)) throw new JsonMismatch({ path, value, expected });
    return read;
  };
}

export function text(pattern = /^/, expected = "text"): Schema<string> {
  return matching((value): value is string => typeof value === "string" && pattern.test(value), expected);
}

export const flag: Schema<boolean> = matching((value) => typeof value === "boolean", "true or false");

export function wholeNumber(
  most = Number.MAX_SAFE_INTEGER,
  expected = "a whole number of at least 0",
): Schema<number> {
  const isAllowed = (value: unknown): value is number =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
  return matching(isAllowed, expected);
}

export function oneOf<const T extends string | number>(
  values: readonly T[],
  expected = `one of ${values.join(", ")}`,
): Schema<T> {
  return matching((value): value is T => (values as readonly unknown[]).includes(value), expected);
}

export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  return (value, path) => (value === null ? null : schema(value, path));
}

export function optional<T>(schema: Schema<T>): OptionalMember<T> {
  return { optional: schema };
}

export function list<T>(item: Schema<T>, expected = "a list"): Schema<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new JsonMismatch({ path, value, expected });
    return value.map((one, i) => item(one, [...path, i]));
  };
}

export function map<T>(item: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return (value, path) =>
    Object.fromEntries(
      Object.entries(plainObject(value, path, "an object")).map(([key, one]) => [
        key,
        item(one, [...path, key]),
      ]),
    );
}

/** An object with the given members, returned in their order; other keys are rejected or ignored. */
export function object<const Of extends Members>(
  members: Of,
  { expected = "an object", others = "refused" as "refused" | "ignored" } = {},
): Schema<ObjectOf<Of>> {
  const known = Object.keys(members);
  return (value, path) => {
    const found = plainObject(value, path, expected);
    const strange = others === "refused" && Object.keys(found).find((key) => !known.includes(key));
    if (typeof strange === "string") {
      const issue = { path: [...path, strange], value: found[strange], knownKeys: known };
      throw new JsonMismatch({ ...issue, expected: `one of the keys ${known.join(", ")}` });
    }
    const read: Record<string, unknown> = {};
    for (const key of known) {
      const member = members[key];
      const one = Object.hasOwn(found, key) ? found[key] : undefined;
      if (typeof member === "function") read[key] = member(one, [...path, key]);
      else if (one !== undefined) read[key] = member.optional(one, [...path, key]);
    }
    return read as ObjectOf<Of>;
  };
}

function plainObject(value: unknown, path: JsonPath, expected: string): Readonly<Record<string, unknown>> {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new JsonMismatch({ path, value, expected });
}
