import { describe, expect, it } from "vitest";
import { IndustryIntelligenceService } from "../../../src/gen/shorts/v1alpha1/industry_pb.ts";
import { industryCalls, recordRow, sourceRow } from "../../support/data/industry-rows.ts";
import type { Json } from "../../support/data/method-calls.ts";

const { getIndustryIntelligence: get } = IndustryIntelligenceService.method;
const idsOf = ({ records = [] }: Json) => records.map((record: Json) => record.sourceRecordId);

describe("GetIndustryIntelligence", () => {
  it("counts bytes after trimming: an industry has up to 120 and a stock up to 6", async () => {
    const { call } = await industryCalls([recordRow("1")]);
    const long = "é".repeat(60);
    expect(await call(get, { industry: ` ${long} ` })).toMatchObject({ industry: long });
    expect(await call(get, { stockCode: " ABCDEF " })).toEqual({ generatedAt: "2026-11-13T00:00:00Z" });
  });

  it("joins both filters by and, for records, sources, buckets and totals alike", async () => {
    const sources = [sourceRow("a"), sourceRow("b")];
    const { call } = await industryCalls(
      [
        recordRow("1"),
        recordRow("2", { stock_code: "BBB" }),
        recordRow("3", { source_key: "b", industry: "Energy" }),
        recordRow("4", { industry: null }),
      ],
      sources,
    );
    const both = await call(get, { industry: "Materials", stockCode: "AAA" });
    expect(idsOf(both)).toEqual(["1"]);
    expect(both.sources).toHaveLength(1);
    expect(both.timeBuckets).toMatchObject([{ totalValue: 10, recordCount: 1 }]);
    expect(both.entityTotals).toMatchObject([{ stockCode: "AAA", totalValue: 10 }]);
    expect(idsOf(await call(get, { stockCode: "AAA" }))).toEqual(["1", "4", "3"]);
    expect(idsOf(await call(get, {}))).toHaveLength(4);
  });

  it("gives 50 records by default and below 1, and 200 above 200, and cuts nothing else", async () => {
    const { call } = await industryCalls(Array.from({ length: 230 }, (_, i) => recordRow(`${1000 + i}`)));
    const count = async (recordLimit: number) => (await call(get, { recordLimit })).records.length;
    expect([await count(0), await count(-1), await count(1), await count(200), await count(201)]).toEqual([
      50, 50, 1, 200, 200,
    ]);
    expect((await call(get, { recordLimit: 1 })).timeBuckets).toMatchObject([
      { recordCount: 230, totalValue: 2300 },
    ]);
  });

  it("orders records by as_of descending, signal_kind, source_key, metric_key, id, whatever the rows' order", async () => {
    const rows = [
      recordRow("1", { as_of: "2024-01-01" }),
      recordRow("2", { metric_key: "awards" }),
      recordRow("3", { source_key: "b" }),
      recordRow("4", { signal_kind: "emissions", source_key: "b" }),
      recordRow("6"),
      recordRow("5"),
    ];
    for (const order of [rows, rows.toReversed()]) {
      const { call } = await industryCalls(order, [sourceRow("a"), sourceRow("b")]);
      expect(idsOf(await call(get, {}))).toEqual(["4", "2", "5", "6", "3", "1"]);
    }
  });

  it("reads public and enabled sources only", async () => {
    const { call } = await industryCalls(
      [recordRow("1"), recordRow("2", { source_key: "hidden" }), recordRow("3", { source_key: "off" })],
      [sourceRow("a"), sourceRow("hidden", { public_enabled: false }), sourceRow("off", { enabled: false })],
    );
    const all = await call(get, {});
    expect(idsOf(all)).toEqual(["1"]);
    expect(all.sourceAttribution).toBe("Source a");
    expect(JSON.stringify(all)).not.toMatch(/hidden|off\b/);
  });

  it("names the sources with a matching record by signal_kind, then display_name, and joins their names", async () => {
    const { call } = await industryCalls(
      ["a", "b", "c", "d"].map((key) => recordRow(key, { source_key: key })).slice(0, 3),
      [
        sourceRow("a", { display_name: "Zeta" }),
        sourceRow("b", { display_name: "Alpha" }),
        sourceRow("c", { signal_kind: "emissions", display_name: "Omega" }),
        sourceRow("d"),
      ],
    );
    const { sources, sourceAttribution } = await call(get, {});
    expect(sourceAttribution).toBe("Omega; Alpha; Zeta");
    expect(sources[1]).toEqual({
      sourceKey: "b",
      displayName: "Alpha",
      signalKind: "public_money",
      publisher: "A publisher",
      sourceUrl: "https://b.example",
      licence: "CC-BY-4.0",
    });
  });

  it("puts a record into the financial year of period_end, else of as_of: 30 June ends one, 1 July begins the next", async () => {
    const { call } = await industryCalls([
      recordRow("1", { period_end: "2023-06-30" }),
      recordRow("2", { period_end: "2023-07-01" }),
      recordRow("3", { as_of: "2000-07-01" }),
    ]);
    expect((await call(get, {})).timeBuckets.map((b: Json) => [b.bucketLabel, b.bucketStart])).toEqual([
      ["2000-01", "2000-07-01"],
      ["2022-23", "2022-07-01"],
      ["2023-24", "2023-07-01"],
    ]);
  });

  it("sums buckets by unit, with the first label, the different stocks and the genuine zeros; nulls stay out", async () => {
    const { call } = await industryCalls([
      recordRow("1", { metric_value: 0, metric_label: "B" }),
      recordRow("2", { metric_value: 2.5, metric_label: "A" }),
      recordRow("3", { metric_value: null, metric_label: "0" }),
      recordRow("4", { metric_value: 5, stock_code: null }),
      recordRow("5", { metric_value: 1, unit: "kAUD" }),
    ]);
    const shared = { signalKind: "public_money", sourceKey: "a", metricKey: "grants" };
    const year = { bucketLabel: "2023-24", bucketStart: "2023-07-01" };
    expect((await call(get, {})).timeBuckets).toEqual([
      {
        ...shared,
        metricLabel: "A",
        unit: "AUD",
        ...year,
        totalValue: 7.5,
        recordCount: 3,
        entityCount: 1,
        zeroValueCount: 1,
      },
      {
        ...shared,
        metricLabel: "Grants",
        unit: "kAUD",
        ...year,
        totalValue: 1,
        recordCount: 1,
        entityCount: 1,
      },
    ]);
  });

  it("gives the 8 largest totals of a metric by value, then code, under the company's name where it is known", async () => {
    const codes = Array.from({ length: 10 }, (_, i) => `A${10 + i}`);
    const { call } = await industryCalls(
      [
        ...codes.map((code, i) => recordRow(code, { stock_code: code, metric_value: i < 2 ? 100 : i })),
        recordRow("later", { stock_code: "A10", metric_value: 1, as_of: "2024-05-05" }),
        recordRow("null", { stock_code: "A19", metric_value: null }),
        recordRow("none", { stock_code: null, metric_value: 1000 }),
      ],
      [sourceRow("a")],
      [{ stock_code: "A11", company_name: "Eleven" }],
    );
    const { entityTotals } = await call(get, {});
    expect(entityTotals.map((t: Json) => [t.stockCode, t.entityLabel, t.totalValue])).toEqual([
      ["A10", "A10", 101],
      ["A11", "Eleven", 100],
      ...[9, 8, 7, 6, 5, 4].map((i) => [`A${10 + i}`, `A${10 + i}`, i]),
    ]);
    expect(entityTotals[0]).toMatchObject({ recordCount: 2, latestAsOf: "2024-05-05", unit: "AUD" });
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
      [recordRow("1"), recordRow("2", { entity_abn: "12345678901" })],
      [sourceRow("a", { exact_entity_required: true })],
    );
    expect((await call(get, {})).records.map((r: Json) => r.stockCode)).toEqual([undefined, "AAA"]);
  });
});
