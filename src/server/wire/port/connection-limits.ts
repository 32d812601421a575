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

export const DEFAULT_CONNECTION_LIMITS = {
  /** Longest time to send the head of a request. */
  headersTimeoutMs: 10_000,
  /** Longest time to send a whole request. */
  bodyTimeoutMs: 30_000,
  /** Most bytes of a request head, URL included. */
  maxHeaderBytes: 32_768,
  /** Idle timeout of an HTTP/2 connection; most clients keep one for later. */
  idleSessionMs: 300_000,
  /**
   * Most open connections; more are closed on accept. A few kilobytes each when idle, and far more than the
   * default number of file descriptors.
   */
  maxConnections: 20_000,
  /** Waiting pipelined requests on all connections, a few kilobytes each; one more closes its connection. */
  maxPipelined: 10_000,
  /** Time for an HTTP/2 client to finish its request once the answer is sent. */
  afterAnswerMs: 500,
  /** Longest time for a client to read nothing of an answer. */
  answerTimeoutMs: 60_000,
};

export type ConnectionLimits = Readonly<typeof DEFAULT_CONNECTION_LIMITS>;

/** Header fields of an HTTP/2 request; HTTP/1.1 is limited by bytes only. */
const MAX_HEADER_PAIRS = 128;

/** Concurrent calls on one HTTP/2 connection; a proxy that needs more opens another. */
const MAX_STREAMS = 256;

/** Connection checks per shortest timeout. */
const CHECKS_PER_TIMEOUT = 10;

export function http1Options(limits: ConnectionLimits): Http1Options {
  const shortest = Math.min(limits.headersTimeoutMs, limits.bodyTimeoutMs);
  return {
    // Node requires headersTimeout <= requestTimeout.
    headersTimeout: shortest,
    requestTimeout: limits.bodyTimeoutMs,
    connectionsCheckingInterval: Math.max(20, Math.min(1000, shortest / CHECKS_PER_TIMEOUT)),
    maxHeaderSize: limits.maxHeaderBytes,
    // Load balancers keep idle connections for a minute: they should close first.
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
 * Closes HTTP/2 connections without calls, streams whose request is not complete in time, and streams whose
 * answer is not read. A byte now and then does not extend a timeout: only a complete head or request does.
 */
export function limitSessions(
  server: Http2Server | Http2SecureServer,
  limits: ConnectionLimits,
  stalled: StalledAnswers,
  onReset: (socket: Socket) => void,
): ReadonlySet<ServerHttp2Session> {
  const sessions = new Set<ServerHttp2Session>();
  // A session hides its socket, but is created synchronously after the connection event.
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
 * Returns a function that pings a connection, one ping at a time, and destroys it if there is no reply: a
 * connection that reads nothing does not process a stream's end either, and keeps everything buffered for it.
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

/** Destroys a closing connection after a delay: a client that reads nothing may never end it. */
function cutOff(socket: Socket, afterMs: number): void {
  const late = setTimeout(() => socket.destroy(), afterMs).unref();
  socket.once("close", () => clearTimeout(late));
}

/**
 * When a client closes its stream without an error during the answer, Node waits for the end of the answer,
 * which never comes because nothing is read. Destroy the stream, so that its writer gets an error at once.
 */
function endWithCaller(stream: ServerHttp2Stream): void {
  // A turn later, so that our own close is sent first.
  const end = () => setImmediate(() => stream.destroy());
  // A stream reset in the same packet as its request was aborted before anyone could listen.
  if (stream.aborted) end();
  else stream.once("aborted", end);
}

/**
 * A client that is answered before its request is complete has a moment left, in which the rest is discarded:
 * unread bytes would stay in the window that all streams of the connection share. Then its stream is closed.
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
