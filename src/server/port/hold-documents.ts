import type { onSendHookHandler } from "fastify";
import type { UnreadAnswers } from "./unread-answers.ts";

/** Smaller documents fit into what the system keeps for a connection. */
const LEAST_BYTES = 16 * 1024;

/** The hook that counts documents until their callers have taken them. Streams wait for their readers by themselves. */
export function holdDocuments(unread: UnreadAnswers): onSendHookHandler<unknown> {
  return function hold(request, reply, payload, done) {
    const byteLength =
      typeof payload === "string" || payload instanceof Uint8Array ? Buffer.byteLength(payload) : 0;
    if (byteLength >= LEAST_BYTES && !reply.raw.closed) {
      reply.raw.once("close", unread.hold(request.raw, byteLength).release);
    }
    done(null, payload);
  };
}
