import { describe, expect, it } from "vitest";
import { PoliticiansService } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { rowsIn } from "../../support/data/build-db.ts";
import { holding, person, politicsOver, term } from "../../support/data/politics.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getPoliticianExplorerProfile, getParliamentOverview } = PoliticiansService.method;

const politics = opened(async () => {
  const companies = Array.from({ length: 25 }, (_, i) => ({
    stock_code: `A${String(i).padStart(2, "0")}`,
    company_name: `Company ${i}`,
    industry: `Industry ${String(Math.floor(i / (i < 4 ? 4 : 1))).padStart(2, "0")}`,
  }));
  return politicsOver({
    politicians: [
      person(1, "ann", { first_parliament: 47, last_parliament: 48 }),
      person(2, "old-ann", { merged_into_id: 1 }),
    ],
    politician_terms: [term(1), term(1, { parliament: 47, chamber: "senate" })],
    companies,
    register_documents: rowsIn(`
      source_url            politician_id  chamber  parliament  extract_status
      https://a.example/48  1              house    48          read
      https://a.example/47  2              senate   47          pending`),
    register_holdings: [
      ...companies.map(({ stock_code }, i) =>
        holding(1, {
          stock_code,
          declared_from: `2026-0${1 + (i % 9)}-01`,
          holder: i % 2 === 0 ? "self" : "spouse_partner",
        }),
      ),
      holding(2, { stock_code: "A00", currently_declared: false, declared_to: "2026-10-01" }),
      holding(1, { item_no: 3, declared_from_known: false, declared_from: null, holder: "unspecified" }),
    ],
  });
});

const profile = (topIndustries = 0, slug = "ann") =>
  politics.ask(getPoliticianExplorerProfile, { slug, topIndustries });

describe("GetPoliticianExplorerProfile", () => {
  it("counts fourteen items and four holders, and undated rows apart from the timeline", async () => {
    const answer = await profile();
    expect(answer.itemCounts.map(({ itemNo }) => itemNo)).toEqual(
      Array.from({ length: 14 }, (_, i) => i + 1),
    );
    expect(answer.itemCounts[0]).toMatchObject({ currentCount: 25, allTimeCount: 26 });
    expect(answer.holderCounts.map(({ holder, currentCount }) => [holder, currentCount])).toEqual([
      [1, 13],
      [2, 12],
      [3, 0],
      [0, 1],
    ]);
    expect(answer.undatedCount).toBe(1);
    expect(answer.timeline.map(({ month }) => month)).toEqual([
      ...["2025-12", ...Array.from({ length: 11 }, (_, i) => `2026-${String(i + 1).padStart(2, "0")}`)],
    ]);
    expect(answer.timeline.at(-1)!.declaredCount).toBe(25);
  });

  it("gives industries by companies and then name: 5 unless asked for, 20 at most", async () => {
    expect((await profile()).industryCounts.length).toBe(5);
    expect((await profile(-1)).industryCounts.length).toBe(5);
    expect((await profile(1000)).industryCounts.length).toBe(20);
    expect(
      (await profile(2)).industryCounts.map(({ industry, companyCount }) => [industry, companyCount]),
    ).toEqual([
      ["Industry 00", 4],
      ["Industry 04", 1],
    ]);
  });

  it("names the statements behind it, and which parliaments were read", async () => {
    const answer = await profile();
    expect(answer.sourceDocuments.map(({ label, sourceUrl }) => [label, sourceUrl])).toEqual([
      ["Statement of interests, House of Representatives, 48th Parliament", "https://a.example/48"],
      ["Statement of interests, Senate, 47th Parliament", "https://a.example/47"],
    ]);
    expect([answer.extractedParliaments, answer.partialParliaments, answer.pendingParliaments]).toEqual([
      [48],
      [],
      [47],
    ]);
  });

  it("shows the newest ten changes, ends among them, and a merged slug under the canonical one", async () => {
    const answer = await profile(0, "OLD-ann ");
    expect(answer.canonicalSlug).toBe("ann");
    expect(answer.recentChanges.length).toBe(10);
    const days = answer.recentChanges.map(({ changedOn }) => Number(changedOn!.seconds));
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    expect(answer.recentChanges[0]).toMatchObject({ kind: 2, stockCode: "A00" });
  });
});

describe("GetParliamentOverview", () => {
  it("counts people without merged records, statements that were read, rows and what was resolved", async () => {
    expect(await politics.ask(getParliamentOverview, {})).toMatchObject({
      politicianCount: 1,
      statementCount: 1,
      declaredRowCount: 27,
      resolvedListedCount: 26,
      resolvedSuburbCount: 0,
      firstParliament: 47,
      lastParliament: 48,
    });
  });
});
