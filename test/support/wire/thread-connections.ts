import { Agent, type IncomingHttpHeaders, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps, Agent as SecureAgent } from "node:https";
import { Http2SessionManager } from "@connectrpc/connect-node";
import { onTestFinished } from "vitest";

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** A persistent connection, and so one thread of a server; calls fail once it is closed. */
export interface ThreadConnection {
  /** Prefix of the thread's request ids. */
  readonly thread: string;
  ask(path: string, options?: AskOptions): Promise<Answered>;
  close(): void;
}

export interface AskOptions extends Pick<RequestOptions, "method" | "headers"> {
  readonly body?: string | Uint8Array;
}

/** More than are ever needed to meet each of a few threads by chance. */
const MAX_TRIES = 400;

/** One connection per thread; the system chooses each connection's thread, so surplus ones are closed. */
export function connectThreads(url: string, threads: number): Promise<ThreadConnection[]> {
  return untilEach(threads, () => connect(url));
}

/** connectThreads, closed when the running test ends. */
export async function threadsForTest(url: string, threads: number): Promise<ThreadConnection[]> {
  const connections = await connectThreads(url, threads);
  onTestFinished(() => {
    for (const { close } of connections) close();
  });
  return connections;
}

/** connectThreads over HTTP/2, for clients of Connect and gRPC. */
export async function sessionsOfThreads(
  url: string,
  threads: number,
): Promise<{ readonly thread: string; readonly manager: Http2SessionManager }[]> {
  return untilEach(threads, async () => {
    const manager = new Http2SessionManager(url);
    const stream = await manager.request("GET", "/api/health", {}, {});
    const thread = await new Promise<string>((resolve, reject) => {
      stream.on("response", (headers) => resolve(threadOf(headers))).on("error", reject);
      stream.resume().end();
    });
    return { thread, manager, close: () => manager.abort() };
  });
}

async function untilEach<T extends { readonly thread: string; close(): void }>(
  threads: number,
  open: () => Promise<T>,
): Promise<T[]> {
  const found = new Map<string, T>();
  for (let i = 0; found.size < threads; i++) {
    if (i === MAX_TRIES) throw new Error(`${MAX_TRIES} connections met ${found.size} of ${threads} threads`);
    const one = await open();
    if (found.has(one.thread)) one.close();
    else found.set(one.thread, one);
  }
  return [...found.values()];
}

async function connect(url: string): Promise<ThreadConnection> {
  const isTls = url.startsWith("https:");
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = isTls ? new SecureAgent({ ...options, rejectUnauthorized: false }) : new Agent(options);
  const ask = (path: string, { body, headers, method }: AskOptions = {}) =>
    new Promise<Answered>((resolve, reject) => {
      const begin = isTls ? requestHttps : requestHttp;
      const asked = begin(
        `${url}${path}`,
        {
          agent,
          method: method ?? (body === undefined ? "GET" : "POST"),
          headers: { "user-agent": "terrace-tests/1", ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
          response.on("end", () => {
            const bytes = Buffer.concat(chunks);
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              bytes,
              text: bytes.toString(),
            });
          });
        },
      );
      asked.on("error", reject).end(body);
    });
  const thread = threadOf((await ask("/api/health")).headers);
  return {
    thread,
    ask: async (path, options) => {
      const answered = await ask(path, options);
      // The agent opens another connection if this one was closed.
      if (threadOf(answered.headers) !== thread) throw new Error(`thread ${thread} closed the connection`);
      return answered;
    },
    close: () => agent.destroy(),
  };
}

function threadOf(headers: IncomingHttpHeaders): string {
  return String(headers["x-request-id"]).split("-")[0];
}

export function jsonCall(request: unknown, headers: Record<string, string> = {}): AskOptions {
  return { body: JSON.stringify(request), headers: { "content-type": "application/json", ...headers } };
}
