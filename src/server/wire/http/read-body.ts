import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isHttp2 } from "./raw-request.ts";

/**
 * Most bytes of an unwanted body that are read and discarded before the answer. Many clients cannot handle an
 * answer while they send; one that sends more is cut off.
 */
export const DISCARD_MAX_BYTES = 8 * 1024 * 1024;

const NO_BYTES = new Uint8Array(0);

/** Calls back with the whole body, or an error if it is too large; never if the client disconnects. */
export function readBody(
  request: FastifyRequest,
  reply: FastifyReply,
  limit: number,
  done: (error: ConnectError | undefined, bytes: Uint8Array) => void,
): void {
  const { raw } = request;
  const refuse = (subject: string) =>
    discardBody(request, reply, () => done(tooLarge(subject, limit), NO_BYTES));
  const promised = Number.parseInt(raw.headers["content-length"] ?? "", 10);
  if (promised > limit) {
    refuse(`message size ${promised}`);
    return;
  }
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let byteLength = 0;
  raw.on("data", onData);
  raw.on("end", onEnd);

  function onData(chunk: Buffer): void {
    byteLength += chunk.byteLength;
    if (byteLength > limit) {
      raw.off("data", onData);
      raw.off("end", onEnd);
      refuse("message size");
    } else if (first === undefined) first = chunk;
    else if (more === undefined) more = [first, chunk];
    else more.push(chunk);
  }

  function onEnd(): void {
    done(undefined, more !== undefined ? Buffer.concat(more, byteLength) : (first ?? NO_BYTES));
  }
}

/** Calls back when the body has been read and discarded; at once in HTTP/2, which allows early answers. */
export function discardBody(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { raw } = request;
  if (isHttp2(raw) || raw.readableEnded) {
    done();
    return;
  }
  let byteLength = 0;
  raw.on("data", onData);
  raw.on("end", done);

  function onData(chunk: Buffer): void {
    byteLength += chunk.byteLength;
    if (byteLength <= DISCARD_MAX_BYTES) return;
    raw.off("data", onData);
    raw.off("end", done);
    raw.pause();
    reply.header("connection", "close");
    done();
  }
}

function tooLarge(subject: string, limit: number): ConnectError {
  const message = `${subject} is larger than configured readMaxBytes ${limit}`;
  return new ConnectError(message, Code.ResourceExhausted);
}
