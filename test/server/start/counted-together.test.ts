import { describe, expect, inject, it } from "vitest";
import type { Config } from "../../../src/config/config.ts";
import { DEFAULT_LIMITS } from "../../../src/config/tier-limits.ts";
import { GUARD_BUCKETS } from "../../../src/server/admission/burst-guard.ts";
import { quotaMonth } from "../../../src/server/admission/limits/quota-month.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { eventually, temporaryDirectory } from "../../support/run/fixtures.ts";
import { openQuotaFile } from "../../support/run/quota-file.ts";
import { isDeepRun } from "../../support/run/test-form.ts";
import { bearer, TOKEN_SECRET } from "../../support/wire/access-server.ts";
import { METRICS_TOKEN, metricOf } from "../../support/wire/metric-value.ts";
import {
  connectThreads,
  jsonCall,
  type ThreadConnection,
  threadsForTest,
} from "../../support/wire/thread-connections.ts";

const THREADS = 3;
const INDEX = "/shorts.v1alpha1.HousingService/GetSuburbIndex";

/** A server with several threads, limits, its own quota file and the system's clock; connections to all. */
async function serveThreads(config: Partial<Config> = {}, logTo?: (line: string) => void) {
  const quotaFile = `${await temporaryDirectory()}/quota.sqlite`;
  const serving = await serveForTest(inject("country").dataDir, {
    now: () => new Date(),
    config: {
      threads: THREADS,
      limits: true,
      agentPolicy: true,
      tokenSecret: TOKEN_SECRET,
      metricsToken: METRICS_TOKEN,
      internalToken: METRICS_TOKEN,
      quotaFile,
      ...config,
    },
    ...(logTo === undefined ? {} : { logTo }),
  });
  return { serving, threads: await threadsForTest(serving.url, THREADS), quotaFile };
}

/** Calls on all threads at once, one after the other per connection; counts responses by status. */
async function callAll(
  threads: readonly ThreadConnection[],
  each: number,
  headers: Record<string, string> = {},
) {
  const counts = new Map<number, number>();
  await Promise.all(
    threads.map(async ({ ask }) => {
      for (let i = 0; i < each; i++) {
        const { status } = await ask(INDEX, jsonCall({ stateCode: "ACT" }, headers));
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    }),
  );
  return counts;
}

const operator = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

/** Waits until no other connections are open: the server notices a close later than the client. */
async function othersClosed([{ ask }]: readonly ThreadConnection[]): Promise<void> {
  await eventually(async () => {
    expect(metricOf((await ask("/metrics", operator)).text, "terrace_connections")).toBe(THREADS);
  });
}

describe("what several wire threads count together", () => {
  it("admits exactly the number a minute, whichever threads a caller meets", async () => {
    const { threads } = await serveThreads();
    const limit = DEFAULT_LIMITS.anonymous.apiPerMinute;
    const counts = await callAll(threads, limit);
    expect(Object.fromEntries(counts)).toEqual({ 200: limit, 429: limit * (THREADS - 1) });
    for (const { ask } of threads) {
      const { status, headers } = await ask(INDEX, jsonCall({ stateCode: "ACT" }));
      expect([status, headers["x-ratelimit-remaining"]]).toEqual([429, "0"]);
      expect(JSON.parse(String(headers["x-ratelimit-detail"])).used).toBe(limit);
    }
  });

  it("admits exactly the number a month, and the store hears of each", async () => {
    const perMonth = 40;
    const tierLimits = {
      ...DEFAULT_LIMITS,
      free: { ...DEFAULT_LIMITS.free, apiPerMinute: 10_000, apiPerMonth: perMonth },
    };
    const { serving, threads, quotaFile } = await serveThreads({ tierLimits });
    const alice = await bearer(Date.now(), { userId: "alice", tier: "free" });
    // Nobody is rejected before the store has returned a caller's total. It has when the ledger tracks the
    // caller (which takes a moment after a call) and has nothing left to write: a total is read before
    // anything is written.
    await callAll(threads.slice(0, 1), 1, alice);
    await eventually(async () => {
      const { text } = await threads[0].ask("/internal/limits", operator);
      const owesNothing = { degraded: false, retained_deltas: 0, tracked_identifiers: 1 };
      expect(JSON.parse(text).health).toMatchObject(owesNothing);
    });
    const counts = await callAll(threads, perMonth, alice);
    expect(counts.get(200)).toBe(perMonth - 1);
    expect(counts.get(429)).toBe(perMonth * THREADS - (perMonth - 1));
    for (const { ask } of threads) {
      const { headers } = await ask(INDEX, jsonCall({ stateCode: "ACT" }, alice));
      expect(headers["x-ratelimit-monthly-used"]).toBe(String(perMonth));
      const { text } = await ask("/internal/limits", operator);
      expect(JSON.parse(text)).toMatchObject({ enabled: true, health: { degraded: false } });
    }
    expect(await serving.close()).toBe(true);
    const store = openQuotaFile(quotaFile);
    const month = quotaMonth(Date.now()).key;
    expect((await store.readTotals(month, ["user:alice"])).get("user:alice")).toBe(perMonth);
    await store.close();
  });

  it.runIf(isDeepRun)("turns away bursts of one address on all threads", async () => {
    const { threads } = await serveThreads({ guard: true, limits: false });
    const { per10s } = GUARD_BUCKETS["api-anon"];
    const counts = await callAll(threads, per10s);
    expect(counts.get(200)).toBe(per10s);
  });

  it("shows one metrics page, the same from every thread", async () => {
    const { threads } = await serveThreads({ limits: false });
    const each = 7;
    await callAll(threads, each);
    const name = `terrace_requests_total{method="${INDEX}",code="ok",tier="anonymous"}`;
    for (const { ask } of threads) {
      await eventually(async () => {
        const page = (await ask("/metrics", operator)).text;
        expect(metricOf(page, name)).toBe(each * THREADS);
        expect(metricOf(page, `terrace_requests_in_flight{method="${INDEX}"}`)).toBe(0);
        expect(metricOf(page, "terrace_wire_threads")).toBe(THREADS);
        expect(metricOf(page, "terrace_connections")).toBe(THREADS);
        expect(metricOf(page, "terrace_heap_used_bytes")).toBeGreaterThan(THREADS * 4 * 2 ** 20);
        expect(metricOf(page, 'terrace_event_loop_delay_seconds{quantile="0.5"}')).toBeGreaterThan(0);
      });
      expect((await ask("/metrics")).status).toBe(401);
    }
  });

  it.runIf(isDeepRun)("closes connections beyond the most that all of them may have", async () => {
    const maxConnections = THREADS + 2;
    const { serving, threads } = await serveThreads({ maxConnections, limits: false });
    await othersClosed(threads);
    const further = await connectThreads(serving.url, 1);
    const last = await connectThreads(serving.url, 1);
    await expect(connectThreads(serving.url, 1)).rejects.toThrow();
    for (const { close } of [...further, ...last]) close();
    await othersClosed(threads);
    const [again] = await connectThreads(serving.url, 1);
    again.close();
  });

  it("writes whole lines of every thread's requests to the one log", async () => {
    const lines: string[] = [];
    const { serving, threads } = await serveThreads({ limits: false }, (text) => lines.push(text));
    await callAll(threads, 50);
    await serving.close();
    const requests = lines
      .join("")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { method?: string; requestId?: string; caller?: string })
      .filter(({ method }) => method === INDEX);
    expect(requests).toHaveLength(50 * THREADS);
    expect(new Set(requests.map(({ requestId }) => requestId!.split("-")[0])).size).toBe(THREADS);
    // A caller has the same digest in every thread.
    expect(new Set(requests.map(({ caller }) => caller)).size).toBe(1);
  });
});
