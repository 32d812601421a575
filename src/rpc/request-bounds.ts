import {
  type DescField,
  type DescMessage,
  getOption,
  hasOption,
  type MessageShape,
  ScalarType,
} from "@bufbuild/protobuf";
import { max_bytes, max_characters, max_entries } from "../gen/shorts/v1alpha1/options_pb.ts";
import { invalidArgument } from "../runtime/errors.ts";
import { remembered } from "../runtime/lazy.ts";
import { quoted } from "./request-rules.ts";

/** Bounds of a request field from its proto options; undefined where it has none. */
export interface FieldBounds {
  /** Most characters of a string, or of each entry of a list of strings. */
  readonly characters?: number;
  /** Most entries of a list; methods have their own rules about meaning and distinct values. */
  readonly entries?: number;
}

/** For strings and lists without an option. A test ensures that requests have none of those. */
const UNNAMED: Required<FieldBounds> = { characters: 128, entries: 256 };

/** Default size limit of a request: twice a filter of 256 conditions, and a few milliseconds to decode. */
export const DEFAULT_REQUEST_BYTES = 64 * 1024;

/** Most bytes of a message, before and after decompression. */
export function requestByteLimit(desc: DescMessage): number {
  return hasOption(desc, max_bytes) ? getOption(desc, max_bytes) : DEFAULT_REQUEST_BYTES;
}

export function fieldBounds(field: DescField): FieldBounds {
  return {
    ...(hasOption(field, max_characters) ? { characters: getOption(field, max_characters) } : {}),
    ...(hasOption(field, max_entries) ? { entries: getOption(field, max_entries) } : {}),
  };
}

/** The bounds as JSON Schema: of the field itself, and of each entry of a list. */
export function schemaBounds(field: DescField): { readonly own: SchemaBounds; readonly entry: SchemaBounds } {
  const { characters, entries } = fieldBounds(field);
  const text: SchemaBounds = characters === undefined ? {} : { maxLength: characters };
  if (field.fieldKind !== "list") return { own: text, entry: {} };
  return { own: entries === undefined ? {} : { maxItems: entries }, entry: text };
}

interface SchemaBounds {
  readonly maxLength?: number;
  readonly maxItems?: number;
}

type Values = Readonly<Record<string, unknown>>;

/** A violated bound. The path is built while returning, so that valid requests do not pay for it. */
interface Excess {
  readonly path: string;
  readonly what: string;
}

type Check = (value: unknown) => Excess | undefined;

const checks = new WeakMap<DescMessage, readonly Check[]>();

/** Throws `invalid_argument` if a string or list of the request exceeds its bound. */
export function checkRequestBounds<Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc>): void {
  const excess = excessOf(checksOf(desc), message);
  if (excess !== undefined) throw invalidArgument(`${excess.path.slice(1)}: ${excess.what}`);
}

function checksOf(desc: DescMessage): readonly Check[] {
  return remembered(checks, desc, () => desc.fields.map(checkOf).filter((check) => check !== undefined));
}

function excessOf(own: readonly Check[], message: unknown): Excess | undefined {
  for (let i = 0; i < own.length; i++) {
    const excess = own[i](message);
    if (excess !== undefined) return excess;
  }
  return undefined;
}

function checkOf(field: DescField): Check | undefined {
  const { characters, entries } = { ...UNNAMED, ...fieldBounds(field) };
  const inside = insideCheck(field, characters);
  const read = reader(field);
  const at = (excess: Excess | undefined, place: string) =>
    excess && { path: `.${field.name}${place}${excess.path}`, what: excess.what };
  if (field.fieldKind !== "list") {
    if (inside === undefined) return undefined;
    return (message) => {
      const value = read(message as Values);
      return value === undefined ? undefined : at(inside(value), "");
    };
  }
  return (message) => {
    const list = read(message as Values) as readonly unknown[];
    if (list.length > entries) {
      return at({ path: "", what: `${list.length} entries are too many; at most ${entries}` }, "");
    }
    if (inside === undefined) return undefined;
    for (let i = 0; i < list.length; i++) {
      const excess = inside(list[i]);
      if (excess !== undefined) return at(excess, `[${i}]`);
    }
    return undefined;
  };
}

/** The check of one value; undefined for numbers and booleans. */
function insideCheck(field: DescField, characters: number): Check | undefined {
  const { message, scalar } = field;
  if (message !== undefined) {
    // Lazy: message types can be recursive.
    let own: readonly Check[] | undefined;
    return (value) => {
      own ??= checksOf(message);
      return excessOf(own, value);
    };
  }
  if (scalar !== ScalarType.STRING && scalar !== ScalarType.BYTES) return undefined;
  return (value) => {
    const { length } = value as string;
    if (length <= characters) return undefined;
    const shown = typeof value === "string" ? `${quoted(value)} has ${length} characters` : `${length} bytes`;
    return { path: "", what: `${shown}; at most ${characters} are allowed` };
  };
}

function reader({ localName, oneof }: DescField): (message: Values) => unknown {
  if (oneof === undefined) return (message) => message[localName];
  return (message) => {
    const member = message[oneof.localName] as { readonly case?: string; readonly value?: unknown };
    return member.case === localName ? member.value : undefined;
  };
}
