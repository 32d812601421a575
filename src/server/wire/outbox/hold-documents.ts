import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest, onSendHookHandler } from "fastify";
import { isGone, isHttp2 } from "../http/raw-request.ts";
import type { UnreadAnswers } from "./unread-answers.ts";

/** Smaller ones fit into the kernel's HTTP/1.1 buffer. In HTTP/2 every byte waits for the client's window. */
const MIN_BYTES = 16 * 1024;

/** Bytes that a stream buffers for a client that does not read, before back-pressure stops it. */
const STREAM_BYTES = 64 * 1024;

/** A hook that counts documents and streams as unread until clients have taken them. */
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
  if (byteLength < MIN_BYTES && !isHttp2(request.raw)) return;
  reply.raw.once("close", unread.hold(request.raw, byteLength).release);
}

/** After each drain, a stream counts as a new answer: the youngest, with its whole timeout. */
function holdStream(unread: UnreadAnswers, request: FastifyRequest, { raw }: FastifyReply): void {
  const options = { isTaken: () => raw.writableLength === 0 };
  let hold = unread.hold(request.raw, STREAM_BYTES, options);
  raw.on("drain", () => {
    hold.release();
    hold = unread.hold(request.raw, STREAM_BYTES, options);
  });
  raw.once("close", () => hold.release());
}
