import {
  type ContextValues,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from "@connectrpc/connect";
import type { FastifyRequest } from "fastify";
import { recordKey } from "../../telemetry/call-record.ts";
import { OutgoingAnswer } from "../../wire/outbox/outgoing-answer.ts";
import type { UnreadAnswers } from "../../wire/outbox/unread-answers.ts";
import { readHeadersKey } from "./conditional.ts";

const successHeadersKey = createContextKey<readonly string[]>([]);

/** What counts a call's answer; undefined where a host's own server sends it. */
export const outgoingKey = createContextKey<OutgoingAnswer | undefined>(undefined);

/** What hooks left on a request, for its Connect handler and interceptors. */
export function callValues(request: FastifyRequest, unread: UnreadAnswers): ContextValues {
  const values = createContextValues();
  if (request.terraceSuccessHeaders !== undefined)
    values.set(successHeadersKey, request.terraceSuccessHeaders);
  if (request.terraceRecord !== undefined) values.set(recordKey, request.terraceRecord);
  if (request.terraceReadHeaders !== undefined) values.set(readHeadersKey, request.terraceReadHeaders);
  return values.set(outgoingKey, new OutgoingAnswer(unread, request.raw));
}

/** Sets the headers that hooks left for a successful answer. */
export function setSuccessHeaders(handler: HandlerContext): void {
  const headers = handler.values.get(successHeadersKey);
  for (let i = 0; i < headers.length; i += 2) handler.responseHeader.set(headers[i], headers[i + 1]);
}
