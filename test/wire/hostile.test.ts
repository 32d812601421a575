import { connect as connectHttp2 } from "node:http2";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { callRoughly, exchangeRoughly } from "../support/hostile-exchange.ts";
import { hostileRequests } from "../support/hostile-requests.ts";
import { requestBytes } from "../support/raw-http.ts";
import { type Running, startTerrace } from "../support/run-terrace.ts";
import { isLongRun, runSeed, seededRandom } from "../support/seeded-random.ts";
import { callJson } from "../support/serve-country.ts";

const REQUESTS = isLongRun ? 50_000 : 3_000;
const WARM_UP = 600;
const CALLERS = 6;
const METRICS_TOKEN = "hostile-metrics-token";
const MEBIBYTE = 2 ** 20;
const TIMEOUT_MS = isLongRun ? 3_600_000 : 1_200_000;

/** True for an answer that shows a fault of ours. gRPC wants `internal` for compressed bytes of no named compression. */
function showsOwnFault(text: string): boolean {
  if (/"code":"(internal|unknown)"/.test(text)) return true;
  return /grpc-status: *(2|13)\b/i.test(text) && !/grpc-message: *received%20compressed/i.test(text);
}

/** A request that promises a body and sends none has this status when its time is up: the wait is its own. */
const REQUEST_TIMEOUT = 408;

let running: Running;
let url: string;
beforeAll(async () => {
  running = startTerrace(["serve", "--data-dir", inject("country").dataDir, "--port", "0"], {
    TERRACE_LIMITS: "off",
    TERRACE_METRICS_TOKEN: METRICS_TOKEN,
    // Little room for garbage and one place for freed memory, so that what grows is what is kept.
    NODE_OPTIONS: "--max-old-space-size=128 --max-semi-space-size=4",
    MALLOC_ARENA_MAX: "1",
    TERRACE_REQUEST_LOG: "off",
    // A request that promises a body and sends none ends with these.
    TERRACE_HEADERS_TIMEOUT_MS: "2000",
    TERRACE_BODY_TIMEOUT_MS: "2000",
  });
  [, url] = /ready at (http:[^:]+:\d+)/.exec(await running.said(/ready at http/))!;
});
afterAll(() => running.child.kill("SIGKILL"));

const shown = (value: unknown) => JSON.stringify(value).slice(0, 300);

async function residentBytes(): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]);
}

/** Sends so many hostile requests, a few at a time, and tells what came of them. */
function attacker(seed: number) {
  const random = seededRandom(seed);
  const next = hostileRequests(random);
  const port = Number(new URL(url).port);
  let session = connectHttp2(url);
  const statuses = new Map<string, number>();
  const durations: { readonly kind: string; readonly ms: number }[] = [];
  const faults: string[] = [];
  let unanswered = 0;

  async function sendOne(largeShare: number): Promise<void> {
    const request = next(largeShare);
    const isGrpc = random() < 0.1;
    // A connection without calls is closed after a while, as it should be.
    if (isGrpc && session.closed) session = connectHttp2(url);
    const started = performance.now();
    const { status, text } = isGrpc
      ? await callRoughly(session, request.path, Buffer.from(request.body ?? ""))
      : await exchangeRoughly(port, requestBytes(request));
    if (status !== REQUEST_TIMEOUT) durations.push({ kind: request.kind, ms: performance.now() - started });
    const name = isGrpc ? `grpc ${status}` : String(status);
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
    // At a path that is no method there is no gRPC status either.
    if (isGrpc && status === -1 && request.kind !== "odd path") unanswered++;
    const isRefused = isGrpc || (status !== 0 && status !== 500);
    if (!isRefused || showsOwnFault(text)) {
      faults.push(`${name} for ${request.kind}: ${shown(request)} got ${shown(text)}`);
    }
  }

  return {
    faults,
    async attack(count: number, largeShare: number): Promise<void> {
      let left = count;
      const caller = async () => {
        while (left-- > 0) await sendOne(largeShare);
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
    },
    /** gRPC calls that ended without a status. */
    get unanswered(): number {
      return unanswered;
    },
    /** What was answered and how long it took; six callers share the server, so each waits for others too. */
    report(): string {
      durations.sort((a, b) => b.ms - a.ms);
      const seen = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
      const slowest = new Map<string, number>();
      for (const { kind, ms } of durations) if (!slowest.has(kind)) slowest.set(kind, ms);
      const kinds = [...slowest].map(([kind, ms]) => `${kind} ${ms.toFixed(0)}`);
      const p99 = durations[Math.floor(durations.length / 100)].ms.toFixed(0);
      return `${durations.length} hostile requests: ${seen.join(", ")}; p99 ${p99} ms, slowest by kind in ms: ${kinds.join(", ")}`;
    },
    close: () => session.destroy(),
  };
}

describe("terrace serve", () => {
  it(
    "answers hostile bytes with refusals: no crash, no fault of its own, no growing memory",
    async () => {
      const hostile = attacker(runSeed("hostile bytes"));
      // Large ones first: what they make the allocator keep is kept once, and must not grow after.
      await hostile.attack(WARM_UP, 0.5);
      const before = await residentBytes();
      await hostile.attack(REQUESTS - WARM_UP, 0.03);
      const growth = (await residentBytes()) - before;
      hostile.close();
      console.log(`${hostile.report()}; RSS ${(growth / MEBIBYTE).toFixed(1)} MiB more`);
      expect(hostile.faults.slice(0, 10)).toEqual([]);
      // The library under HTTP/2 ends a connection with many resets, and the calls that are on it.
      expect(hostile.unanswered).toBeLessThan(REQUESTS / 200);
      expect(running.child.exitCode).toBeNull();
      expect(growth).toBeLessThan(64 * MEBIBYTE);
      const answer = await callJson(url, "shorts.v1alpha1.HousingService/GetSuburbIndex", {
        stateCode: "ACT",
      });
      expect(answer.status).toBe(200);
    },
    TIMEOUT_MS,
  );
});
