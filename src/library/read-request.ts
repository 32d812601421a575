import {
  create,
  type DescField,
  type DescMessage,
  type DescOneof,
  isMessage,
  type Message,
  type MessageShape,
  ScalarType,
} from "@bufbuild/protobuf";
import { invalidArgument, type TerraceError } from "../runtime/errors.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { whileReading } from "./check-options.ts";
import { shown } from "./shown.ts";

/** A request as in JSON: oneof members as fields (`{ range: … }`), enum values by number or name. */
export type PlainRequest<M extends Message> = {
  readonly [K in keyof M as K extends `$${string}` ? never : M[K] extends Choice ? never : K]?:
    | PlainValue<NonNullable<M[K]>>
    | undefined;
} & Choices<M[keyof M]>;

interface Choice {
  readonly case: string | undefined;
  readonly value?: unknown;
}

type PlainValue<T> = T extends readonly (infer E)[]
  ? readonly PlainValue<E>[]
  : T extends Message
    ? PlainRequest<T> | T
    : IsEnum<T> extends true
      ? T | string
      : T;

/** An enum type is a subtype of number that does not include every number. */
type IsEnum<T> = [T] extends [number] ? (number extends T ? false : true) : false;

type Choices<T> = T extends Choice
  ? { readonly [One in T as One["case"] & string]?: PlainValue<One["value"]> | undefined }
  : unknown;

/** Checks a caller's value and returns it in protobuf's form. */
type Read = (value: unknown, path: string, depth: number, size: RequestSize) => unknown;

/** Deepest nesting of messages, as in protobuf itself; the methods' rules allow far less. */
const MAX_DEPTH = 100;

/** Most messages in one request: more than any request on the wire can hold. */
const MAX_MESSAGES = 100_000;

const INTEGERS: Partial<Record<ScalarType, readonly [min: number, max: number]>> = {
  [ScalarType.INT32]: [-(2 ** 31), 2 ** 31 - 1],
  [ScalarType.SINT32]: [-(2 ** 31), 2 ** 31 - 1],
  [ScalarType.SFIXED32]: [-(2 ** 31), 2 ** 31 - 1],
  [ScalarType.UINT32]: [0, 2 ** 32 - 1],
  [ScalarType.FIXED32]: [0, 2 ** 32 - 1],
};

/** All scalars missing here and in INTEGERS are 64-bit integers. */
const PLAIN_TYPES: Partial<Record<ScalarType, readonly [type: string, what: string]>> = {
  [ScalarType.STRING]: ["string", "a string"],
  [ScalarType.BOOL]: ["boolean", "true or false"],
  [ScalarType.BYTES]: ["bytes", "a Uint8Array"],
  [ScalarType.FLOAT]: ["number", "a number"],
  [ScalarType.DOUBLE]: ["number", "a number"],
};

/** A name that callers may write: a field, a oneof's field (with `choice` set), or the oneof itself. */
interface Member {
  readonly name: string;
  readonly choice?: string | undefined;
  readonly read: Read;
}

const members = new WeakMap<DescMessage, ReadonlyMap<string, Member>>();

/**
 * Converts a request object, with oneofs as fields or in protobuf's form, to a message. A member that does
 * not match the descriptor is rejected, with its path, the value and what is allowed; bounds are left to the
 * method's rules.
 */
export function readRequest<I extends DescMessage>(desc: I, request: unknown): MessageShape<I> {
  return whileReading("the request", request, () =>
    create(desc, readMessage(desc, request, "", 0, { messages: 0 }) as never),
  );
}

/** Messages read so far. An object that is referenced several times counts once per path to it. */
interface RequestSize {
  messages: number;
}

function readMessage(
  desc: DescMessage,
  value: unknown,
  path: string,
  depth: number,
  size: RequestSize,
): unknown {
  if (depth > MAX_DEPTH) {
    throw invalidArgument(
      `${desc.name}: ${shown(value)} is nested more than ${MAX_DEPTH} levels deep, or contains itself`,
    );
  }
  if (++size.messages > MAX_MESSAGES) {
    throw invalidArgument(
      `${desc.name}: the request holds more than ${MAX_MESSAGES} messages, each counted every time it occurs`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refusal(path || "the request", value, `an object with the fields of ${desc.name}`);
  }
  if (isMessage(value) && value.$typeName !== desc.typeName) {
    throw refusal(path || "the request", value.$typeName, `a ${desc.typeName}`);
  }
  const known = membersOf(desc);
  const made: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined || name.startsWith("$")) continue;
    const member = known.get(name);
    if (member === undefined) throw unknownMember(desc, name, path);
    const { choice, read } = member;
    const inner = read(given, path === "" ? name : `${path}.${name}`, depth + 1, size);
    const key = choice ?? name;
    if (made[key] !== undefined) {
      const taken = (made[key] as Choice | null)?.case ?? key;
      throw invalidArgument(`${desc.name}: "${taken}" and "${name}" cannot both be given`);
    }
    made[key] = choice === undefined ? inner : { case: name, value: inner };
  }
  return made;
}

function unknownMember(desc: DescMessage, name: string, path: string): TerraceError {
  const known = desc.fields.map((field) => field.localName);
  const [near] = nearestNames(name, known, 1);
  const hint = near === undefined ? `it has ${known.join(", ")}` : `did you mean "${near}"?`;
  return invalidArgument(`${path === "" ? "" : `${path}: `}${desc.name} has no field "${name}"; ${hint}`);
}

function membersOf(desc: DescMessage): ReadonlyMap<string, Member> {
  let known = members.get(desc);
  if (known === undefined) {
    const all = [
      ...desc.oneofs.map((oneof) => ({ name: oneof.localName, read: choiceReader(oneof) })),
      ...desc.fields.map((field) => ({
        name: field.localName,
        choice: field.oneof?.localName,
        read: fieldReader(field),
      })),
    ];
    known = new Map(all.map((member) => [member.name, member]));
    members.set(desc, known);
  }
  return known;
}

function choiceReader({ fields }: DescOneof): Read {
  const byName = new Map(fields.map((field) => [field.localName, fieldReader(field)]));
  return (value, path, depth, size) => {
    const { case: name, value: inside } = (value ?? {}) as { case?: unknown; value?: unknown };
    if (typeof value === "object" && name === undefined) return value;
    const read = byName.get(name as string);
    if (read === undefined) {
      throw refusal(`${path}.case`, name, `one of ${[...byName.keys()].join(", ")}`);
    }
    return { case: name, value: read(inside, `${path}.value`, depth, size) };
  };
}

function fieldReader(field: DescField): Read {
  const read = valueReader(field);
  if (field.fieldKind !== "list") return read;
  return (value, path, depth, size) => {
    if (!Array.isArray(value)) throw refusal(path, value, "a list");
    // By index: iteration methods would skip the holes of a sparse array, which are rejected as undefined.
    return Array.from({ length: value.length }, (_, i) => read(value[i], `${path}[${i}]`, depth, size));
  };
}

function valueReader({ message, scalar, enum: names }: DescField): Read {
  if (message !== undefined) {
    return (value, path, depth, size) => readMessage(message, value, path, depth, size);
  }
  const range = INTEGERS[scalar ?? ScalarType.INT32];
  if (range !== undefined) {
    const [min, max] = range;
    const numbers = new Map<unknown, number>(names?.values.map(({ name, number }) => [name, number]));
    const allowed =
      names === undefined
        ? `a whole number from ${min} to ${max}`
        : `one of ${[...numbers.keys()].join(", ")} or the number of one`;
    return (value, path) => {
      const number = numbers.get(value) ?? value;
      if (Number.isInteger(number) && (number as number) >= min && (number as number) <= max) return number;
      throw refusal(path, value, allowed);
    };
  }
  const [type, what] = PLAIN_TYPES[scalar!] ?? ["bigint", "a bigint"];
  return (value, path) => {
    const isRight = type === "bytes" ? value instanceof Uint8Array : typeof value === type;
    // NaN passes as a number; the method's rules reject it where it is not allowed.
    if (!isRight) throw refusal(path, value, what);
    return value;
  };
}

function refusal(path: string, value: unknown, allowed: string): TerraceError {
  return invalidArgument(`${path}: ${shown(value)} is not ${allowed}`);
}
