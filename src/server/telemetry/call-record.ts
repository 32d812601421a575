import type { Http2ServerRequest } from "node:http2";
import { Code } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { rpcPath } from "../wire/http/rpc-path.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Record of this request for metrics and log; undefined without an observer. */
    terraceRecord: CallRecord | undefined;
  }
}

export type FinishedCall = ReturnType<typeof finished>;

export interface CallObserver {
  started(route: string): void;
  ended(call: FinishedCall): void;
}

export class CallRecord {
  readonly requestId: string;
  readonly startedMs = performance.now();
  code: string | undefined = undefined;
  bytes = 0;
  snapshotId: string | undefined = undefined;
  /** Called when the response has closed, answered or not. */
  onClose: (() => void) | undefined = undefined;

  constructor(requestId: string) {
    this.requestId = requestId;
  }
}

const OTHER_ROUTE = "other";

/**
 * Records every request and passes it to the observer when the response has closed. `paths` are URLs that
 * equal their route: looking it up makes Fastify create an object of a dozen facts.
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
    // "close" comes after "finish", and also when the caller disconnects early.
    reply.raw.on("close", () => {
      record.onClose?.();
      observer.ended(finished(request, reply, record, route));
    });
    done();
  });
}

/** The route label. Catch-all routes, such as those of the page, say nothing about the request. */
function routeOf(request: FastifyRequest, paths: ReadonlySet<string>): string {
  const asked = rpcPath(request);
  if (asked !== undefined) return paths.has(asked) ? asked : OTHER_ROUTE;
  const { url } = request.routeOptions;
  return request.is404 || url === undefined || url.startsWith("/:") ? OTHER_ROUTE : url;
}

function finished(request: FastifyRequest, reply: FastifyReply, record: CallRecord, route: string) {
  const { raw } = reply;
  // HTTP/2 emits "finish" for aborted streams, too.
  const { stream } = request.raw as Partial<Pick<Http2ServerRequest, "stream">>;
  const isSent = raw.writableFinished && stream?.aborted !== true;
  return {
    requestId: record.requestId,
    verb: request.method,
    /** Route path; `other` if there is none. */
    route,
    status: isSent ? raw.statusCode : 499,
    /** `ok` or a Connect code. */
    code: record.code ?? (isSent ? codeOf(reply) : "canceled"),
    durationMs: performance.now() - record.startedMs,
    /** Bytes of the response body; 0 if not known. */
    bytes: record.bytes || Number(reply.getHeader("content-length") ?? 0),
    snapshotId: record.snapshotId,
    /** `unknown` if the caller was not identified. */
    tier: request.terraceCaller?.tier ?? "unknown",
    /** Class and id of the caller; never log it unhashed. */
    identifier: request.terraceCaller?.identifier,
  };
}

/** `ok` and the code names, by number. */
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

export function codeFromGrpcStatus(status: string): string {
  return CODE_NAMES[Number(status)] ?? "unknown";
}

/** The code of an answer that no method produced, from its status. */
function codeOf({ raw }: FastifyReply): string {
  const grpcStatus = raw.getHeader("grpc-status");
  if (grpcStatus !== undefined) return codeFromGrpcStatus(String(grpcStatus));
  const { statusCode } = raw;
  if (statusCode < 400) return "ok";
  return STATUS_CODES[statusCode] ?? (statusCode < 500 ? "invalid_argument" : "internal");
}
