import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A complete HTTP/1.1 POST as bytes, to be written repeatedly. */
export function postBytes(path: string, contentType: string, body: Uint8Array, authorization = ""): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "user-agent: terrace-bench/1",
    "connect-protocol-version: 1",
    `content-type: ${contentType}`,
    `content-length: ${body.byteLength}`,
    ...(authorization === "" ? [] : [`authorization: ${authorization}`]),
    "",
    "",
  ].join("\r\n");
  return Buffer.concat([Buffer.from(head), body]);
}

export interface Load {
  readonly requestsPerSecond: number;
  readonly bytes: number;
}

/**
 * Measures requests per second over several connections with one request in flight each, for a fixed time, at
 * most `perSecond` in total. `request` may be a function that makes each one. Throws unless the status is
 * 200.
 */
export async function httpLoad(
  port: number,
  request: Buffer | (() => Buffer),
  connections: number,
  ms: number,
  perSecond = Number.POSITIVE_INFINITY,
): Promise<Load> {
  const until = performance.now() + ms;
  const started = performance.now();
  let turns = 0;
  const turn = async () => {
    const early = started + (1000 * turns++) / perSecond - performance.now();
    if (early > 0) await setTimeout(early);
  };
  const counts = await Promise.all(
    Array.from({ length: connections }, () => oneConnection(port, request, until, turn)),
  );
  const seconds = (performance.now() - started) / 1000;
  const requests = counts.reduce((sum, c) => sum + c.requests, 0);
  return { requestsPerSecond: requests / seconds, bytes: counts[0].bytes };
}

export async function oneAnswer(port: number, request: Buffer): Promise<{ head: string; body: Buffer }> {
  const socket = connect(port, "127.0.0.1");
  const reader = new AnswerReader(socket);
  socket.write(request);
  const answer = await reader.next();
  socket.destroy();
  return answer;
}

async function oneConnection(
  port: number,
  request: Buffer | (() => Buffer),
  until: number,
  turn: () => Promise<void>,
): Promise<{ requests: number; bytes: number }> {
  const socket = connect(port, "127.0.0.1").setNoDelay(true);
  const reader = new AnswerReader(socket);
  let requests = 0;
  let bytes = 0;
  while (performance.now() < until) {
    await turn();
    socket.write(typeof request === "function" ? request() : request);
    const { head, body } = await reader.next();
    if (!head.startsWith("HTTP/1.1 200"))
      throw new Error(`the server answered ${head.split("\r\n")[0]}: ${body}`);
    bytes = body.byteLength;
    requests++;
  }
  socket.destroy();
  return { requests, bytes };
}

/** Splits a socket's bytes into responses by their content-length. */
class AnswerReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #waiting: ((answer: { head: string; body: Buffer }) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  constructor(socket: Socket) {
    socket.on("data", (chunk) => {
      this.#chunks.push(chunk);
      this.#length += chunk.byteLength;
      this.#tryAnswer();
    });
    socket.on("error", (error) => this.#failed?.(error));
    socket.on("close", () => this.#failed?.(new Error("the server closed the connection")));
  }

  next(): Promise<{ head: string; body: Buffer }> {
    return new Promise((resolve, reject) => {
      this.#waiting = resolve;
      this.#failed = reject;
      this.#tryAnswer();
    });
  }

  #expected: { head: string; bodyAt: number; end: number } | undefined;

  #tryAnswer(): void {
    if (this.#waiting === undefined || this.#length === 0) return;
    if (this.#expected === undefined) {
      const text = Buffer.concat(this.#chunks);
      this.#chunks = [text];
      const headEnd = text.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const head = text.toString("latin1", 0, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (Number.isNaN(length)) throw new Error(`no content-length in: ${head}`);
      this.#expected = { head, bodyAt: headEnd + 4, end: headEnd + 4 + length };
    }
    const { head, bodyAt, end } = this.#expected;
    if (this.#length < end) return;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = all.byteLength > end ? [all.subarray(end)] : [];
    this.#length = all.byteLength - end;
    this.#expected = undefined;
    const answer = this.#waiting;
    this.#waiting = undefined;
    answer({ head, body: all.subarray(bodyAt, end) });
  }
}
