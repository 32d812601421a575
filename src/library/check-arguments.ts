import { type DescField, type DescMessage, type DescOneof, isMessage, ScalarType } from "@bufbuild/protobuf";
import { invalidArgument, type TerraceError } from "../runtime/errors.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { shown } from "./shown.ts";

type Check = (value: unknown, path: string, depth: number, size: RequestSize) => void;

/** Messages within messages that are read, as by protobuf itself; the rules of the methods allow far fewer. */
const MAX_DEPTH = 100;

/** Messages of one request that are read: more than the bytes of any request by wire can hold. */
const MAX_MESSAGES = 100_000;

const INTEGERS: Partial<Record<ScalarType, readonly [min: number, max: number]>> = {
  [ScalarType.INT32]: [-(2 ** 31), 2 ** 31 - 1],
  [ScalarType.SINT32]: [-(2 ** 31), 2 ** 31 - 1],
  [ScalarType.SFIXED32]: [-(2 ** 31), 2 ** 31 - 1],
  [ScalarType.UINT32]: [0, 2 ** 32 - 1],
  [ScalarType.FIXED32]: [0, 2 ** 32 - 1],
};

const checks = new WeakMap<DescMessage, ReadonlyMap<string, Check>>();

/** Refuses a request whose members are not what its descriptor says; names the member, the value and what is allowed. */
export function checkArguments(desc: DescMessage, request: unknown): void {
  checkMessage(desc, request, "", 0, new RequestSize());
}

/** What was read of one request. A few parts that hold each other twice over are as many messages as their ways. */
export class RequestSize {
  #messages = 0;

  /** Refuses what lies too deep inside a request, as everything does that holds itself, and one message too many. */
  enter(desc: DescMessage, value: unknown, depth: number): void {
    if (depth > MAX_DEPTH) {
      throw invalidArgument(
        `${desc.name}: ${shown(value)} lies more than ${MAX_DEPTH} levels deep in the request, or holds itself`,
      );
    }
    if (++this.#messages > MAX_MESSAGES) {
      throw invalidArgument(
        `${desc.name}: the request holds more than ${MAX_MESSAGES} messages, each counted wherever it is held`,
      );
    }
  }
}

function checkMessage(
  desc: DescMessage,
  value: unknown,
  path: string,
  depth: number,
  size: RequestSize,
): void {
  size.enter(desc, value, depth);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refusal(path || "the request", value, `an object with the fields of ${desc.name}`);
  }
  if (isMessage(value) && value.$typeName !== desc.typeName) {
    throw refusal(path || "the request", value.$typeName, `a ${desc.typeName}`);
  }
  const known = checksOf(desc);
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || name.startsWith("$")) continue;
    const check = known.get(name);
    if (check !== undefined) check(member, path === "" ? name : `${path}.${name}`, depth + 1, size);
    else throw unknownMember(desc, name, path);
  }
}

function unknownMember(desc: DescMessage, name: string, path: string): TerraceError {
  const known = desc.fields.map((field) => field.localName);
  const [near] = nearestNames(name, known, 1);
  const hint = near === undefined ? `it has ${known.join(", ")}` : `did you mean "${near}"?`;
  return invalidArgument(`${path === "" ? "" : `${path}: `}${desc.name} has no field "${name}"; ${hint}`);
}

function checksOf(desc: DescMessage): ReadonlyMap<string, Check> {
  let known = checks.get(desc);
  if (known === undefined) {
    const members = desc.members.map((member): [string, Check] => [
      member.localName,
      member.kind === "oneof" ? oneofCheck(member) : fieldCheck(member),
    ]);
    known = new Map(members);
    checks.set(desc, known);
  }
  return known;
}

function oneofCheck({ fields }: DescOneof): Check {
  const byName = new Map(fields.map((field) => [field.localName, fieldCheck(field)]));
  return (value, path, depth, size) => {
    const { case: name, value: inside } = (value ?? {}) as { case?: unknown; value?: unknown };
    if (typeof value === "object" && name === undefined) return;
    const check = byName.get(name as string);
    if (check === undefined) {
      throw refusal(`${path}.case`, name, `one of ${[...byName.keys()].join(", ")}`);
    }
    check(inside, `${path}.value`, depth, size);
  };
}

function fieldCheck(field: DescField): Check {
  const check = valueCheck(field);
  if (field.fieldKind !== "list") return check;
  return (value, path, depth, size) => {
    if (!Array.isArray(value)) throw refusal(path, value, "a list");
    // By number: the gaps of a list are not entries, and are refused as such.
    for (let i = 0; i < value.length; i++) check(value[i], `${path}[${i}]`, depth, size);
  };
}

function valueCheck({ message, scalar, enum: names }: DescField): Check {
  if (message !== undefined) {
    return (value, path, depth, size) => checkMessage(message, value, path, depth, size);
  }
  const range = INTEGERS[scalar ?? ScalarType.INT32];
  if (range !== undefined) {
    const [min, max] = range;
    const allowed =
      names === undefined
        ? `a whole number from ${min} to ${max}`
        : `one of ${names.values.map(({ name }) => name).join(", ")} or the number of one`;
    return (value, path) => {
      if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return;
      throw refusal(path, value, allowed);
    };
  }
  const [type, what] = plainType(scalar!);
  return (value, path) => {
    const isRight = type === "bytes" ? value instanceof Uint8Array : typeof value === type;
    // NaN is a number: where none is allowed, the rules of the method say which are.
    if (!isRight) throw refusal(path, value, what);
  };
}

function plainType(scalar: ScalarType): readonly [type: string, what: string] {
  switch (scalar) {
    case ScalarType.STRING:
      return ["string", "a text"];
    case ScalarType.BOOL:
      return ["boolean", "true or false"];
    case ScalarType.BYTES:
      return ["bytes", "a Uint8Array"];
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE:
      return ["number", "a number"];
    default:
      return ["bigint", "a bigint"];
  }
}

function refusal(path: string, value: unknown, allowed: string): TerraceError {
  return invalidArgument(`${path}: ${shown(value)} is not ${allowed}`);
}
