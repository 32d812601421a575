import type { HandlerContext } from "@connectrpc/connect";
import { createContextKey, createContextValues } from "@connectrpc/connect";
import type { FastifyRequest } from "fastify";

const key = createContextKey<readonly string[]>([]);

/** Hands the headers of a request to its Connect handler. */
export function successContext(request: FastifyRequest) {
  const values = createContextValues();
  return request.terraceSuccessHeaders === undefined
    ? values
    : values.set(key, request.terraceSuccessHeaders);
}

/** Sets the headers on the answer of a Connect handler. */
export function setSuccessHeaders(handler: HandlerContext): void {
  const headers = handler.values.get(key);
  for (let i = 0; i < headers.length; i += 2) handler.responseHeader.set(headers[i], headers[i + 1]);
}
