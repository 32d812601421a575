import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isHttp2 } from "../http/raw-request.ts";
import { type Outbox, outboxOfConnection } from "../outbox/outbox.ts";
import { answerHeadProblem, headProblem } from "./authority.ts";

/** Requests of one connection that are in progress at once. A caller that ends its side gets the answers to these. */
const AT_ONCE = 16;

/** Requests of one connection that wait before nothing more is read from it. */
const PAUSE_AT = 16;

type Route = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Begins a few of the pipelined requests of an HTTP/1.1 connection at once and the others one by one, when the answer
 * before theirs is taken; a connection with many of them is not read. What was begun waits with its answer while too many
 * bytes of the connection are unread: see UnreadAnswers. Requests that are not pipelined pass straight through.
 */
export class Pipelines {
  readonly #route: Route;
  readonly #maxWaiting: number;
  #waiting = 0;

  constructor(route: Route, maxWaiting: number) {
    this.#route = route;
    this.#maxWaiting = maxWaiting;
  }

  /** Whether requests of the connection wait for the answer before theirs. */
  isWaiting(socket: Socket): boolean {
    return outboxOfConnection(socket).queued > 0;
  }

  readonly take: Route = (request, response) => {
    const problem = headProblem(request);
    // Node gives a response its socket when all those before it are finished.
    if (problem !== undefined) answerHeadProblem(response, problem);
    else if (response.socket !== null || isHttp2(request)) this.#route(request, response);
    else this.#wait(request, response);
  };

  #wait(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // What was read before the connection was cut off still comes here.
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
    // Every answer in progress may listen for the end of its connection; Node would take so many for a leak, and print it.
    socket.setMaxListeners(0);
    // Reading the body of a request resumes the whole connection.
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

/** Some versions of Node, 22 among them, tell only the response that has the socket that the connection is gone. */
function emitClose(response: ServerResponse): void {
  if (response.socket !== null || response.destroyed || response.writableFinished) return;
  response.destroyed = true;
  response.emit("close");
}
