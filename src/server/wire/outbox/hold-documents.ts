import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest, onSendHookHandler } from "fastify";
import { isGone, isHttp2 } from "../http/raw-request.ts";
import type { UnreadAnswers } from "./unread-answers.ts";

/** Smaller documents fit into what the system keeps for an HTTP/1.1 connection. HTTP/2 leaves every byte to its caller's window. */
const LEAST_BYTES = 16 * 1024;

/** What a stream keeps for a caller who does not read: the pieces that were made before it waits. */
const STREAM_BYTES = 64 * 1024;

/** The hook that counts documents and streams until their callers have taken them. */
export function holdDocuments(unread: UnreadAnswers): onSendHookHandler<unknown> {
  return function hold(request, reply, payload, done) {
    if (!isGone(request.raw)) {
      if (payload instanceof Readable) holdStream(unread, request, reply as FastifyReply);
      else holdDocument(unread, request, reply as FastifyReply, payload);
    }
    done(null, payload);
  };
}

function holdDocument(
  unread: UnreadAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): void {
  const byteLength =
    typeof payload === "string" || payload instanceof Uint8Array ? Buffer.byteLength(payload) : 0;
  if (byteLength < LEAST_BYTES && !isHttp2(request.raw)) return;
  reply.raw.once("close", unread.hold(request.raw, byteLength).release);
}

/** Every time that the caller has taken all there was, the stream counts again: as the youngest, with all the time again. */
function holdStream(unread: UnreadAnswers, request: FastifyRequest, { raw }: FastifyReply): void {
  const options = { isTaken: () => raw.writableLength === 0 };
  let hold = unread.hold(request.raw, STREAM_BYTES, options);
  raw.on("drain", () => {
    hold.release();
    hold = unread.hold(request.raw, STREAM_BYTES, options);
  });
  raw.once("close", () => hold.release());
}
