import type { ServerOptions as Http1Options } from "node:http";
import {
  constants,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type ServerOptions,
} from "node:http2";
import type { Socket } from "node:net";
import type { StalledAnswers } from "../outbox/stalled-answers.ts";

/** What one connection may take of the server. */
export const DEFAULT_CONNECTION_LIMITS = {
  /** Longest a caller may take to send a request's head. */
  headersTimeoutMs: 10_000,
  /** Longest a caller may take to send a whole request. */
  bodyTimeoutMs: 30_000,
  /** Most bytes of a request's head, URL included. */
  maxHeaderBytes: 32_768,
  /** How long an HTTP/2 connection may stay open without any call; most clients keep one for later. */
  idleSessionMs: 300_000,
  /**
   * Connections that are open at once; more are closed as they come. A few kilobytes each while they are idle, and far more
   * than a process has descriptors for by default.
   */
  maxConnections: 20_000,
  /** Pipelined HTTP/1.1 requests that wait on all connections: a few kilobytes each. Who brings more is cut off. */
  maxPipelined: 10_000,
  /** What an HTTP/2 caller has left to send its request once the whole answer is in flight. */
  afterAnswerMs: 500,
  /** Longest a caller may take nothing of an answer. */
  answerTimeoutMs: 60_000,
};

export type ConnectionLimits = Readonly<typeof DEFAULT_CONNECTION_LIMITS>;

/** Header fields of one HTTP/2 request; HTTP/1.1 is bounded by bytes alone. */
const MAX_HEADER_PAIRS = 128;

/** Calls in progress on one HTTP/2 connection: a proxy that needs more opens another. */
const MAX_STREAMS = 256;

/** How often connections are looked at, as a part of the shortest time they have. */
const CHECKS_PER_TIMEOUT = 10;

export function http1Options(limits: ConnectionLimits): Http1Options {
  const shortest = Math.min(limits.headersTimeoutMs, limits.bodyTimeoutMs);
  return {
    // Node wants the time for the head to be the shorter one.
    headersTimeout: shortest,
    requestTimeout: limits.bodyTimeoutMs,
    connectionsCheckingInterval: Math.max(20, Math.min(1000, shortest / CHECKS_PER_TIMEOUT)),
    maxHeaderSize: limits.maxHeaderBytes,
    // Longer than the minute for which load balancers keep idle connections, so that they close first.
    keepAliveTimeout: 65_000,
    noDelay: true,
  };
}

export function http2Options(limits: ConnectionLimits): ServerOptions {
  return {
    maxHeaderListPairs: MAX_HEADER_PAIRS,
    maxSendHeaderBlockLength: limits.maxHeaderBytes,
    settings: { maxHeaderListSize: limits.maxHeaderBytes, maxConcurrentStreams: MAX_STREAMS },
  };
}

/**
 * Ends HTTP/2 connections that send no call, calls that do not send their whole request in time and those whose answers
 * are not taken. A byte now and then buys no more time: only a whole head, or a whole request, does.
 */
export function limitSessions(
  server: Http2Server | Http2SecureServer,
  limits: ConnectionLimits,
  stalled: StalledAnswers,
  onReset: (socket: Socket) => void,
): ReadonlySet<ServerHttp2Session> {
  const sessions = new Set<ServerHttp2Session>();
  // A session shows its socket to nobody; it begins while the server learns of it.
  let latest: Socket;
  for (const event of ["connection", "secureConnection"]) {
    (server as Http2Server).prependListener(event, (socket: Socket) => {
      latest = socket;
    });
  }
  (server as Http2Server).on("session", (session: ServerHttp2Session) => {
    const socket = latest;
    const askForLife = lifeCheck(session, socket, limits.answerTimeoutMs);
    let streams = 0;
    let idle = setTimeout(() => {
      session.destroy();
      cutOff(socket, limits.answerTimeoutMs);
    }, limits.headersTimeoutMs);
    sessions.add(session);
    session.once("close", () => {
      clearTimeout(idle);
      sessions.delete(session);
    });
    session.on("stream", (stream: ServerHttp2Stream) => {
      if (streams++ === 0) clearTimeout(idle);
      limitBody(stream, limits);
      endWithCaller(stream);
      stalled.watchCall(stream, askForLife);
      stream.once("close", () => {
        if (stream.rstCode === constants.NGHTTP2_CANCEL) askForLife();
        if (stream.aborted) onReset(socket);
        if (--streams > 0 || session.closed) return;
        idle = setTimeout(() => {
          session.close();
          cutOff(socket, limits.answerTimeoutMs);
        }, limits.idleSessionMs);
        idle.unref();
      });
    });
  });
  return sessions;
}

/**
 * What asks a connection for a sign of life, one question at a time, and ends it when none comes. A connection that takes
 * nothing does not take the end of a call either, and keeps all that was handed to it.
 */
function lifeCheck(session: ServerHttp2Session, socket: Socket, timeoutMs: number): () => void {
  let isAsked = false;
  return () => {
    if (isAsked || session.destroyed) return;
    isAsked = true;
    const late = setTimeout(() => socket.destroy(), timeoutMs).unref();
    session.ping((error) => {
      if (error !== null && !socket.destroyed) return;
      isAsked = false;
      clearTimeout(late);
    });
  };
}

/** Ends what is left of a connection that was asked to close: who takes nothing, or keeps its own side open, never would. */
function cutOff(socket: Socket, afterMs: number): void {
  const late = setTimeout(() => socket.destroy(), afterMs).unref();
  socket.once("close", () => clearTimeout(late));
}

/**
 * A caller that closes its call without an error while an answer is in progress reads no more of it. Node then waits for
 * the answer's end, which never comes, as nobody reads: its writer gets an error at once instead.
 */
function endWithCaller(stream: ServerHttp2Stream): void {
  // A turn later, so that a call which this side closes has told the caller.
  const end = () => setImmediate(() => stream.destroy());
  // Who gives its call up in the packet of its request has done so before anybody can listen.
  if (stream.aborted) end();
  else stream.once("aborted", end);
}

/**
 * A caller who is answered before it has sent everything has a moment left, in which the rest is read and dropped:
 * unread bytes would stay in the window that all calls of the connection share. Then its call is closed.
 */
function limitBody(stream: ServerHttp2Stream, { bodyTimeoutMs, afterAnswerMs }: ConnectionLimits): void {
  if (stream.endAfterHeaders) return;
  const end = () => stream.readableEnded || stream.close(constants.NGHTTP2_CANCEL);
  let late = setTimeout(end, bodyTimeoutMs);
  stream.once("finish", () => {
    if (stream.readableEnded) return;
    stream.removeAllListeners("data");
    stream.resume();
    clearTimeout(late);
    late = setTimeout(end, Math.min(bodyTimeoutMs, afterAnswerMs));
  });
  const settle = () => clearTimeout(late);
  stream.once("end", settle);
  stream.once("close", settle);
}
