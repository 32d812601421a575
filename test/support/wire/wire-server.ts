import { readFileSync } from "node:fs";
import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import { onTestFinished } from "vitest";
import {
  FilterSuburbsResponseSchema,
  GetSuburbMetricColumnsResponseSchema,
  HousingService,
} from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { Health } from "../../../src/rpc/health/health.ts";
import type { CallContext, SnapshotFacts, UnaryMethod } from "../../../src/rpc/unary-method.ts";
import { unaryMethod } from "../../../src/rpc/unary-method.ts";
import { type ErrorCode, TerraceError } from "../../../src/runtime/errors.ts";
import { createServer, type ServerOptions } from "../../../src/server/start/create-server.ts";
import { type Listening, type ListenOptions, listen } from "../../../src/server/wire/port/listen.ts";
import { type LogLine, logInto } from "../run/log-lines.ts";

export const CURRENT: SnapshotFacts = {
  snapshotId: "snap-current",
  asOf: "2025-06-30T00:00:00Z",
  synthetic: true,
};
export const PINNED: SnapshotFacts = {
  snapshotId: "snap-pinned",
  asOf: "2025-03-31T00:00:00Z",
  synthetic: false,
};

/** Names of all codes that a method can throw; a request's state code of this name throws it. */
export const THROWN_CODES = [
  "invalid_argument",
  "not_found",
  "unavailable",
  "deadline_exceeded",
  "canceled",
  "internal",
  "resource_exhausted",
  "permission_denied",
  "unauthenticated",
  "failed_precondition",
  "bad_dataset",
  "bad_snapshot",
  "bad_config",
  "io_failure",
] as const satisfies readonly ErrorCode[];

/** Signals of calls with state code "wait", newest last. */
export const waitingSignals: AbortSignal[] = [];

/** FilterSuburbs that behaves as its state code says. */
const filterSuburbs = unaryMethod(HousingService.method.filterSuburbs, (request, context) => {
  const { stateCode, predicates } = request;
  const code = THROWN_CODES.find((known) => known === stateCode);
  if (code !== undefined)
    throw new TerraceError(code, `asked for ${code}: "é"`, { cause: new Error("secret") });
  switch (stateCode) {
    case "empty":
      return create(FilterSuburbsResponseSchema);
    case "crash":
      throw new Error("secret detail");
    case "reject":
      return Promise.reject(new TerraceError("not_found", "x".repeat(3000)));
    case "wait":
      return untilAborted(context);
    case "late":
      // Like a queue on a thread that is too busy for its timers.
      while (performance.now() <= context.time!.endsAtMs);
      throw new TerraceError("unavailable", "16 calls are already waiting");
    case "deaf":
      return new Promise(() => {});
    case "pin":
      context.snapshot = PINNED;
      return create(FilterSuburbsResponseSchema, { indexVersion: "pinned" });
    case "pin-then-fail":
      context.snapshot = PINNED;
      return Promise.reject(new TerraceError("failed_precondition", "pinned and failed"));
    case "big":
      return Promise.resolve(
        create(FilterSuburbsResponseSchema, {
          matchMask: new Uint8Array(5000).fill(0b1010_1010),
          matchCount: 20_000,
        }),
      );
  }
  return create(FilterSuburbsResponseSchema, {
    matchMask: Uint8Array.from(predicates, (predicate) => predicate.min ?? 255),
    matchCount: predicates.length,
    indexVersion: stateCode,
  });
});

function untilAborted({ signal }: CallContext): Promise<never> {
  waitingSignals.push(signal);
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** GetSuburbMetricColumns with an encoded response whose JSON has floats in their shortest form. */
const getSuburbMetricColumns = unaryMethod(HousingService.method.getSuburbMetricColumns, ({ metricKeys }) => {
  const columns = metricKeys.map((metricKey) => ({ metricKey, values: [0.1, 2.5, 1e-7, 16777216, 0] }));
  const message = create(GetSuburbMetricColumnsResponseSchema, { columns, indexVersion: "v" });
  return {
    message: () => message,
    binary: () => toBinary(GetSuburbMetricColumnsResponseSchema, message),
    json: () => Buffer.from(toJsonString(GetSuburbMetricColumnsResponseSchema, message)),
  };
});

const WIRE_METHODS: readonly UnaryMethod[] = [filterSuburbs, getSuburbMetricColumns];
export const FILTER_PATH = "/shorts.v1alpha1.HousingService/FilterSuburbs";
export const COLUMNS_PATH = "/shorts.v1alpha1.HousingService/GetSuburbMetricColumns";

export interface WireServer extends Omit<Listening, "close"> {
  close(timeoutMs?: number): Promise<boolean>;
  readonly health: Health;
  readonly log: LogLine[];
}

export interface WireServerOptions extends Partial<ServerOptions> {
  readonly tls?: NonNullable<ListenOptions["tls"]>;
  readonly limits?: NonNullable<ListenOptions["limits"]>;
}

/** A server of the product on a free port of 127.0.0.1, with methods whose responses the tests choose. */
export async function startWireServer({
  tls,
  limits,
  ...options
}: WireServerOptions = {}): Promise<WireServer> {
  const health = new Health([HousingService.typeName]);
  health.setServing();
  const log: LogLine[] = [];
  const server = createServer({
    methods: WIRE_METHODS,
    health,
    logger: logInto(log),
    snapshotFacts: () => CURRENT,
    now: () => new Date(0),
    ...options,
  });
  const listening = await listen(server, {
    host: "127.0.0.1",
    port: 0,
    ...(tls === undefined ? {} : { tls }),
    ...(limits === undefined ? {} : { limits }),
  });
  return { ...listening, close: (timeoutMs = 1000) => listening.close(timeoutMs), health, log };
}

/** startWireServer, closed when the running test ends. */
export async function serveWire(options?: WireServerOptions): Promise<WireServer> {
  const server = await startWireServer(options);
  onTestFinished(() => server.close(0).then(() => {}));
  return server;
}

export function localhostPair(): { readonly key: string; readonly cert: string } {
  const [key, cert] = ["key", "cert"].map((part) =>
    readFileSync(new URL(`../../fixtures/tls/localhost-${part}.pem`, import.meta.url), "utf8"),
  );
  return { key, cert };
}
