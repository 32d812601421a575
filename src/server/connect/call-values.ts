import type { ContextValues } from "@connectrpc/connect";
import type { FastifyRequest } from "fastify";
import { readHeadersKey } from "../http/conditional.ts";
import { recordKey } from "../metrics/call-record.ts";
import { successContext } from "./success-headers.ts";

/** What hooks left on a request, for its Connect handler and interceptors. */
export function callValues(request: FastifyRequest): ContextValues {
  const values = successContext(request);
  if (request.terraceRecord !== undefined) values.set(recordKey, request.terraceRecord);
  if (request.terraceReadHeaders !== undefined) values.set(readHeadersKey, request.terraceReadHeaders);
  return values;
}
