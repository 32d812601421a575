import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { quoted } from "../../../rpc/request-rules.ts";
import { editDistance } from "../../../runtime/nearest-names.ts";

export const UNKNOWN_FIELDS_HEADER = "x-terrace-unknown-fields";

/** Request header that makes unknown fields an error: `Terrace-Strict: 1`. */
export const STRICT_HEADER = "terrace-strict";

export interface UnknownField {
  /** For example `weights[0].wieght`. */
  readonly path: string;
  readonly name: string;
  readonly message: DescMessage;
}

/** Nesting limit; the parser rejects anything deeper. */
const MAX_DEPTH = 100;

/** Most fields in the header and in an error; a request may have thousands. */
const MAX_NAMED = 10;

/** Synonyms, for suggestions. */
const SAME_MEANING = [["limit", "k", "count", "size", "top"]];

/** Fields of a JSON request that its message type does not have. */
export function unknownFields(desc: DescMessage, value: unknown): UnknownField[] {
  const found: UnknownField[] = [];
  look(desc, value, "", 0, found);
  return found;
}

function look(desc: DescMessage, value: unknown, path: string, depth: number, found: UnknownField[]): void {
  if (typeof value !== "object" || value === null || Array.isArray(value) || depth > MAX_DEPTH) return;
  // Well-known types are strings or free-form in JSON.
  if (desc.typeName.startsWith("google.protobuf.")) return;
  for (const name of Object.keys(value)) {
    if (found.length > MAX_NAMED) return;
    const field = desc.fields.find((one) => one.jsonName === name || one.name === name);
    const inner = (value as Record<string, unknown>)[name];
    if (field === undefined) found.push({ path: `${path}${name}`, name, message: desc });
    else lookInside(field, inner, `${path}${name}`, depth + 1, found);
  }
}

function lookInside(
  { message, fieldKind }: DescField,
  value: unknown,
  path: string,
  depth: number,
  found: UnknownField[],
): void {
  if (message === undefined || fieldKind === "map") return;
  if (!Array.isArray(value)) look(message, value, `${path}.`, depth, found);
  else value.forEach((one, i) => void look(message, one, `${path}[${i}].`, depth, found));
}

/** Whether unknown fields are an error: the request header overrides the server's default. */
export function isStrict(
  header: string | string[] | null | undefined,
  isDefault: boolean | undefined,
): boolean {
  return header === undefined || header === null ? isDefault === true : String(header).trim() !== "0";
}

/** Header value: paths, with characters that are not allowed in a header escaped. */
export function unknownFieldsText(fields: readonly UnknownField[]): string {
  const shown = fields.slice(0, MAX_NAMED).map(({ path }) =>
    path
      .slice(0, 80)
      .toWellFormed()
      .replaceAll(/[^!-~]+|[%,]/g, encodeURIComponent),
  );
  return shown.join(", ") + (fields.length > MAX_NAMED ? ", ..." : "");
}

/** The error for the first unknown field, with a suggestion or all valid names. */
export function unknownFieldError([{ path, name, message }]: readonly UnknownField[]): ConnectError {
  const names = message.fields.map((field) => field.jsonName);
  const meant = nearest(name, names);
  const hint = meant === undefined ? "" : ` did you mean "${meant}"?`;
  const all = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
  return new ConnectError(
    `${quoted(path)}: ${message.name} has no such field;${hint}${hint === "" ? ` ${all}` : ` ${all[0].toUpperCase()}${all.slice(1)}`}`,
    Code.InvalidArgument,
  );
}

function nearest(name: string, names: readonly string[]): string | undefined {
  const wanted = name.slice(0, 64).toLowerCase();
  const distances = names
    .map((one) => [editDistance(wanted, one.toLowerCase()), one] as const)
    .sort(byDistance);
  if (distances.length > 0 && distances[0][0] <= Math.max(2, name.length / 3)) return distances[0][1];
  const words = SAME_MEANING.find((group) => group.includes(wanted));
  return (
    names.find((one) => words?.includes(one)) ??
    names.find((one) => wanted.length > 2 && one.toLowerCase().startsWith(wanted))
  );
}

function byDistance(a: readonly [number, string], b: readonly [number, string]): number {
  return a[0] - b[0] || (a[1] < b[1] ? -1 : 1);
}
