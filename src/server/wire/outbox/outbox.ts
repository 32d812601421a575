import type { ServerResponse } from "node:http";
import { canceled } from "../../../runtime/abort.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { WaitingLine } from "../../../runtime/threads/waiting-line.ts";
import { isGone, isHttp2, type RawRequest } from "../http/raw-request.ts";

/** An answer in flight until released; releasing twice is harmless. */
export interface Hold {
  release(): void;
}

export interface HoldOptions {
  /** Called before the client's connection is closed. */
  readonly onCut?: (() => void) | undefined;
  /** Whether the bytes have left without an event: such an answer is released instead of cut off. */
  readonly isTaken?: (() => boolean) | undefined;
}

export interface UnreadAnswer extends Hold, HoldOptions {
  readonly request: RawRequest;
}

/** Unread answers and waiting calls of one connection: an HTTP/1.1 socket or an HTTP/2 session. */
export class Outbox {
  /** Bytes of unread answers, and of large ones being worked on. */
  byteLength = 0;
  /** Oldest first. */
  readonly answers = new Set<UnreadAnswer>();
  /** Calls that wait for others to be read before they encode. */
  readonly waiting = new WaitingLine();
  /** Pipelined responses that were started before the socket was free, until they close. */
  begun: Set<ServerResponse> | undefined;
  /** Pipelined requests not started yet, and whether reading is paused because of them. */
  queued = 0;
  isFull = false;
}

/** By connection, over all ports. */
const outboxes = new WeakMap<object, Outbox>();

export function outboxOfConnection(connection: object): Outbox {
  return remembered(outboxes, connection, () => new Outbox());
}

export function outboxOf(request: RawRequest): Outbox {
  return outboxOfConnection(isHttp2(request) ? (request.stream.session ?? request.stream) : request.socket);
}

/** The response of a pipelined HTTP/1.1 request, while earlier ones still use the socket; else undefined. */
export function responseBehind(request: RawRequest): ServerResponse | undefined {
  for (const response of outboxOf(request).begun ?? []) {
    if (response.req === request) return response.socket === null ? response : undefined;
  }
  return undefined;
}

/**
 * Resolves when the queue admits the call; rejects with `canceled` if the client disconnects. A call whose
 * pipelined response gets the socket is admitted at once.
 */
export function waitIn(line: WaitingLine, request: RawRequest, behind?: ServerResponse): Promise<void> {
  if (isGone(request)) return Promise.reject(canceled());
  // Other HTTP/1.1 calls would all listen on one socket; they only wait for the next turn of the event loop.
  const way = isHttp2(request) ? request.stream : behind;
  const waiter = line.add(undefined, 0, {
    get aborted() {
      return isGone(request);
    },
    reason: undefined,
    addEventListener: (_type, leave) => way?.once("close", leave),
    removeEventListener(_type, leave) {
      way?.off("close", leave);
      behind?.off("socket", waiter.admit);
    },
  });
  behind?.once("socket", waiter.admit);
  return waiter.turn;
}
