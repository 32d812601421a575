import { afterAll, describe, expect, it } from "vitest";
import { ThreadMetrics } from "../../../src/server/telemetry/thread-metrics.ts";
import { eventually } from "../../support/run/fixtures.ts";

const metrics = new ThreadMetrics(1);
afterAll(() => metrics.close());
const median = () => metrics.look().delays[0][1];
const longest = () => metrics.look().delays.at(-1)![1];

/** Blocks the event loop for longer than the sampling interval. */
function blockLoop(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
}

describe("ThreadMetrics", () => {
  it("tells delays to a reader who looks many times between two samples, and never forgets the last ones", async () => {
    await eventually(() => {
      blockLoop();
      expect(longest()).toBeGreaterThan(0);
    });
    for (let i = 0; i < 1000; i++) expect(longest()).toBeGreaterThan(0);
  });

  it("tells how late the loop is, without the time between two samples", async () => {
    // Samples are 20 ms apart: if the interval were included, no reading could be below it.
    await eventually(() => expect(median()).toBeLessThan(0.015));
  });
});
