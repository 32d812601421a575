import type { ContextValues } from "@connectrpc/connect";
import type { FastifyRequest } from "fastify";
import { recordKey } from "./call-record.ts";
import { readHeadersKey } from "./conditional.ts";
import { successContext } from "./success-headers.ts";

/** What hooks left on a request, for its Connect handler and interceptors. */
export function callValues(request: FastifyRequest): ContextValues {
  const values = successContext(request);
  if (request.record !== undefined) values.set(recordKey, request.record);
  if (request.readHeaders !== undefined) values.set(readHeadersKey, request.readHeaders);
  return values;
}
