import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { quoted } from "../../../rpc/request-rules.ts";
import { editDistance } from "../../../runtime/nearest-names.ts";

/** The header of an answer that names the fields of its request that no method knows. */
export const UNKNOWN_FIELDS_HEADER = "x-terrace-unknown-fields";

/** The header of a request that wants such fields refused: `Terrace-Strict: 1`. */
export const STRICT_HEADER = "terrace-strict";

/** A field that the message has not. */
export interface UnknownField {
  /** Where it is, for example `weights[0].wieght`. */
  readonly path: string;
  readonly name: string;
  readonly message: DescMessage;
}

/** Messages within messages; the reader refuses what is deeper. */
const MAX_DEPTH = 100;

/** Fields named in the header and in a refusal; a request may have thousands. */
const MOST_NAMED = 10;

/** Other words for the same thing. */
const SAME_MEANING = [["limit", "k", "count", "size", "top"]];

/** The fields of a JSON request that its message has not. */
export function unknownFields(desc: DescMessage, value: unknown): UnknownField[] {
  const found: UnknownField[] = [];
  look(desc, value, "", 0, found);
  return found;
}

function look(desc: DescMessage, value: unknown, path: string, depth: number, found: UnknownField[]): void {
  if (typeof value !== "object" || value === null || Array.isArray(value) || depth > MAX_DEPTH) return;
  // Texts and free forms of the well-known types have no fields.
  if (desc.typeName.startsWith("google.protobuf.")) return;
  for (const name of Object.keys(value)) {
    if (found.length > MOST_NAMED) return;
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

/** True when unknown fields are to be refused: the caller wants it, or the server does and the caller says nothing. */
export function isStrict(
  header: string | string[] | null | undefined,
  isDefault: boolean | undefined,
): boolean {
  return header === undefined || header === null ? isDefault === true : String(header).trim() !== "0";
}

/** What the header says: the paths, with what a header cannot hold escaped. */
export function unknownFieldsText(fields: readonly UnknownField[]): string {
  const shown = fields.slice(0, MOST_NAMED).map(({ path }) =>
    path
      .slice(0, 80)
      .toWellFormed()
      .replaceAll(/[^!-~]+|[%,]/g, encodeURIComponent),
  );
  return shown.join(", ") + (fields.length > MOST_NAMED ? ", ..." : "");
}

/** The refusal of the first unknown field, with the nearest name and all there are. */
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
