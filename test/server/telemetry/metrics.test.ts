import { createClient } from "@connectrpc/connect";
import { createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { describe, expect, inject, it } from "vitest";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { listenForMetrics } from "../../../src/server/start/observability.ts";
import { postJson } from "../../support/country/call-json.ts";
import { callJson, serveCountry } from "../../support/country/serve-country.ts";
import { eventually, opened } from "../../support/run/fixtures.ts";
import { freePort } from "../../support/wire/free-port.ts";
import { METRICS_TOKEN, metricOf, metricsPage } from "../../support/wire/metric-value.ts";

const FILTER = "/shorts.v1alpha1.HousingService/FilterSuburbs";
const SAMPLE_LINE = /^[a-z_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? (-?[0-9.e+-]+|NaN|[+-]Inf)$/;

let metricsPort: number;
const serving = opened(async () => {
  metricsPort = await freePort();
  return serveCountry(inject("country").dataDir, { config: { metricsToken: METRICS_TOKEN, metricsPort } });
});

const scrape = () => metricsPage(serving);

const sampleValue = (page: string, sample: string) => metricOf(page, sample) || 0;

const total = (method: string, code: string, tier = "anonymous") =>
  `terrace_requests_total{method="${method}",code="${code}",tier="${tier}"}`;

describe("registerMetrics", () => {
  it("refuses a server whose token is too short to be one", async () => {
    const short = serveCountry(inject("country").dataDir, { config: { metricsToken: "short" } });
    await expect(short).rejects.toThrow("TERRACE_METRICS_TOKEN has 5 characters; at least 16 are required");
  });

  it("answers nobody without the token", async () => {
    for (const authorization of [
      "",
      "Bearer",
      "Bearer wrong",
      `Basic ${METRICS_TOKEN}`,
      `Bearer ${METRICS_TOKEN}x`,
    ]) {
      const response = await fetch(`${serving.url}/metrics`, { headers: { authorization } });
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(await response.json()).toMatchObject({ code: "unauthenticated" });
    }
  });

  it("writes lines that Prometheus reads, each family once", async () => {
    const text = await scrape();
    const families = text.match(/^# TYPE .*$/gm)!;
    expect(new Set(families).size).toBe(families.length);
    expect(families.length).toBeGreaterThan(15);
    for (const line of text.trimEnd().split("\n"))
      if (!line.startsWith("#")) expect(line).toMatch(SAMPLE_LINE);
    const { snapshotId } = serving.engine.manifest;
    expect(text).toContain(`terrace_snapshot_info{snapshot_id="${snapshotId}"`);
    expect(sampleValue(text, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    // Sampled every 20 ms since the page was last read; some timer is a little late.
    const delay = 'terrace_event_loop_delay_seconds{quantile="1"}';
    await eventually(async () => expect(sampleValue(await scrape(), delay)).toBeGreaterThan(0));
  });

  it("counts calls by method, code and tier, whatever protocol they came in", async () => {
    const before = await scrape();
    await callJson(serving.url, FILTER.slice(1), {
      stateCode: "NSW",
      predicates: [{ metricKey: "age", min: 1 }],
    });
    await callJson(serving.url, FILTER.slice(1), { stateCode: "NSW" });
    await postJson(`${serving.url}${FILTER}`, "{");
    const options = { baseUrl: serving.url, httpVersion: "2" } as const;
    for (const transport of [createGrpcTransport(options), createGrpcWebTransport(options)]) {
      const client = createClient(HousingService, transport);
      await expect(client.filterSuburbs({ stateCode: "NSW" })).rejects.toThrow();
      const predicates = [{ metricKey: "age", min: 1 }];
      await client.filterSuburbs({ stateCode: "NSW", predicates });
      await expect(client.filterSuburbs({ stateCode: "x".repeat(2 ** 20) })).rejects.toThrow("larger");
    }
    await eventually(async () => {
      const after = await scrape();
      const grown = (code: string) =>
        sampleValue(after, total(FILTER, code)) - sampleValue(before, total(FILTER, code));
      expect(grown("ok")).toBe(3);
      expect(grown("invalid_argument")).toBe(4);
      expect(grown("resource_exhausted")).toBe(2);
      const histogram = (suffix: string, labels = "") =>
        sampleValue(after, `terrace_request_duration_seconds${suffix}{method="${FILTER}"${labels}}`);
      expect(histogram("_count")).toBe(histogram("_bucket", ',le="+Inf"'));
      expect(histogram("_count")).toBe(
        sampleValue(before, `terrace_request_duration_seconds_count{method="${FILTER}"}`) + 9,
      );
      expect(sampleValue(after, `terrace_requests_in_flight{method="${FILTER}"}`)).toBe(0);
    });
  });

  it("folds unknown paths into one label and names no caller", async () => {
    const before = (await scrape()).split("\n").length;
    const headers = { "user-agent": "very-special-agent/1", "x-forwarded-for": "203.0.113.77" };
    for (let i = 0; i < 50; i++) await fetch(`${serving.url}/shorts.v1alpha1.Nope/Method${i}`, { headers });
    await fetch(`${serving.url}${FILTER}`, { method: "POST", headers, body: "" });
    // A request counts when its response is sent, which the client may notice first.
    const text = await eventually(async () => {
      const page = await scrape();
      expect(sampleValue(page, total("other", "not_found", "unknown"))).toBe(50);
      return page;
    });
    expect(text).not.toMatch(/Nope|very-special|203\.0\.113/);
    // A first request of the fold adds its histogram; the other fifty add none.
    expect(text.split("\n").length).toBeLessThan(before + 50);
  });
});

describe("listenForMetrics", () => {
  it("answers 503, and ends nothing, when there are no means to make the page", async () => {
    const port = await listenForMetrics("127.0.0.1", 0, () => {
      throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    });
    expect((await fetch(port.url)).status).toBe(503);
    await port.close();
  });

  it("serves the same page on a port of its own, and only that", async () => {
    const own = `http://127.0.0.1:${metricsPort}`;
    const response = await fetch(`${own}/metrics`);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(await response.text()).toContain("terrace_requests_total");
    expect((await fetch(`${own}/`)).status).toBe(404);
    expect((await fetch(`${own}/metrics`, { method: "POST" })).status).toBe(404);
  });
});
