import { connect as connectHttp2 } from "node:http2";
import { describe, expect, it } from "vitest";
import { callJson } from "../support/country/serve-country.ts";
import { serverProcess } from "../support/run/run-terrace.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { inForm, isLongRun } from "../support/run/test-form.ts";
import { callRoughly, exchangeRoughly } from "../support/wire/hostile-exchange.ts";
import { hostileRequests } from "../support/wire/hostile-requests.ts";
import { requestBytes } from "../support/wire/raw-http.ts";

const REQUESTS = inForm({ short: 120, deep: 3_000, long: 50_000 });
const WARM_UP = inForm({ short: 60, deep: 600, long: 600 });
/** More requests until everything lazy is loaded: later growth is a leak. The short form sends no others. */
const LOADED = inForm({ short: 60, deep: 0, long: 12_000 });
const CALLERS = 6;
const MEBIBYTE = 2 ** 20;
const TIMEOUT_MS = isLongRun ? 3_600_000 : 1_200_000;

/**
 * True for a response that shows a bug. gRPC requires `internal` for compressed bytes of unknown encoding.
 */
function showsOwnFault(text: string): boolean {
  if (/"code":"(internal|unknown)"/.test(text)) return true;
  return /grpc-status: *(2|13)\b/i.test(text) && !/grpc-message: *received%20compressed/i.test(text);
}

/** Status of a request that announces a body and sends none: it causes its own wait. */
const REQUEST_TIMEOUT = 408;

/** On SIGUSR2 the server collects garbage and prints its memory. */
const COLLECT_ON_SIGNAL = `data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from "node:v8";
  import { runInNewContext } from "node:vm";
  import { isMainThread } from "node:worker_threads";
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  let times = 0;
  if (isMainThread) process.on("SIGUSR2", () => {
    collect();
    collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    console.log("collection " + ++times + ": " + rss + " " + (heapUsed + external) + " bytes");
  });
`)}`;

const server = serverProcess({
  TERRACE_LIMITS: "off",
  // A small heap with little garbage and one malloc arena, so that growth shows what is kept.
  NODE_OPTIONS: `--max-old-space-size=128 --max-semi-space-size=4 --import=${COLLECT_ON_SIGNAL}`,
  MALLOC_ARENA_MAX: "1",
  TERRACE_REQUEST_LOG: "off",
  // Limits a request that announces a body and sends none; a body in transit must not hit them.
  TERRACE_HEADERS_TIMEOUT_MS: "6000",
  TERRACE_BODY_TIMEOUT_MS: "6000",
});

/** Legal refusals: unknown encoding, overload, the client's own deadline, another HTTP version. */
const REFUSALS = [501, 503, 504, 505];

const shown = (value: unknown) => JSON.stringify(value).slice(0, 300);

let collections = 0;

/** MiB that the server keeps after garbage collection, and resident MiB. */
async function memory(): Promise<{ kept: number; resident: number }> {
  server.child.kill("SIGUSR2");
  const line = new RegExp(`collection ${++collections}: (\\d+) (\\d+) bytes`);
  const [, resident, kept] = line.exec(await server.said(line))!;
  return { kept: Number(kept) / MEBIBYTE, resident: Number(resident) / MEBIBYTE };
}

/** Sends hostile requests, a few at a time, and records the results. */
function attacker(seed: number) {
  const random = seededRandom(seed);
  const next = hostileRequests(random);
  const port = Number(new URL(server.url).port);
  let session = connectHttp2(server.url);
  const statuses = new Map<string, number>();
  const durations: { readonly kind: string; readonly ms: number }[] = [];
  const faults: string[] = [];
  let unanswered = 0;

  async function sendOne(largeShare: number): Promise<void> {
    const request = next(largeShare);
    const isGrpc = random() < 0.1;
    // A connection without calls is closed after a while, as it should be.
    if (isGrpc && session.closed) session = connectHttp2(server.url);
    const started = performance.now();
    const { status, text } = isGrpc
      ? await callRoughly(session, request.path, Buffer.from(request.body ?? ""))
      : await exchangeRoughly(port, requestBytes(request));
    if (status !== REQUEST_TIMEOUT) durations.push({ kind: request.kind, ms: performance.now() - started });
    const name = isGrpc ? `grpc ${status}` : String(status);
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
    // A path that is not a method has no gRPC status either.
    if (isGrpc && status === -1 && request.kind !== "odd path") unanswered++;
    const isRefused = isGrpc || (status !== 0 && (status < 500 || REFUSALS.includes(status)));
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
    get unanswered(): number {
      return unanswered;
    },
    /** Statuses and durations; six callers share the server, so each also waits for others. */
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
      // Large ones first: the memory they make the allocator keep must not grow afterwards.
      await hostile.attack(WARM_UP, 0.5);
      await hostile.attack(LOADED, 0.03);
      const before = await memory();
      await hostile.attack(REQUESTS - LOADED - WARM_UP, 0.03);
      const after = await memory();
      const growth = { kept: after.kept - before.kept, resident: after.resident - before.resident };
      hostile.close();
      console.log(
        `${hostile.report()}; ${growth.kept.toFixed(1)} MiB more kept, ${growth.resident.toFixed(1)} MiB more resident`,
      );
      expect(hostile.faults.slice(0, 10)).toEqual([]);
      // nghttp2 closes a connection with many resets, and with it the calls on it.
      expect(hostile.unanswered).toBeLessThan(REQUESTS / 200);
      expect(server.child.exitCode).toBeNull();
      expect(growth.kept).toBeLessThan(16);
      // The allocator takes memory in large steps and returns little of it.
      expect(growth.resident).toBeLessThan(64);
      const answer = await callJson(server.url, "shorts.v1alpha1.HousingService/GetSuburbIndex", {
        stateCode: "ACT",
      });
      expect(answer.status).toBe(200);
    },
    TIMEOUT_MS,
  );
});
