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

/** Up to this size, head and body go out in one write; above it, the latin1 conversion costs more. */
const ONE_WRITE_BYTES = 4096;

const AT_ONCE_BYTES = 64 * 1024;

/**
 * Batches the replies of one event loop turn. Under load this takes a fifth less CPU time, because reading
 * requests and writing replies no longer alternate.
 */
export class ReplyQueue {
  readonly #unread: UnreadAnswers;
  #pending: PendingReply[] = [];

  constructor(unread: UnreadAnswers) {
    this.#unread = unread;
  }

  push(reply: FastifyReply, status: number, headers: FlatHeaders, bytes: Uint8Array): void {
    const pending = { response: reply.raw, status, headers, bytes };
    // Do not keep many large answers until the end of the turn.
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
    // Node joins a string to the head; bytes are a write of their own.
    else response.end(latin1Text(bytes), "latin1");
    // HTTP/2 never writes synchronously: its answers are counted earlier.
    if (!isHttp1 || isGone(response.req)) return;
    const { socket } = response;
    // If the kernel took all of it, nothing is buffered. Without a socket, the response waits for earlier
    // pipelined ones.
    if (socket === null || socket.writableLength > 0) {
      response.once("close", this.#unread.hold(response.req, bytes.byteLength).release);
    }
  }
}
