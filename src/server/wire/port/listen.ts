import { type EventEmitter, once } from "node:events";
import { createServer as createHttp2, createSecureServer } from "node:http2";
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { ownNumber, type SharedNumber } from "../../../runtime/shared/thread-numbers.ts";
import { type StalledAnswers, stalledAnswers } from "../outbox/stalled-answers.ts";
import {
  type ConnectionLimits,
  DEFAULT_CONNECTION_LIMITS,
  http1Options,
  http2Options,
  limitSessions,
} from "./connection-limits.ts";
import type { peerConnections } from "./peer-connections.ts";
import { Pipelines } from "./pipelines.ts";
import type { TlsPair } from "./tls.ts";

// A static import of node:http would load fetch and WebSocket for its exports: 40 ms of a start.
const { createServer: createHttp1 } = process.getBuiltinModule("node:http");

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** PEM; with it the port speaks TLS and ALPN chooses the protocol. */
  readonly tls?: TlsPair;
  readonly limits?: Partial<ConnectionLimits>;
  /** Lets other threads listen on the same port; the kernel distributes connections. */
  readonly reusePort?: boolean;
  /** Connection count of all threads; threads that check at the same instant may exceed the limit. */
  readonly connections?: SharedNumber;
  /** Limits per address; none by default. */
  readonly peers?: ReturnType<typeof peerConnections>;
}

export type Listening = Awaited<ReturnType<typeof listen>>;

const DRAIN_STEP_MS = 10;

/** Opens one port for HTTP/1.1 and HTTP/2 that serves the Fastify instance with both. */
export async function listen(server: FastifyInstance, options: ListenOptions) {
  await server.ready();
  const limits = { ...DEFAULT_CONNECTION_LIMITS, ...options.limits };
  const stalled = stalledAnswers(limits.answerTimeoutMs);
  const onReset = options.peers?.countReset ?? (() => {});
  const { port, closeIdle, renewTls } = options.tls
    ? securePort(server, options.tls, limits, stalled, onReset)
    : clearPort(server, limits, stalled, onReset);
  port.on(options.tls ? "secureConnection" : "connection", stalled.watchConnection);
  port.once("close", () => stalled.close());
  const connections = options.connections ?? ownNumber();
  const sockets = new Set<Socket>();
  // Node reads this on every accept and closes connections beyond it.
  Object.defineProperty(port, "maxConnections", {
    get: () => (connections.total() >= limits.maxConnections ? 0 : Number.POSITIVE_INFINITY),
  });
  port.on("connection", (socket: Socket) => {
    connections.set(sockets.add(socket).size);
    socket.once("close", () => {
      sockets.delete(socket);
      connections.set(sockets.size);
    });
    options.peers?.take(socket);
  });
  port.listen({ port: options.port, host: options.host, reusePort: options.reusePort ?? false });
  await once(port, "listening");
  const address = port.address() as AddressInfo;
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  let closing: Promise<boolean> | undefined;
  return {
    host: address.address,
    port: address.port,
    url: `${options.tls ? "https" : "http"}://${host}:${address.port}`,
    /**
     * Stops accepting, closes idle connections, lets calls finish, and destroys what is left after
     * `timeoutMs`; then closes the Fastify instance. True if nothing was cut off. Idempotent.
     */
    close(timeoutMs: number) {
      closing ??= drain(port, closeIdle, sockets, timeoutMs).finally(() => server.close());
      return closing;
    },
    /** Sets the certificate for new connections; does nothing without TLS. */
    renewTls,
  };
}

async function drain(
  port: Server,
  closeIdle: () => void,
  sockets: Set<Socket>,
  timeoutMs: number,
): Promise<boolean> {
  const closed = once(port, "close");
  port.close();
  closeIdle();
  const idle = setInterval(closeIdle, DRAIN_STEP_MS);
  let cut = false;
  const deadline = setTimeout(() => {
    cut = sockets.size > 0;
    for (const socket of sockets) socket.destroy();
  }, timeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
  return !cut;
}

interface Port {
  readonly port: Server;
  /** Closes connections without a call in progress, and asks HTTP/2 sessions to end. */
  closeIdle(): void;
  renewTls(pair: TlsPair): void;
}

function clearPort(
  server: FastifyInstance,
  limits: ConnectionLimits,
  stalled: StalledAnswers,
  onReset: (socket: Socket) => void,
): Port {
  const pipelines = new Pipelines(server.routing, limits.maxPipelined);
  const http1 = createHttp1(http1Options(limits), pipelines.take);
  answerAfterHalfClose(http1, pipelines);
  const http2 = createHttp2(http2Options(limits), (request, response) =>
    pipelines.take(request as never, response as never),
  );
  const sessions = limitSessions(http2, limits, stalled, onReset);
  // HTTP/2 has no half-open connections: a client that closed its side cannot read any more.
  http2.on("connection", (socket: Socket) => socket.once("end", () => socket.end()));
  // Starts Node's check of header and request timeouts, which otherwise waits for a port of its own.
  http1.emit("listening");
  const { split, closeUndecided } = splitByProtocol(http1, http2, limits.headersTimeoutMs);
  return {
    port: createTcp({ noDelay: true, allowHalfOpen: true }, split),
    closeIdle() {
      closeUndecided();
      http1.closeIdleConnections();
      for (const session of sessions) session.close();
    },
    renewTls() {},
  };
}

function securePort(
  server: FastifyInstance,
  tls: TlsPair,
  limits: ConnectionLimits,
  stalled: StalledAnswers,
  onReset: (socket: Socket) => void,
): Port {
  const options = {
    ...http1Options(limits),
    ...http2Options(limits),
    ...tls,
    allowHTTP1: true,
    // Node's default of two minutes would let silent connections pile up.
    handshakeTimeout: limits.headersTimeoutMs,
  };
  const { take } = new Pipelines(server.routing, limits.maxPipelined);
  const port = createSecureServer(options, (request, response) => take(request as never, response as never));
  const sessions = limitSessions(port, limits, stalled, onReset);
  return {
    port,
    closeIdle() {
      (port as unknown as { closeIdleConnections?: () => void }).closeIdleConnections?.();
      for (const session of sessions) session.close();
    },
    renewTls: (pair) => port.setSecureContext(pair),
  };
}

/**
 * A client that half-closes after pipelined requests still gets the answers to those that wait. Without any,
 * it is taken as gone, and work in progress for it is aborted.
 */
function answerAfterHalfClose(http1: EventEmitter, pipelines: Pipelines): void {
  Object.assign(http1, { httpAllowHalfOpen: true });
  http1.on("connection", (socket: Socket) =>
    socket.once("end", () => {
      if (!pipelines.isWaiting(socket)) socket.end();
    }),
  );
}

/** Start of the HTTP/2 connection preface; no HTTP/1.1 verb starts like it. */
const HTTP2_PREFACE = "PRI";

/**
 * Returns a connection listener that detects the protocol from the first bytes. A connection that sends
 * nothing for `silenceMs` is destroyed.
 */
function splitByProtocol(http1: EventEmitter, http2: EventEmitter, silenceMs: number) {
  const undecided = new Set<Socket>();

  function split(socket: Socket): void {
    undecided.add(socket);
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.once("close", () => undecided.delete(socket));
    // Half-open connections are allowed, but not before the first request.
    socket.once("end", () => {
      if (undecided.has(socket)) socket.destroy();
    });
    socket.on("readable", look);

    let bytes: Buffer = Buffer.alloc(0);
    function look(): void {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
        bytes = bytes.byteLength === 0 ? chunk : Buffer.concat([bytes, chunk]);
      }
      const start = bytes.toString("latin1", 0, HTTP2_PREFACE.length);
      if (start.length < HTTP2_PREFACE.length && HTTP2_PREFACE.startsWith(start)) return;
      socket.off("readable", look);
      socket.removeAllListeners("timeout");
      socket.setTimeout(0);
      undecided.delete(socket);
      socket.unshift(bytes);
      (start === HTTP2_PREFACE ? http2 : http1).emit("connection", socket);
    }
  }

  return {
    split,
    closeUndecided(): void {
      for (const socket of undecided) socket.destroy();
    },
  };
}
