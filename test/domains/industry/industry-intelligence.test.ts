import { describe, expect, it } from "vitest";
import { IndustryIntelligenceService } from "../../../src/gen/shorts/v1alpha1/industry_pb.ts";
import { industryCalls, recordRow } from "../../support/data/industry-rows.ts";

const { getIndustryIntelligence: get } = IndustryIntelligenceService.method;
describe("GetIndustryIntelligence", () => {
  it("counts bytes after trimming: an industry has up to 120 and a stock up to 6", async () => {
    const { call } = await industryCalls([recordRow("1")]);
    const long = "é".repeat(60);
    expect(await call(get, { industry: ` ${long} ` })).toMatchObject({ industry: long });
    expect(await call(get, { stockCode: " ABCDEF " })).toEqual({ generatedAt: "2026-11-13T00:00:00Z" });
  });

  it("sends no value for a null, and says so: a null is not zero", async () => {
    const { call } = await industryCalls([
      recordRow("1", { metric_value: null }),
      recordRow("2", { metric_value: 0 }),
    ]);
    const { records } = await call(get, {});
    expect([records[0].hasMetricValue, records[0].metricValue]).toEqual([undefined, undefined]);
    expect([records[1].hasMetricValue, records[1].metricValue]).toEqual([true, 0]);
    expect(records[0]).not.toHaveProperty("periodEnd");
  });
});
