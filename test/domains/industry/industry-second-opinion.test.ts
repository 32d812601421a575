import { describe, expect, it } from "vitest";
import { industryMethods } from "../../../src/domains/industry/service.ts";
import { IndustryIntelligenceService } from "../../../src/gen/shorts/v1alpha1/industry_pb.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { type Json, methodCalls } from "../../support/data/method-calls.ts";
import { plainBuckets, plainFacts, plainRecords, plainTotals } from "../../support/plain/plain-industry.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

const { getIndustryIntelligence: get } = IndustryIntelligenceService.method;

const engine = followCountry("opinionCountry");
const facts = plainFacts();
const calls = methodCalls(engine, industryMethods);

/** Adds the zeros that JSON omits. */
const filled = (rows: Json[] | undefined, zeros: readonly string[]) =>
  (rows ?? []).map((row) => ({ ...Object.fromEntries(zeros.map((name) => [name, 0])), ...row }));

describe("the facts of the synthetic country", () => {
  it("sum up as a look at every record does, for every industry, every stock and both", async () => {
    const industries = [...new Set(facts.records.map((row) => row.industry))].filter((name) => name !== "");
    const codes = [...new Set(facts.records.map((row) => row.stock_code))].filter((code) => code !== "");
    const pairs = facts.records
      .filter((row, i) => i % 7 === 0 && row.industry !== "" && row.stock_code !== "")
      .map((row): [string, string] => [row.industry, row.stock_code]);
    const questions: [string, string][] = [
      ["", ""],
      ...industries.map((name): [string, string] => [name, ""]),
      ...codes.map((code): [string, string] => ["", code]),
      ...pairs.slice(0, 60),
    ];
    expect(industries.length).toBeGreaterThan(5);
    const seen = { buckets: 0, cut: 0 };
    for (const [industry, stockCode] of questions) {
      const answer = await calls.call(get, { industry, stockCode, recordLimit: 200 });
      const records = plainRecords(facts, industry, stockCode);
      expect((answer.records ?? []).map(({ sourceRecordId }: Json) => sourceRecordId)).toEqual(
        records.slice(0, 200).map((row) => row.source_record_id),
      );
      const keys = new Set(records.map((row) => row.source_key));
      const sources = [...keys]
        .map((key) => facts.sources.get(key)!)
        .sort((a, b) =>
          `${a.signal_kind}\n${a.display_name}` < `${b.signal_kind}\n${b.display_name}` ? -1 : 1,
        );
      expect((answer.sources ?? []).map(({ sourceKey }: Json) => sourceKey)).toEqual(
        sources.map((row) => row.source_key),
      );
      expect(answer.sourceAttribution ?? "").toBe(sources.map((row) => row.display_name).join("; "));
      const buckets = plainBuckets(records);
      const zeros = ["totalValue", "entityCount", "zeroValueCount"];
      expectClose(filled(answer.timeBuckets, zeros), buckets, "buckets", 1e-12);
      const totals = filled(answer.entityTotals, ["totalValue"]);
      expectClose(totals, plainTotals(records, facts), "totals", 1e-12);
      seen.buckets += buckets.length;
      if (records.length > 200) seen.cut++;
    }
    expect(seen.buckets).toBeGreaterThan(100);
    expect(seen.cut).toBeGreaterThan(0);
  });
});
