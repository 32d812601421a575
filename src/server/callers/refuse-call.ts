import { Code, ConnectError } from "@connectrpc/connect";
import { codeToHttpStatus, codeToString } from "@connectrpc/connect/protocol-connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { discardBody } from "../fast/read-body.ts";

export interface CallRefusal {
  readonly code: Code.ResourceExhausted | Code.PermissionDenied | Code.Unauthenticated;
  /** In ASCII: gRPC sends it in a header. */
  readonly message: string;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
}

/** Answers a call with an error in the protocol it came in, before any handler sees it. */
export function refuseCall(request: FastifyRequest, reply: FastifyReply, refusal: CallRefusal): void {
  discardBody(request, reply, () => {
    const headers = refusal.headers ?? [];
    for (let i = 0; i < headers.length; i += 2) reply.header(headers[i], headers[i + 1]);
    const contentType = request.headers["content-type"] ?? "";
    if (contentType.startsWith("application/grpc")) sendTrailersOnly(reply, contentType, refusal);
    else sendConnectError(reply, refusal);
  });
}

function sendConnectError(reply: FastifyReply, { code, message }: CallRefusal): void {
  if (code === Code.Unauthenticated) reply.header("www-authenticate", "Bearer");
  reply
    .code(codeToHttpStatus(code))
    .header("content-type", "application/json")
    .send(JSON.stringify({ code: codeToString(code), message }));
}

/** A gRPC or gRPC-Web answer without messages: the status stands in the response headers. */
function sendTrailersOnly(reply: FastifyReply, contentType: string, { code, message }: CallRefusal): void {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.setHeader("content-type", contentType);
  raw.setHeader("grpc-status", String(code));
  raw.setHeader("grpc-message", percentEncoded(new ConnectError(message, code).rawMessage));
  raw.writeHead(200);
  raw.end();
}

/** The encoding of `grpc-message`: printable ASCII but "%" stands for itself. */
function percentEncoded(text: string): string {
  return text.replaceAll(/[^\x20-\x24\x26-\x7e]/g, (unit) => encodeURIComponent(unit));
}
