import {
  type ContextValues,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from "@connectrpc/connect";
import type { FastifyRequest } from "fastify";
import { readHeadersKey } from "../http/conditional.ts";
import { recordKey } from "../metrics/call-record.ts";

const successHeadersKey = createContextKey<readonly string[]>([]);

/** What hooks left on a request, for its Connect handler and interceptors. */
export function callValues(request: FastifyRequest): ContextValues {
  const values = createContextValues();
  if (request.terraceSuccessHeaders !== undefined)
    values.set(successHeadersKey, request.terraceSuccessHeaders);
  if (request.terraceRecord !== undefined) values.set(recordKey, request.terraceRecord);
  if (request.terraceReadHeaders !== undefined) values.set(readHeadersKey, request.terraceReadHeaders);
  return values;
}

/** Sets the headers that hooks left for a successful answer. */
export function setSuccessHeaders(handler: HandlerContext): void {
  const headers = handler.values.get(successHeadersKey);
  for (let i = 0; i < headers.length; i += 2) handler.responseHeader.set(headers[i], headers[i + 1]);
}
