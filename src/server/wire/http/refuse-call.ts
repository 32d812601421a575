import { Code, ConnectError } from "@connectrpc/connect";
import { codeToHttpStatus, codeToString } from "@connectrpc/connect/protocol-connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { discardBody } from "./read-body.ts";

/** Flag of a stream's last frame. */
const END_OF_STREAM = 2;

export interface CallRefusal {
  readonly code: Code;
  /** HTTP status, if the protocol has one; by default that of the code. */
  readonly status?: number;
  /** ASCII only: gRPC sends it in a header. */
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a call with an error in its own protocol, before any handler runs. */
export function refuseCall(request: FastifyRequest, reply: FastifyReply, refusal: CallRefusal): void {
  discardBody(request, reply, () => {
    reply.headers(refusal.headers ?? {});
    const contentType = request.headers["content-type"] ?? "";
    if (contentType.startsWith("application/grpc")) sendTrailersOnly(reply, contentType, refusal);
    else if (contentType.startsWith("application/connect+")) sendEndOfStream(reply, contentType, refusal);
    else sendConnectError(reply, refusal);
  });
}

function sendConnectError(reply: FastifyReply, { code, message, status }: CallRefusal): void {
  if (code === Code.Unauthenticated) reply.header("www-authenticate", "Bearer");
  reply
    .code(status ?? codeToHttpStatus(code))
    .header("content-type", "application/json")
    .send(JSON.stringify({ code: codeToString(code), message }));
}

/** A Connect stream without messages: status 200, with the error in its last frame. */
function sendEndOfStream(reply: FastifyReply, contentType: string, { code, message }: CallRefusal): void {
  const end = Buffer.from(JSON.stringify({ error: { code: codeToString(code), message } }));
  const { terraceRecord: record } = reply.request;
  if (record !== undefined) record.code = codeToString(code);
  const head = Buffer.from([END_OF_STREAM, 0, 0, 0, 0]);
  head.writeUInt32BE(end.byteLength, 1);
  reply
    .code(200)
    .header("content-type", contentType)
    .send(Buffer.concat([head, end]));
}

/** A gRPC or gRPC-Web answer without messages: the status is in the headers. */
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

/** Encoding of `grpc-message`: keeps printable ASCII except "%". */
function percentEncoded(text: string): string {
  return text.replaceAll(/[^\x20-\x24\x26-\x7e]/g, (unit) => encodeURIComponent(unit));
}
