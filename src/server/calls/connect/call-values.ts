import {
  type ContextValues,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from "@connectrpc/connect";
import type { FastifyRequest } from "fastify";
import { recordKey } from "../../telemetry/call-record.ts";
import type { RawRequest } from "../../wire/http/raw-request.ts";
import type { LargestAnswers } from "../../wire/port/largest-answers.ts";
import { ResponseBackpressure } from "../../wire/port/response-backpressure.ts";
import type { UnreadAnswers } from "../../wire/port/unread-answers.ts";
import { readHeadersKey } from "./conditional.ts";

const successHeadersKey = createContextKey<readonly string[]>([]);

/** The way an answer goes, for code that has to know whether it is taken. */
export interface Carriage {
  readonly unread: ResponseBackpressure;
  readonly request: RawRequest;
  readonly largestAnswers: LargestAnswers;
}

/** The carriage of a call's answer; undefined where a host's own server carries it. */
export const carriageKey = createContextKey<Carriage | undefined>(undefined);

/** What hooks left on a request, for its Connect handler and interceptors. */
export function callValues(
  request: FastifyRequest,
  unread: UnreadAnswers,
  largestAnswers: Carriage["largestAnswers"],
): ContextValues {
  const values = createContextValues();
  if (request.terraceSuccessHeaders !== undefined)
    values.set(successHeadersKey, request.terraceSuccessHeaders);
  if (request.terraceRecord !== undefined) values.set(recordKey, request.terraceRecord);
  if (request.terraceReadHeaders !== undefined) values.set(readHeadersKey, request.terraceReadHeaders);
  return values.set(carriageKey, {
    unread: new ResponseBackpressure(unread, request.raw),
    request: request.raw,
    largestAnswers,
  });
}

/** Sets the headers that hooks left for a successful answer. */
export function setSuccessHeaders(handler: HandlerContext): void {
  const headers = handler.values.get(successHeadersKey);
  for (let i = 0; i < headers.length; i += 2) handler.responseHeader.set(headers[i], headers[i + 1]);
}
