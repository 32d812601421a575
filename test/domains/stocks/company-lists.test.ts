import { describe, expect, it } from "vitest";
import { StockService } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { rowOf, rowsIn } from "../../support/data/build-db.ts";
import { stockCalls, stockCallsOver } from "../../support/data/stock-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getDividendHistory, getStockGraph, getStockSignals } = StockService.method;
const { getCompanyTaxProfile, getStockFinancialHighlights } = StockService.method;
/** Noon of 13 November in Sydney. */
const NOW = new Date("2026-11-13T01:00:00Z");

const dividend = rowOf("id ex_date amount_per_share", {
  stock_code: "AAA",
  dividend_type: "final",
  announcement_url: "https://filings.example/d.pdf",
});
const found = {
  stock_code: "AAA",
  polarity: "adverse",
  kind: "litigation",
  severity: "low",
  confidence: 0.5,
};
const signal = rowOf("id", (id) => ({ ...found, headline: id, fetched_at: "2026-10-01T00:00:00Z" }));
const report = rowOf("id", (id) => ({
  stock_code: "AAA",
  title: id,
  type: "annual_report",
  digest: "Words.",
}));

const METRICS = JSON.stringify([
  { metric_type: "revenue", source_text: "Revenue rose", attributes: { unit: "AUD", rise: 4, nested: {} } },
  { source_text: "of no kind" },
  "no object",
]);

const calls = opened(() =>
  stockCallsOver(
    {
      companies: [
        { stock_code: "AAA", company_name: "Alpha Ltd", industry: "Materials" },
        { stock_code: "BBB", company_name: "Beta Ltd", industry: "Energy" },
      ],
      dividends: [
        dividend("a", "2026-11-26", 0.5),
        dividend("b", "2026-11-13", 0.25, { franking_percentage: 100, payment_date: "2026-12-01" }),
        dividend("c", "2025-11-14", 0.125),
        dividend("d", "2025-11-13", 0.0625),
        dividend("e", "2021-11-13", 1),
        dividend("f", "2021-11-12", 1),
        dividend("g", "2026-03-01", 2, { is_declared: false }),
        dividend("i", "2025-11-13", 0.03, { dividend_type: "interim" }),
        dividend("h", "2025-11-13", 0.03, { dividend_type: "interim" }),
      ],
      // The same name is not the same person.
      company_people: rowsIn(`
        id  stock_code  name  role      person_id  linkedin_url       image_url
        1   AAA         Zoe   Chair     p1         https://l.example  -
        2   AAA         Ada   Director  -          -                  https://i.example
        3   BBB         Zoe   Director  p1         -                  -
        4   CCC         Zoe   Director  p1         -                  -
        5   CCC         Ada   Director  -          -                  -
        6   AAA         -     Director  -          -                  -
        7   AAA         Ada   Chair     -          -                  -`),
      company_similarities: rowsIn(`
        stock_code  other_code  similarity
        AAA         CCC         0.5
        AAA         BBB         0.5
        AAA         DDD         0.9
        AAA         AAA         1`),
      stock_signals: [
        signal("low but sure", { confidence: 1 }),
        signal("old find", { severity: "high", fetched_at: "2026-09-01T00:00:00Z", event_date: "2024" }),
        signal("new find", { severity: "high", citations: ["https://a.example", "https://b.example"] }),
        signal("surer", { severity: "high", confidence: 0.9, event_date: "2026-07-02", detail: "Words." }),
        signal("middling", { severity: "medium" }),
        signal("good", { polarity: "positive" }),
      ],
      company_reports: [
        report("middle", { date: "2025-08-01" }),
        report("new", { date: "2026-08-01", metrics: METRICS, confidence: 0.75 }),
        report("undated", {}),
        report("unread", { date: "2026-09-01", digest: null }),
        report("old", { date: "2024-08-01" }),
        { ...report("other", { date: "2024-08-01" }), stock_code: "BBB" },
      ],
      entity_codes: rowsIn(`
        stock_code  abn          confidence
        AAA         11000000001  0.9
        AAA         11000000002  1`),
      corporate_tax: rowsIn(`
        abn          income_year  entity_name  source    total_income  taxable_income  tax_payable
        11000000002  2025         Alpha        Register  900           -               0
        11000000002  2024         Alpha        Register  800           0               -
        11000000001  2023         Other        Register  700           5               1`),
    },
    {
      now: NOW,
    },
  ),
);

describe("GetDividendHistory", () => {
  const ids = async (request: object, now = NOW) => {
    const answer = await stockCalls(calls.engine, now).call(getDividendHistory, {
      stockCode: "AAA",
      ...request,
    });
    expect(answer.totalCount ?? 0).toBe((answer.dividends ?? []).length);
    return ((answer.dividends ?? []) as { id: string }[]).map(({ id }) => id).join("");
  };

  it("orders by ex-date descending, then type, then id, without estimates", async () => {
    expect(await ids({ years: 1 })).toBe("abcdhi");
  });

  it("goes five years back, the same day included, and lists later days too", async () => {
    expect(await ids({})).toBe("abcdhie");
    expect(await ids({ years: 6 })).toBe("abcdhief");
  });

  it("sums the last 365 days: today counts, the day 365 days ago does not, later days do not", async () => {
    const { trailingYield } = await calls.call(getDividendHistory, { stockCode: "AAA", years: 1 });
    expect(trailingYield).toBe(0.25 + 0.125);
  });

  it("takes today in Sydney, where the next day begins while it is afternoon in Greenwich", async () => {
    const late = stockCalls(calls.engine, new Date("2026-11-25T13:00:00Z"));
    expect((await late.call(getDividendHistory, { stockCode: "AAA" })).trailingYield).toBe(0.5 + 0.25);
    const early = stockCalls(calls.engine, new Date("2026-11-25T12:59:00Z"));
    expect((await early.call(getDividendHistory, { stockCode: "AAA" })).trailingYield).toBe(0.25);
  });

  it("leaves unknown days and rates out", async () => {
    const { dividends } = await calls.call(getDividendHistory, { stockCode: "AAA" });
    expect(dividends[1]).toEqual({
      id: "b",
      stockCode: "AAA",
      exDate: "2026-11-13",
      paymentDate: "2026-12-01",
      amountPerShare: 0.25,
      frankingPercentage: 100,
      dividendType: "final",
    });
    expect(dividends[0]).not.toHaveProperty("paymentDate");
    expect(dividends[0]).not.toHaveProperty("frankingPercentage");
  });
});

describe("GetStockGraph", () => {
  it("gives people by name, then role, with the other companies they belong to", async () => {
    const { people } = await calls.call(getStockGraph, { stockCode: "aaa" });
    expect(people).toEqual([
      { name: "Ada", role: "Chair" },
      { name: "Ada", role: "Director", imageUrl: "https://i.example" },
      { name: "Zoe", role: "Chair", linkedinUrl: "https://l.example", alsoAt: ["BBB", "CCC"] },
    ]);
  });

  it("gives companies by similarity descending, then code, and never the company itself", async () => {
    const { similarCompanies } = await calls.call(getStockGraph, { stockCode: "AAA" });
    expect(similarCompanies).toEqual([
      { stockCode: "DDD", similarity: 0.9 },
      { stockCode: "BBB", companyName: "Beta Ltd", industry: "Energy", similarity: 0.5 },
      { stockCode: "CCC", similarity: 0.5 },
    ]);
  });
});

describe("GetStockSignals", () => {
  it("orders by severity, confidence, then the newest find, each polarity for itself", async () => {
    const { adverse, positive } = await calls.call(getStockSignals, { stockCode: "AAA" });
    const headlines = (list: { headline: string }[]) => list.map(({ headline }) => headline);
    expect(headlines(adverse)).toEqual(["surer", "new find", "old find", "middling", "low but sure"]);
    expect(headlines(positive)).toEqual(["good"]);
    expect(adverse[0]).toEqual({
      polarity: "adverse",
      kind: "litigation",
      headline: "surer",
      detail: "Words.",
      eventDate: "2026-07-02",
      severity: "high",
      confidence: 0.9,
    });
    expect(adverse[1].citations).toEqual(["https://a.example", "https://b.example"]);
    expect(adverse[2].eventDate).toBe("2024");
  });
});

describe("GetStockFinancialHighlights", () => {
  it("gives the newest two reports that something was read out of; codes without are missing", async () => {
    const { highlights } = await calls.call(getStockFinancialHighlights, { stockCodes: ["aaa", "ZZZ"] });
    expect(Object.keys(highlights)).toEqual(["AAA"]);
    expect(highlights.AAA.reports).toEqual([
      {
        reportTitle: "new",
        reportType: "annual_report",
        reportDate: "2026-08-01",
        metrics: [
          { metricType: "revenue", sourceText: "Revenue rose", attributes: { unit: "AUD", rise: "4" } },
        ],
        digest: "Words.",
        confidence: 0.75,
      },
      { reportTitle: "middle", reportType: "annual_report", reportDate: "2025-08-01", digest: "Words." },
    ]);
  });

  it("gives as many reports as asked for, those without a day last", async () => {
    const { highlights } = await calls.call(getStockFinancialHighlights, {
      stockCodes: ["AAA", "BBB", "AAA"],
      maxReportsPerStock: 9,
    });
    const titles = (code: string) =>
      highlights[code].reports.map((r: { reportTitle: string }) => r.reportTitle);
    expect(titles("AAA")).toEqual(["new", "middle", "old", "undated"]);
    expect(titles("BBB")).toEqual(["other"]);
  });
});

describe("GetCompanyTaxProfile", () => {
  it("gives the years of the surest entity, oldest first, and tells a published 0 from nothing", async () => {
    const { years } = await calls.call(getCompanyTaxProfile, { productCode: "aaa" });
    expect(years).toEqual([
      { incomeYear: 2024, totalIncome: 800, hasTaxableIncome: true },
      { incomeYear: 2025, totalIncome: 900, hasTaxPayable: true },
    ]);
  });
});
