import { createHash } from "node:crypto";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import type { GoldenCase, GoldenFile } from "./golden-cases.ts";

/** Lists up to this length are complete; longer ones have count, ends and hash. */
const SHORT_LIST = 2;
const SHORT_TEXT = 200;
/** A part equal to an earlier response's at the same path is replaced by its name if that is shorter. */
const SHORT_PART = 60;
const LINE = 110;
/** The first responses of a method that show the ends of their lists; later ones only counts and hashes. */
const ANSWERS_WITH_ENDS = 3;

const digest = (text: string, digits: number): string =>
  createHash("sha256").update(text).digest("hex").slice(0, digits);

/** The golden file of a method, from its cases and the response body of each. */
export function goldenFile(
  cases: ReadonlyMap<string, GoldenCase>,
  bodies: ReadonlyMap<string, { readonly status: number; readonly text: string }>,
): GoldenFile {
  const answers: Record<string, GoldenCase> = {};
  const errors: Record<string, GoldenCase> = {};
  const digests = new Map<string, string>();
  const earlier: [name: string, body: JsonValue][] = [];
  for (const [name, { why, request, switches, token }] of cases) {
    const asked = { why, request, ...(switches && { switches }), ...(token && { token }) };
    const { status, text } = bodies.get(name)!;
    const body: JsonValue = JSON.parse(text);
    if (status !== 200) {
      // Complete: these are its exact bytes.
      errors[name] = { ...asked, error: JSON.stringify(body) === text ? body : text };
      continue;
    }
    const sha256 = digest(text, 32);
    const same = digests.get(sha256);
    if (same !== undefined) {
      answers[name] = { ...asked, same };
      continue;
    }
    digests.set(sha256, name);
    answers[name] = {
      ...asked,
      sha256,
      response: withoutRepeats(body, earlier, earlier.length >= ANSWERS_WITH_ENDS),
    };
    earlier.push([name, body]);
  }
  return { answers, errors };
}

/** The response abridged; parts that an earlier response has at the same path are `= name of its case`. */
function withoutRepeats(
  value: JsonValue,
  earlier: readonly [name: string, value: JsonValue][],
  isBrief: boolean,
): JsonValue {
  const text = JSON.stringify(value);
  const before = earlier.find(([, other]) => JSON.stringify(other) === text);
  if (before !== undefined && text.length > SHORT_PART) return `= ${before[0]}`;
  if (!isObject(value)) return abridged(value, isBrief);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const same = earlier.filter(([, other]) => isObject(other) && other[key] !== undefined);
      return [
        key,
        withoutRepeats(
          member,
          same.map(([name, other]) => [name, (other as JsonObject)[key]]),
          isBrief,
        ),
      ];
    }),
  );
}

/** Replaces long lists by count, first, last and hash (nested: count and hash), and long strings likewise. */
function abridged(value: JsonValue, isWithin = false): JsonValue {
  if (Array.isArray(value)) {
    if (value.length <= SHORT_LIST) return value.map((one) => abridged(one, isWithin));
    const [first, last] = [value[0], value[value.length - 1]];
    const ends = isWithin ? {} : { first: abridged(first, true), last: abridged(last, true) };
    return { "#": value.length, ...ends, sha256: digest(JSON.stringify(value), 16) };
  }
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, abridged(member, isWithin)]),
    );
  }
  if (typeof value !== "string" || value.length <= SHORT_TEXT) return value;
  return { "#": value.length, first: value.slice(0, 40), sha256: digest(value, 16) };
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A golden file's text: members packed into lines, one error per line. */
export function goldenText({ answers, errors }: GoldenFile): string {
  const table = (cases: GoldenFile["errors"], line: number) =>
    Object.entries(cases)
      .map(([name, one]) => `\n  ${JSON.stringify(name)}: ${printed(one as unknown as JsonValue, 2, line)}`)
      .join(",");
  return `{\n "answers": {${table(answers, LINE)}\n },\n "errors": {${table(errors, Number.POSITIVE_INFINITY)}\n }\n}\n`;
}

/** JSON in lines of at most `line` characters where its parts allow it. */
function printed(value: JsonValue, indent: number, line: number): string {
  const flat = flatText(value);
  if (indent + flat.length <= line || typeof value !== "object" || value === null) return flat;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members: [key: string, member: JsonValue][] = Array.isArray(value)
    ? value.map((one) => ["", one])
    : Object.entries(value).map(([key, one]) => [`${JSON.stringify(key)}: `, one]);
  const lines: string[] = [];
  let current = "";
  for (const [i, [key, member]] of members.entries()) {
    const comma = i + 1 < members.length ? "," : "";
    const text = key + flatText(member) + comma;
    const joined = current === "" ? text : `${current} ${text}`;
    if (indent + 1 + joined.length <= line) {
      current = joined;
      continue;
    }
    if (current !== "") lines.push(current);
    const isShort = indent + 1 + text.length <= line;
    current = isShort ? text : "";
    if (!isShort) lines.push(key + printed(member, indent + 1, line) + comma);
  }
  if (current !== "") lines.push(current);
  const before = `\n${" ".repeat(indent + 1)}`;
  return `${open}${lines.map((one) => before + one).join("")}\n${" ".repeat(indent)}${close}`;
}

function flatText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(flatText).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${flatText(one)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
