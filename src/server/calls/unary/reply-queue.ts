import type { FastifyReply } from "fastify";
import { isGone, isHttp2 } from "../../wire/http/raw-request.ts";
import type { UnreadAnswers } from "../../wire/outbox/unread-answers.ts";
import { latin1Text } from "../codec/decode-text.ts";
import type { FlatHeaders } from "./reply-headers.ts";

interface PendingReply {
  readonly response: FastifyReply["raw"];
  readonly status: number;
  readonly headers: FlatHeaders;
  readonly bytes: Uint8Array;
}

/** A body up to this size is sent in one write with its head; above it, turning it into text costs more. */
const ONE_WRITE_BYTES = 4096;

/** A larger body is sent at once. */
const AT_ONCE_BYTES = 64 * 1024;

/**
 * Sends the replies of one tick together at its end. Under load this takes a fifth less processor time than
 * sending each at once, because reading requests and writing replies no longer alternate.
 */
export class ReplyQueue {
  readonly #unread: UnreadAnswers;
  #pending: PendingReply[] = [];

  constructor(unread: UnreadAnswers) {
    this.#unread = unread;
  }

  push(reply: FastifyReply, status: number, headers: FlatHeaders, bytes: Uint8Array): void {
    const pending = { response: reply.raw, status, headers, bytes };
    // Many large answers of one tick would all be kept until its end.
    if (bytes.byteLength > AT_ONCE_BYTES) this.#send(pending);
    else if (this.#pending.push(pending) === 1) setImmediate(this.#flush);
  }

  readonly #flush = (): void => {
    const replies = this.#pending;
    this.#pending = [];
    for (const reply of replies) this.#send(reply);
  };

  #send({ response, status, headers, bytes }: PendingReply): void {
    response.writeHead(status, headers as string[]);
    const isHttp1 = !isHttp2(response.req);
    if (bytes.byteLength > ONE_WRITE_BYTES || !isHttp1) response.end(bytes);
    // Node joins text to the head; bytes it would send apart from it.
    else response.end(latin1Text(bytes), "latin1");
    // HTTP/2 takes nothing at once: its calls are counted before.
    if (!isHttp1 || isGone(response.req)) return;
    const { socket } = response;
    // What the system has taken whole, nobody keeps. A response without a socket waits for those before it.
    if (socket === null || socket.writableLength > 0) {
      response.once("close", this.#unread.hold(response.req, bytes.byteLength).release);
    }
  }
}
