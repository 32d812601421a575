import type { Http2ServerRequest } from "node:http2";
import { Code } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { rpcPath } from "../wire/http/rpc-path.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What is known of this request for metrics and log; undefined when nobody watches. */
    terraceRecord: CallRecord | undefined;
  }
}

/** What is known of a request when it has ended. */
export type FinishedCall = ReturnType<typeof finished>;

/** Called with each request when it comes and when it has ended. */
export interface CallObserver {
  started(route: string): void;
  ended(call: FinishedCall): void;
}

/** Notes about one request, taken where things become known. */
export class CallRecord {
  readonly requestId: string;
  readonly startedMs = performance.now();
  code: string | undefined = undefined;
  bytes = 0;
  snapshotId: string | undefined = undefined;
  /** Told when the response has closed, answered or not. */
  onClose: (() => void) | undefined = undefined;

  constructor(requestId: string) {
    this.requestId = requestId;
  }
}

const OTHER_ROUTE = "other";

/**
 * Keeps a record of every request of the server and shows it to the observer when the response has closed. `paths` are
 * those whose route is the path itself: Fastify can tell any route, but makes an object of a dozen facts to do so.
 */
export function observeCalls(
  server: FastifyInstance,
  observer: CallObserver,
  paths: ReadonlySet<string>,
): void {
  server.addHook("onRequest", function record(request, reply, done) {
    const record = new CallRecord(request.id);
    request.terraceRecord = record;
    const route = paths.has(request.url) ? request.url : routeOf(request, paths);
    observer.started(route);
    // Closed comes after finished and also when the caller has gone away before.
    reply.raw.on("close", () => {
      record.onClose?.();
      observer.ended(finished(request, reply, record, route));
    });
    done();
  });
}

/** A route that takes any first part of a path, as those of the page do, says nothing of what was asked. */
function routeOf(request: FastifyRequest, paths: ReadonlySet<string>): string {
  const asked = rpcPath(request);
  if (asked !== undefined) return paths.has(asked) ? asked : OTHER_ROUTE;
  const { url } = request.routeOptions;
  return request.is404 || url === undefined || url.startsWith("/:") ? OTHER_ROUTE : url;
}

function finished(request: FastifyRequest, reply: FastifyReply, record: CallRecord, route: string) {
  const { raw } = reply;
  // HTTP/2 finishes what its caller gave up, too.
  const { stream } = request.raw as Partial<Pick<Http2ServerRequest, "stream">>;
  const isSent = raw.writableFinished && stream?.aborted !== true;
  return {
    requestId: record.requestId,
    /** HTTP verb. */
    verb: request.method,
    /** Path of the route that answered; `other` when there is none. */
    route,
    status: isSent ? raw.statusCode : 499,
    /** `ok` or a Connect code. */
    code: record.code ?? (isSent ? codeOf(reply) : "canceled"),
    durationMs: performance.now() - record.startedMs,
    /** Bytes of the response body; 0 when not known. */
    bytes: record.bytes || Number(reply.getHeader("content-length") ?? 0),
    snapshotId: record.snapshotId,
    /** `unknown` when the caller was not identified. */
    tier: request.terraceCaller?.tier ?? "unknown",
    /** Class and id of the caller, never to be shown as it is. */
    identifier: request.terraceCaller?.identifier,
  };
}

/** `ok` and the names of the codes, by number. */
export const CODE_NAMES = [
  "ok",
  ...Array.from({ length: Code.Unauthenticated }, (_, i) => codeToString(i + 1)),
];

const STATUS_CODES: Readonly<Record<number, string>> = {
  401: "unauthenticated",
  403: "permission_denied",
  404: "not_found",
  405: "unimplemented",
  415: "unimplemented",
  429: "resource_exhausted",
  499: "canceled",
  501: "unimplemented",
  503: "unavailable",
  504: "deadline_exceeded",
};

/** The name of a `grpc-status`. */
export function codeFromGrpcStatus(status: string): string {
  return CODE_NAMES[Number(status)] ?? "unknown";
}

/** The code of an answer that no method gave: from its status. */
function codeOf({ raw }: FastifyReply): string {
  const grpcStatus = raw.getHeader("grpc-status");
  if (grpcStatus !== undefined) return codeFromGrpcStatus(String(grpcStatus));
  const { statusCode } = raw;
  if (statusCode < 400) return "ok";
  return STATUS_CODES[statusCode] ?? (statusCode < 500 ? "invalid_argument" : "internal");
}
