import { afterAll, describe, expect, it } from "vitest";
import { ThreadMetrics } from "../../../src/server/metrics/thread-metrics.ts";
import { eventually } from "../../support/run/eventually.ts";

const metrics = new ThreadMetrics(1);
afterAll(() => metrics.close());
const median = () => metrics.look().delays[0].seconds;

describe("ThreadMetrics", () => {
  it("tells delays to a reader who looks many times between two samples, and never forgets the last ones", async () => {
    await eventually(() => expect(median()).toBeGreaterThan(0));
    for (let i = 0; i < 1000; i++) expect(median()).toBeGreaterThan(0);
  });
});
