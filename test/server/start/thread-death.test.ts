import { describe, expect, inject, it, onTestFinished } from "vitest";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { eventually } from "../../support/run/fixtures.ts";
import { inForm } from "../../support/run/test-form.ts";
import { METRICS_TOKEN, metricOf } from "../../support/wire/metric-value.ts";
import { connectThreads, jsonCall, type ThreadConnection } from "../../support/wire/thread-connections.ts";

const FILTER = "/shorts.v1alpha1.HousingService/FilterSuburbs";
const REQUEST = jsonCall({ stateCode: "NSW", predicates: [{ metricKey: "population", min: 1 }] });
const DEATHS = inForm({ short: 2, deep: 5, long: 100 });

async function metric({ ask }: ThreadConnection, name: string): Promise<number> {
  const { text } = await ask("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return metricOf(text, name);
}

describe("a wire thread that ends", () => {
  it("is replaced, and no caller of another thread notices", async () => {
    const lines: string[] = [];
    const serving = await serveForTest(inject("country").dataDir, {
      config: { threads: 2, metricsToken: METRICS_TOKEN },
      logTo: (text) => lines.push(text),
    });
    // The first thread must still serve when the other has ended.
    const pair = await connectThreads(serving.url, 2);
    await serving.endThread(1);
    const alive = await Promise.all(
      pair.map(({ ask }) =>
        ask("/health").then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(alive.filter(Boolean)).toHaveLength(1);
    const first = pair[alive.indexOf(true)];
    for (const { close } of pair.filter((one) => one !== first)) close();
    onTestFinished(() => first.close());

    let isOver = false;
    let calls = 0;
    const steady = (async () => {
      const expected = (await first.ask(FILTER, REQUEST)).text;
      for (; !isOver; calls++) {
        const { status, text } = await first.ask(FILTER, REQUEST);
        expect([status, text]).toEqual([200, expected]);
      }
    })();
    // A wrong response is reported at the end, not as an unhandled rejection.
    steady.catch(() => {});
    for (let death = 1; death < DEATHS; death++) {
      await eventually(async () => expect(await metric(first, "terrace_wire_threads")).toBe(2));
      const both = await connectThreads(serving.url, 2);
      const other = both.find(({ thread }) => thread !== first.thread)!;
      const under = Array.from({ length: 4 }, () => other.ask(FILTER, REQUEST).catch(() => undefined));
      await serving.endThread(1);
      await Promise.all(under);
      await expect(other.ask(FILTER, REQUEST)).rejects.toThrow();
      for (const { close } of both) close();
    }
    isOver = true;
    await steady;
    expect(calls).toBeGreaterThan(0);
    await eventually(async () => {
      expect(await metric(first, "terrace_wire_threads")).toBe(2);
      expect(await metric(first, "terrace_wire_threads_ended_total")).toBe(DEATHS);
      expect(await metric(first, `terrace_requests_in_flight{method="${FILTER}"}`)).toBe(0);
      expect(await metric(first, "terrace_connections")).toBe(1);
    });
    expect(lines.join("")).toContain("a wire thread ended; another takes its place");
    expect(await serving.close()).toBe(true);
    expect(serving.engine.openSnapshots).toBe(0);
    console.log(`${DEATHS} threads ended beneath ${calls} calls of another`);
  });
});
