import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { expect } from "vitest";
import type { OpenMethods } from "../../../src/domains/domain.ts";
import { Engine } from "../../../src/engine/engine.ts";
import type { Switches } from "../../../src/rpc/switches.ts";
import { type Answer, isEncodedAnswer, ownCall, type UnaryMethod } from "../../../src/rpc/unary-method.ts";
import { isTerraceError, type TerraceError } from "../../../src/runtime/errors.ts";
import type { SnapshotSource } from "../../../src/snapshot/manifest/manifest.ts";
import type { PageSet } from "../../../src/snapshot/pages/page-set.ts";
import type { Aggregate } from "../../../src/snapshot/tables/aggregate.ts";
import { shuffled } from "../run/seeded-random.ts";
import { emptyDatasetDatabase, insertTables, type PartialRow, TEST_AS_OF } from "./build-db.ts";
import { serveAggregates } from "./serve-aggregates.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look at members of many messages
export type Json = any;

export type Tables = Readonly<Record<string, readonly PartialRow[]>>;

export const ALL_ON = { dropListings: true, valuations: true, interestRegister: true, partyFunding: true };

/** The rows of every table in random order: no response may depend on it. */
export const shuffledTables = (tables: Tables, random: () => number): Tables =>
  Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, shuffled(rows, random)]));

/** Options of methods: the tests' current date, and every switch on except those in `off`. */
export function methodOptions({ now = TEST_AS_OF, off = {} }: { now?: Date; off?: Partial<Switches> } = {}) {
  return { now: () => now, switches: () => ({ ...ALL_ON, ...off }) };
}

/** An engine over these rows, with every other table empty, built and served like a snapshot. */
export async function engineOver(
  tables: Tables,
  aggregates: readonly Aggregate[],
  pages: readonly PageSet[],
  sources: readonly SnapshotSource[] = [],
): Promise<Engine> {
  const db = await emptyDatasetDatabase();
  await insertTables(db, tables);
  const engine = new Engine(await serveAggregates(db, aggregates, pages, sources));
  db.close();
  return engine;
}

export async function answerOf<M extends DescMethodUnary>(
  methods: readonly UnaryMethod[],
  method: M,
  request: MessageInitShape<M["input"]>,
  signal = new AbortController().signal,
): Promise<Answer> {
  const found = methods.find(({ desc }) => desc === method);
  if (found === undefined) throw new Error(`no method ${method.name}`);
  const message = create(method.input, request as never) as never;
  return found.answer(message, ownCall(signal));
}

/** Calls a method as a server does and returns the response as JSON that includes zeros. */
export async function callMethod<I extends DescMessage, O extends DescMessage>(
  methods: readonly UnaryMethod[],
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const answer = await answerOf(methods, method as DescMethodUnary, request as never, signal);
  const message = isEncodedAnswer(answer) ? answer.message() : answer;
  return toJson(method.output, message as never, { alwaysEmitImplicit: true }) as Record<string, unknown>;
}

/**
 * Calls of an engine's methods, as messages or as Connect JSON. Each call also checks that bytes, message and
 * JSON are the same response and, unless `isInAnyOrder` (assembled from pages), that fields are in the
 * message's order.
 */
export function methodCalls(
  engine: Engine,
  open: OpenMethods,
  options: Parameters<typeof methodOptions>[0] = {},
  isInAnyOrder = false,
) {
  const methods = open(engine, methodOptions(options));

  async function ask<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]> = {} as never,
  ): Promise<MessageShape<M["output"]>> {
    const answer = await answerOf(methods, method, request);
    if (!isEncodedAnswer(answer)) return answer as MessageShape<M["output"]>;
    const decoded = fromBinary(method.output, answer.binary());
    expect(answer.message()).toEqual(decoded);
    const json = Buffer.from(answer.json()).toString();
    expect(JSON.parse(json)).toEqual(toJson(method.output, decoded));
    if (!isInAnyOrder) {
      expect(Buffer.from(toBinary(method.output, decoded))).toEqual(Buffer.from(answer.binary()));
      expect(json).toBe(JSON.stringify(toJson(method.output, decoded)));
    }
    return decoded as MessageShape<M["output"]>;
  }

  async function call<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]> = {} as never,
  ): Promise<Json> {
    return toJson(method.output, await ask(method, request));
  }

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

  /** The error message of a call that must fail, by default with invalid_argument. */
  async function refusal<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]> = {} as never,
    code: "invalid_argument" | "not_found" = "invalid_argument",
  ): Promise<string> {
    const error = await failure(method, request);
    expect(error.code).toBe(code);
    return error.message;
  }

  return { methods, call, ask, failure, refusal, engine, close: () => engine.close() };
}
