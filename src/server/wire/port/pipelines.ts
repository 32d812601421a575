import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isHttp2 } from "../http/raw-request.ts";
import { type Outbox, outboxOfConnection } from "../outbox/outbox.ts";
import { answerHeadProblem, headProblem } from "./authority.ts";

/** Pipelined requests of one connection in progress at once. Answered even if the client half-closes. */
const AT_ONCE = 16;

/** Waiting requests of one connection at which reading is paused. */
const PAUSE_AT = 16;

type Route = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Starts a few pipelined requests of an HTTP/1.1 connection at once and the others one by one, when the
 * answer before is read; with many waiting, the connection is not read. Started ones wait before encoding
 * while their connection has too many unread bytes: see UnreadAnswers. Requests that are not pipelined pass
 * directly.
 */
export class Pipelines {
  readonly #route: Route;
  readonly #maxWaiting: number;
  #waiting = 0;

  constructor(route: Route, maxWaiting: number) {
    this.#route = route;
    this.#maxWaiting = maxWaiting;
  }

  /** Whether requests of the connection wait for earlier answers. */
  isWaiting(socket: Socket): boolean {
    return outboxOfConnection(socket).queued > 0;
  }

  readonly take: Route = (request, response) => {
    const problem = headProblem(request);
    // Node assigns the socket to a response when all before it are finished.
    if (problem !== undefined) answerHeadProblem(response, problem);
    else if (response.socket !== null || isHttp2(request)) this.#route(request, response);
    else this.#wait(request, response);
  };

  #wait(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // Requests parsed before the connection was destroyed still arrive here.
    if (socket.destroyed) return;
    const outbox = outboxOfConnection(socket);
    const begun = outbox.begun ?? this.#watch(socket, outbox);
    if (outbox.queued === 0 && begun.size < AT_ONCE) {
      begun.add(response);
      response.once("close", () => begun.delete(response));
      this.#route(request, response);
      return;
    }
    outbox.queued++;
    if (++this.#waiting > this.#maxWaiting) {
      socket.destroy();
      return;
    }
    if (outbox.queued === PAUSE_AT) {
      outbox.isFull = true;
      socket.pause();
    }
    response.once("socket", () => {
      this.#waiting--;
      if (--outbox.queued === 0 && outbox.isFull) {
        outbox.isFull = false;
        socket.resume();
      }
      this.#route(request, response);
    });
  }

  #watch(socket: Socket, outbox: Outbox): Set<ServerResponse> {
    const begun = new Set<ServerResponse>();
    outbox.begun = begun;
    // Every answer in progress may listen for "close"; Node would warn about a listener leak.
    socket.setMaxListeners(0);
    // Reading a request body resumes the whole connection.
    socket.on("resume", () => {
      if (outbox.isFull) socket.pause();
    });
    socket.once("close", () => {
      this.#waiting -= outbox.queued;
      outbox.queued = 0;
      for (const response of begun) emitClose(response);
    });
    return begun;
  }
}

/** Some versions of Node, including 22, emit "close" only on the response that has the socket. */
function emitClose(response: ServerResponse): void {
  if (response.socket !== null || response.destroyed || response.writableFinished) return;
  response.destroyed = true;
  response.emit("close");
}
