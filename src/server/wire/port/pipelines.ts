import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isHttp2, type RawRequest } from "../http/raw-request.ts";
import { answerHeadProblem, headProblem } from "./authority.ts";

/** Requests of one connection that are in progress at once. A caller that ends its side gets the answers to these. */
const AT_ONCE = 16;

/** Requests of one connection that wait before nothing more is read from it. */
const PAUSE_AT = 16;

type Route = (request: IncomingMessage, response: ServerResponse) => void;

interface Pipeline {
  /** What was begun before its connection was free for it, until it is closed. */
  readonly running: Set<ServerResponse>;
  waiting: number;
  isFull: boolean;
}

/** The pipelines of all ports by their connections: code that makes an answer knows its request alone. */
const pipelines = new WeakMap<Socket, Pipeline>();

/** The response to a request that was begun before its turn; undefined once its turn has come. */
export function responseBehind(request: RawRequest): ServerResponse | undefined {
  for (const response of pipelines.get(request.socket)?.running ?? []) {
    if (response.req === request) return response.socket === null ? response : undefined;
  }
  return undefined;
}

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
    return (pipelines.get(socket)?.waiting ?? 0) > 0;
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
    const pipeline = pipelines.get(socket) ?? this.#watch(socket);
    if (pipeline.waiting === 0 && pipeline.running.size < AT_ONCE) {
      pipeline.running.add(response);
      response.once("close", () => pipeline.running.delete(response));
      this.#route(request, response);
      return;
    }
    pipeline.waiting++;
    if (++this.#waiting > this.#maxWaiting) {
      socket.destroy();
      return;
    }
    if (pipeline.waiting === PAUSE_AT) {
      pipeline.isFull = true;
      socket.pause();
    }
    response.once("socket", () => {
      this.#waiting--;
      if (--pipeline.waiting === 0 && pipeline.isFull) {
        pipeline.isFull = false;
        socket.resume();
      }
      this.#route(request, response);
    });
  }

  #watch(socket: Socket): Pipeline {
    const pipeline: Pipeline = { running: new Set(), waiting: 0, isFull: false };
    pipelines.set(socket, pipeline);
    // Every answer in progress may listen for the end of its connection; Node would take so many for a leak, and print it.
    socket.setMaxListeners(0);
    // Reading the body of a request resumes the whole connection.
    socket.on("resume", () => {
      if (pipeline.isFull) socket.pause();
    });
    socket.once("close", () => {
      this.#waiting -= pipeline.waiting;
      pipeline.waiting = 0;
      for (const response of pipeline.running) emitClose(response);
    });
    return pipeline;
  }
}

/** Some versions of Node, 22 among them, tell only the response that has the socket that the connection is gone. */
function emitClose(response: ServerResponse): void {
  if (response.socket !== null || response.destroyed || response.writableFinished) return;
  response.destroyed = true;
  response.emit("close");
}
