import type { ServerResponse } from "node:http";
import { canceled } from "../../../runtime/abort.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { WaitingLine } from "../../../runtime/threads/waiting-line.ts";
import { isGone, isHttp2, type RawRequest } from "../http/raw-request.ts";

/** An answer in flight until it is released; releasing twice is harmless. */
export interface Hold {
  release(): void;
}

export interface HoldOptions {
  /** Called before the connection of the caller is closed. */
  readonly onCut?: (() => void) | undefined;
  /** Whether the bytes have left though nobody was notified: such an answer is released where another is given up. */
  readonly isTaken?: (() => boolean) | undefined;
}

/** An answer that its caller has not taken yet. */
export interface UnreadAnswer extends Hold, HoldOptions {
  readonly request: RawRequest;
}

/** What one connection was handed and what waits for it: the socket of HTTP/1.1, the session of HTTP/2. */
export class Outbox {
  /** Bytes of answers that are not taken yet, and of large ones that are worked on. */
  byteLength = 0;
  /** Oldest first. */
  readonly answers = new Set<UnreadAnswer>();
  /** Calls whose answers are not encoded before others are taken. */
  readonly waiting = new WaitingLine();
  /**
   * Responses to pipelined requests that were begun before the connection was free for them, until they are closed.
   * Undefined before the first.
   */
  begun: Set<ServerResponse> | undefined;
  /** Pipelined requests that are not begun yet, and whether they are so many that nothing more is read. */
  queued = 0;
  isFull = false;
}

/** By connection, for all ports: code that makes an answer knows its request alone. */
const outboxes = new WeakMap<object, Outbox>();

export function outboxOfConnection(connection: object): Outbox {
  return remembered(outboxes, connection, () => new Outbox());
}

/** The outbox that a request's answer shares with the others of its connection. */
export function outboxOf(request: RawRequest): Outbox {
  return outboxOfConnection(isHttp2(request) ? (request.stream.session ?? request.stream) : request.socket);
}

/** The response to an HTTP/1.1 request that was begun before its turn; undefined once its turn has come. */
export function responseBehind(request: RawRequest): ServerResponse | undefined {
  for (const response of outboxOf(request).begun ?? []) {
    if (response.req === request) return response.socket === null ? response : undefined;
  }
  return undefined;
}

/**
 * Resolves when a line admits the call; rejected as canceled when its caller goes away, so that nobody keeps its answer
 * or encodes it. A call over HTTP/1.1 whose response is behind others goes on as soon as that has the connection.
 */
export function waitIn(line: WaitingLine, request: RawRequest, behind?: ServerResponse): Promise<void> {
  if (isGone(request)) return Promise.reject(canceled());
  // Others over HTTP/1.1, which would all listen to one socket, wait for turns of the event loop alone.
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
