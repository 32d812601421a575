import { Agent, request as httpRequest } from "node:http";
import type { DrawnCall } from "../mixed-calls.ts";
import { Latencies } from "./latencies.ts";

export interface FixedRate {
  readonly url: string;
  /** Calls per second, sent when due regardless of earlier calls. */
  readonly rate: number;
  readonly seconds: number;
  /** Most connections; a call without a free one waits, and the wait counts. */
  readonly connections: number;
  readonly next: () => DrawnCall;
  readonly timeoutMs: number;
}

export interface RateResult {
  readonly sent: number;
  readonly answered: number;
  /** Answered calls per second, from the first due time to the last answer. */
  readonly throughput: number;
  readonly latencies: Latencies;
  readonly byMethod: ReadonlyMap<string, Latencies>;
  /** Failed calls by reason: a status such as 503, `timeout`, or the code of a broken connection. */
  readonly errors: ReadonlyMap<string, number>;
  readonly bytes: number;
}

/**
 * Calls at a fixed rate (open loop). Latency counts from the time a call was due, not from when it was sent:
 * a server that stalls for a second delays every call due in that second, and all of them are counted.
 */
export async function callAtFixedRate(options: FixedRate): Promise<RateResult> {
  const { rate, seconds, next } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const latencies = new Latencies();
  const byMethod = new Map<string, Latencies>();
  const errors = new Map<string, number>();
  let bytes = 0;
  let answered = 0;
  const total = Math.round(rate * seconds);
  // Only calls in flight are kept: an hour has millions of calls.
  const inFlight = new Set<Promise<void>>();
  const started = performance.now();
  const one = async (call: DrawnCall, due: number) => {
    const outcome = await send(options, agent, call);
    const ms = performance.now() - due;
    latencies.add(ms);
    const own = byMethod.get(call[0]) ?? new Latencies();
    byMethod.set(call[0], own);
    own.add(ms);
    bytes += outcome.bytes;
    if (outcome.error === undefined) answered++;
    else errors.set(outcome.error, (errors.get(outcome.error) ?? 0) + 1);
  };
  for (let sent = 0; sent < total; ) {
    const now = performance.now() - started;
    // Send all calls that fell due while this process slept, each with its own due time.
    for (; sent < total && (sent * 1000) / rate <= now; sent++) {
      const call = one(next(), started + (sent * 1000) / rate);
      inFlight.add(call);
      call.then(() => inFlight.delete(call));
    }
    const wait = (sent * 1000) / rate - (performance.now() - started);
    await new Promise((wake) => setTimeout(wake, Math.max(0, wait)));
  }
  await Promise.all(inFlight);
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  return { sent: total, answered, throughput: answered / elapsed, latencies, byMethod, errors, bytes };
}

function send(
  { url, timeoutMs }: FixedRate,
  agent: Agent,
  [method, body]: DrawnCall,
): Promise<{ bytes: number; error?: string }> {
  const text = JSON.stringify(body);
  return new Promise((done) => {
    let bytes = 0;
    const request = httpRequest(
      `${url}/${method}`,
      {
        method: "POST",
        agent,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
          "user-agent": "terrace-load/1",
        },
      },
      (response) => {
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.byteLength;
        });
        response.on("error", (error) => done({ bytes, error: nameOf(error) }));
        response.on("end", () => {
          const { statusCode = 0 } = response;
          // 404 counts as answered: some keys have no data in some tables.
          done(statusCode === 200 || statusCode === 404 ? { bytes } : { bytes, error: String(statusCode) });
        });
      },
    );
    request.on("error", (error) => done({ bytes, error: nameOf(error) }));
    request.end(text);
  });
}

function nameOf(error: Error & { code?: string }): string {
  return error.name === "TimeoutError" || error.name === "AbortError"
    ? "timeout"
    : (error.code ?? error.name);
}
