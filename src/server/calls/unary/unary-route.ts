import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { isGone } from "../../wire/http/raw-request.ts";
import { discardBody, readBody } from "../../wire/http/read-body.ts";
import { rpcPath } from "../../wire/http/rpc-path.ts";
import { unaryDemands, unaryFormat, type WireFormat } from "../codec/unary-headers.ts";
import type { TakeOver } from "../connect/connect-routes.ts";
import { methodPath, type RpcOptions, readLimit } from "../connect/rpc-options.ts";
import { ReplyQueue } from "./reply-queue.ts";
import { UnaryCall, type UnaryRouteOptions } from "./unary-call.ts";

/**
 * Handles unary Connect POST, JSON and binary; other verbs and content types stay with the library. `early`
 * adds the last onRequest hook of the scope; `handler` returns a function that the routes call first.
 */
export function takeOverUnaryPost(
  scope: FastifyInstance,
  rpc: RpcOptions,
  when: "early" | "handler",
): TakeOver | undefined {
  const options: UnaryRouteOptions = { ...rpc, replies: new ReplyQueue(rpc.unread) };
  const byPath = new Map<string, UnaryMethod>();
  for (const method of options.methods) byPath.set(`${scope.prefix}${methodPath(method)}`, method);
  const takeOver: TakeOver = (request, reply) => {
    const format = request.method === "POST" ? unaryFormat(request.headers["content-type"]) : undefined;
    if (format === undefined) return false;
    const method = byPath.get(request.url) ?? byPath.get(rpcPath(request) ?? "");
    if (method === undefined) return false;
    startCall(method, options, request, reply, format);
    return true;
  };
  if (when === "handler") return takeOver;
  scope.addHook("onRequest", function dispatch(request, reply, done) {
    if (!takeOver(request, reply as FastifyReply)) done();
  });
  return undefined;
}

function startCall(
  method: UnaryMethod,
  options: UnaryRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  format: WireFormat,
): void {
  if (isGone(request.raw)) return;
  const demands = unaryDemands(request.headers);
  const call = new UnaryCall(method, options, reply, format, demands);
  if (demands.error !== undefined) {
    discardBody(request, reply, () => call.fail(demands.error));
    return;
  }
  const limit = readLimit(method, options);
  readBody(request, reply, limit, (error, bytes) => {
    if (error !== undefined) call.fail(error);
    else if (demands.requestCompression === null) call.run(bytes);
    else {
      demands.requestCompression.decompress(bytes, limit).then(
        (plain) => call.run(plain),
        (reason) => call.fail(reason),
      );
    }
  });
}
