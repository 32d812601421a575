import { expect, inject, it, vi } from "vitest";
import { callJson } from "../../support/country/serve-country.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { eventually } from "../../support/run/fixtures.ts";
import { METRICS_TOKEN, metricsPage } from "../../support/wire/metric-value.ts";

/** Simulates a system without free threads: a test cannot exhaust a machine's. */
const system = vi.hoisted(() => ({ hasThreads: true, refusals: 0 }));
vi.mock("../../../src/runtime/threads/start-thread.ts", async (importActual) => {
  const actual = await importActual<typeof import("../../../src/runtime/threads/start-thread.ts")>();
  const startThread: typeof actual.startThread = (...given) => {
    if (system.hasThreads) return actual.startThread(...given);
    system.refusals++;
    const message = "Worker initialization failure: EAGAIN";
    throw Object.assign(new Error(message), { code: "ERR_WORKER_INIT_FAILED" });
  };
  return { ...actual, startThread };
});

it("a server whose system has no thread to give answers on, and has its threads again when there are some", async () => {
  const lines: string[] = [];
  const serving = await serveForTest(inject("country").dataDir, {
    config: { threads: 2, metricsToken: METRICS_TOKEN },
    logTo: (line) => lines.push(line),
  });
  system.hasThreads = false;
  await serving.endThread(1);
  await eventually(() => expect(system.refusals).toBeGreaterThan(2));
  const { status } = await callJson(serving.url, "shorts.v1alpha1.HousingService/GetSuburbIndex", {
    stateCode: "VIC",
  });
  expect(status).toBe(200);
  expect(lines.join("")).toContain("a wire thread cannot start; it is retried");
  system.hasThreads = true;
  await eventually(async () => expect(await metricsPage(serving)).toContain("terrace_wire_threads 2\n"));
});
