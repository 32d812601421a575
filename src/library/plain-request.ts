import { type DescField, type DescMessage, isMessage, type Message } from "@bufbuild/protobuf";
import { invalidArgument } from "../runtime/errors.ts";
import { RequestSize } from "./check-arguments.ts";

/**
 * A request with the fields of its message as in JSON: choices as fields, `{ range: … }` in place of
 * `{ node: { case, value } }`, and values of an enum by number or by name.
 */
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

/** An enum is a number that not every number is. */
type IsEnum<T> = [T] extends [number] ? (number extends T ? false : true) : false;

type Choices<T> = T extends Choice
  ? { readonly [One in T as One["case"] & string]?: PlainValue<One["value"]> | undefined }
  : unknown;

/** The same request with choices and enums as the library of protobuf has them; a request that has them so stays as it is. */
export function withChoices(desc: DescMessage, request: unknown): unknown {
  return chosen(desc, request, 0, new RequestSize());
}

function chosen(desc: DescMessage, request: unknown, depth: number, size: RequestSize): unknown {
  size.enter(desc, request, depth);
  if (typeof request !== "object" || request === null || Array.isArray(request) || isMessage(request)) {
    return request;
  }
  const given = request as Record<string, unknown>;
  const made: Record<string, unknown> = { ...given };
  for (const field of desc.fields) {
    const value = given[field.localName];
    if (value === undefined) continue;
    const inner = innerValue(field, value, depth, size);
    if (field.oneof === undefined) {
      made[field.localName] = inner;
      continue;
    }
    const { localName: choice } = field.oneof;
    if (made[choice] !== undefined) {
      const taken = (made[choice] as Choice | null)?.case ?? choice;
      throw invalidArgument(`${desc.name}: "${taken}" and "${field.localName}" cannot both be given`);
    }
    delete made[field.localName];
    made[choice] = { case: field.localName, value: inner };
  }
  for (const { localName, fields } of desc.oneofs) {
    const choice = given[localName] as Choice | undefined;
    const field = fields.find((one) => one.localName === choice?.case);
    if (field !== undefined)
      made[localName] = { case: field.localName, value: innerValue(field, choice!.value, depth, size) };
  }
  return made;
}

function innerValue(
  { message, enum: names, fieldKind }: DescField,
  value: unknown,
  depth: number,
  size: RequestSize,
): unknown {
  if (names !== undefined && fieldKind !== "map") {
    // A name that is unknown stays: the check of the arguments says which there are.
    const number = (one: unknown) => names.values.find(({ name }) => name === one)?.number ?? one;
    return Array.isArray(value) ? value.map(number) : number(value);
  }
  if (message === undefined || fieldKind === "map") return value;
  const inner = (one: unknown) => chosen(message, one, depth + 1, size);
  return Array.isArray(value) ? value.map(inner) : inner(value);
}
