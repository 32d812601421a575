import { describe, expect, it, onTestFinished } from "vitest";
import { INDUSTRY_AGGREGATES } from "../../../src/domains/industry/aggregates/index.ts";
import { INDUSTRY_PAGES } from "../../../src/domains/industry/pages/index.ts";
import { industryMethods } from "../../../src/domains/industry/service.ts";
import { IndustryIntelligenceService } from "../../../src/gen/shorts/v1alpha1/industry_pb.ts";
import { type PartialRow, rowOf } from "../../support/data/build-db.ts";
import { engineOver, type Json, methodCalls } from "../../support/data/method-calls.ts";

const { getIndustryIntelligence: get } = IndustryIntelligenceService.method;

describe("GetIndustryIntelligence", () => {
  it("counts bytes after trimming: an industry has up to 120 and a stock up to 6", async () => {
    const { call } = await industryCalls([recordRow("1")]);
    const long = "é".repeat(60);
    expect(await call(get, { industry: ` ${long} ` })).toMatchObject({ industry: long });
    expect(await call(get, { stockCode: " ABCDEF " })).toEqual({ generatedAt: "2026-11-13T00:00:00Z" });
  });

  it("gives 50 records by default and below 1, and 200 above 200, and cuts nothing else", async () => {
    const { call } = await industryCalls(Array.from({ length: 230 }, (_, i) => recordRow(`${1000 + i}`)));
    const answers = [0, -1, 1, 200, 201].map((recordLimit) => call(get, { recordLimit }));
    const lengths = (await Promise.all(answers)).map(({ records }) => records.length);
    expect(lengths).toEqual([50, 50, 1, 200, 200]);
    expect((await answers[2]).timeBuckets).toMatchObject([{ recordCount: 230, totalValue: 2300 }]);
  });

  it("sums by unit, in order of units", async () => {
    const { call } = await industryCalls([
      recordRow("1", { unit: "kAUD", metric_value: 1 }),
      recordRow("2"),
      recordRow("3", { metric_value: 0 }),
    ]);
    const { timeBuckets, entityTotals } = await call(get, {});
    expect(timeBuckets).toMatchObject([
      { unit: "AUD", totalValue: 10, recordCount: 2, zeroValueCount: 1 },
      { unit: "kAUD", totalValue: 1, recordCount: 1 },
    ]);
    expect(entityTotals).toMatchObject([
      { unit: "AUD", totalValue: 10 },
      { unit: "kAUD", totalValue: 1 },
    ]);
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

  it("takes a stock away where only an exact identifier may link it and there is none", async () => {
    const { call } = await industryCalls(
      [recordRow("1"), recordRow("2", { entity_abn: "12345678901" }), recordRow("3", { source_key: "b" })],
      [sourceRow("a", { exact_entity_required: true }), sourceRow("b")],
    );
    const { records } = await call(get, {});
    expect(records.map(({ stockCode }: Json) => stockCode)).toEqual([undefined, "AAA", "AAA"]);
  });
});

const sourceRow = rowOf("source_key", (key) => ({
  display_name: `Source ${key}`,
  signal_kind: "public_money",
  publisher: "A publisher",
  source_url: `https://${key}.example`,
  licence: "CC-BY-4.0",
  public_enabled: true,
}));

/** A fact of the source `a` about Materials and AAA on 2024-03-31, worth 10 AUD. */
const recordRow = rowOf("source_record_id", (id) => ({
  source_key: "a",
  signal_kind: "public_money",
  industry: "Materials",
  stock_code: "AAA",
  metric_key: "grants",
  metric_label: "Grants",
  metric_value: 10,
  unit: "AUD",
  as_of: "2024-03-31",
  title: `Fact ${id}`,
  source_url: "https://a.example/fact",
}));

async function industryCalls(
  records: readonly PartialRow[],
  sources: readonly PartialRow[] = [sourceRow("a")],
) {
  const tables = { industry_sources: sources, industry_records: records };
  const calls = methodCalls(await engineOver(tables, INDUSTRY_AGGREGATES, INDUSTRY_PAGES), industryMethods);
  onTestFinished(calls.close);
  return calls;
}
