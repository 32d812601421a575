import {
  create,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { expect } from "vitest";
import type { MethodOptions } from "../../../src/domains/domain.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { type Answer, isEncodedAnswer, ownCall, type UnaryMethod } from "../../../src/rpc/unary-method.ts";
import { isTerraceError, type TerraceError } from "../../../src/runtime/errors.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look at members of many messages
export type Json = any;

export const ALL_ON = { dropListings: true, valuations: true, interestRegister: true, partyFunding: true };

/** What a method answers to a request of its own process. */
export async function answerOf<M extends DescMethodUnary>(
  methods: readonly UnaryMethod[],
  method: M,
  request: MessageInitShape<M["input"]>,
): Promise<Answer> {
  const found = methods.find(({ desc }) => desc === method)!;
  const message = create(method.input, request as never) as never;
  return found.answer(message, ownCall(new AbortController().signal));
}

/** The JSON of an answer; its binary form and its message must say the same. */
export function jsonOf(method: DescMethodUnary, answer: Answer): Json {
  if (!isEncodedAnswer(answer)) return toJson(method.output, answer);
  const json = JSON.parse(Buffer.from(answer.json()).toString());
  expect(toJson(method.output, fromBinary(method.output, answer.binary()))).toEqual(json);
  expect(toJson(method.output, answer.message())).toEqual(json);
  return json;
}

/** Calls to the methods of an engine, answered as Connect JSON; bytes, message and JSON must be the same answer. */
export function methodCalls(
  engine: Engine,
  open: (engine: Engine, options: Pick<MethodOptions, "switches">) => readonly UnaryMethod[],
) {
  const methods = open(engine, { switches: () => ALL_ON });

  async function call<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]> = {} as never,
  ): Promise<Json> {
    const answer = await answerOf(methods, method, request);
    if (!isEncodedAnswer(answer)) return toJson(method.output, answer);
    const decoded = fromBinary(method.output, answer.binary());
    expect(answer.message()).toEqual(decoded);
    expect(Buffer.from(toBinary(method.output, decoded))).toEqual(Buffer.from(answer.binary()));
    const text = Buffer.from(answer.json()).toString();
    expect(text).toBe(JSON.stringify(toJson(method.output, decoded)));
    return JSON.parse(text);
  }

  /** The error of a call that must fail. */
  async function failure<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]> = {} as never,
  ): Promise<TerraceError> {
    const error: unknown = await call(method, request).then(
      (answer) => new Error(`answered ${JSON.stringify(answer)}`),
      (reason: unknown) => reason,
    );
    if (!isTerraceError(error)) throw error;
    return error;
  }

  /** The message of an invalid_argument. */
  async function refusal<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]> = {} as never,
  ): Promise<string> {
    const error = await failure(method, request);
    expect(error.code).toBe("invalid_argument");
    return error.message;
  }

  return { call, failure, refusal };
}
