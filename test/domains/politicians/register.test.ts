import { describe, expect, it } from "vitest";
import {
  PoliticianSummarySort,
  PoliticiansService,
  RegisterChangeKind,
} from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { rowsIn } from "../../support/data/build-db.ts";
import { shuffledTables, type Tables } from "../../support/data/method-calls.ts";
import { holding, holdingsIn, person, politicsOver, term } from "../../support/data/politics.ts";
import { opened } from "../../support/run/fixtures.ts";
import { seededRandom } from "../../support/run/seeded-random.ts";

const { method } = PoliticiansService;
const day = (text: string) => BigInt(Date.parse(`${text}T00:00:00Z`) / 1000);

const ROWS: Tables = {
  politicians: [
    person(1, "zed", {
      surname: "Able",
      given_names: "Zed",
      photo_url: "u",
      photo_licence: "l",
      photo_source_url: "s",
      photo_author: "a",
    }),
    person(2, "amy", { surname: "able", given_names: "Amy", photo_url: "u", photo_licence: "l" }),
    person(3, "bob", { surname: "Baker", given_names: "Bob" }),
    person(4, "old-bob", { merged_into_id: 3, surname: "Baker" }),
  ],
  politician_terms: [
    term(1, { parliament: 47, party_ab: "OLD", party: "Old Party" }),
    term(1),
    term(2, { chamber: "senate", state_code: "VIC", party_ab: "PB", party: "Party B" }),
    term(3, { party: null, party_ab: null, division: "Nowhere" }),
    term(4, { parliament: 47, division: "Somewhere" }),
  ],
  suburb_demographics: rowsIn(
    `sal_code  sal_name  federal_division
     10001     Alpha     Nowhere
     10002     Beta      Somewhere`,
    { state_code: "NSW" },
  ),
  companies: rowsIn(`
    stock_code  company_name  industry
    AAA         A Ltd         Energy
    BBB         B Ltd         Energy
    CCC         C Ltd         Banks`),
  short_positions: rowsIn(`
    stock_code  date        short_percent
    AAA         2026-11-06  2
    BBB         2026-11-06  1.999
    CCC         2026-11-06  7`),
  register_documents: [
    // 19 of 20 are 95 %; the Senate of the 48th lacks one of two, so that parliament is partial.
    ...Array.from({ length: 20 }, (_, i) => ({
      source_url: `h47-${i}`,
      chamber: "house",
      parliament: 47,
      extract_status: i === 0 ? "failed" : "read",
    })),
    ...rowsIn(`
      source_url  chamber  parliament  extract_status  politician_id
      h48         house    48          read            1
      s48-1       senate   48          read            -
      s48-2       senate   48          pending         -
      h46         house    46          pending         -`),
  ],
  // A date that is not marked as known, such as the last one's, is treated as null.
  register_holdings: [
    ...holdingsIn(`
      politician_id  item_no  stock_code  holder          declared_from  declared_to  currently_declared  declared_text
      1              1        AAA         self            2026-11-10     -            true                a-new
      1              1        AAA         spouse_partner  2020-01-01     2026-11-10   false               a-old
      1              1        CCC         self            2026-11-09     -            true                c
      2              1        BBB         self            2026-10-20     -            true                b
      2              1        XYZ         self            2024-01-01     -            true                unknown code
      3              11       -           self            2026-01-05     -            true                gift`),
    ...holdingsIn(`
      politician_id  item_no  sal_code  declared_from  declared_to  currently_declared  declared_text
      3              3        10001     2025-09-01     -            true                house
      4              3        10001     2023-09-01     2025-01-01   false               flat`),
    holding(2, {
      stock_code: "AAA",
      declared_from: null,
      declared_from_known: false,
      declared_text: "a-undated",
    }),
    holding(3, {
      item_no: 11,
      declared_from: "2026-11-12",
      declared_from_known: false,
      declared_text: "undated gift",
    }),
  ],
};

const politics = opened(() => politicsOver(ROWS));
const shuffled = opened(() => politicsOver(shuffledTables(ROWS, seededRandom(7))));
const empty = opened(() => politicsOver({}));

/** A request of every method of the register, with slugs and codes from above. */
const REQUESTS = [
  [method.getParliamentOverview, {}],
  [method.listPoliticians, {}],
  [method.getPolitician, { slug: "zed" }],
  [method.listStockPoliticians, { stockCode: "AAA" }],
  [method.listPoliticianStocks, {}],
  [method.listStatePoliticianHoldings, { stateCode: "NSW" }],
  [method.listRegisterChanges, {}],
  [method.listShortInterestOverlap, {}],
  [method.getPoliticianAnalytics, {}],
  [method.getRegisterExplorer, {}],
  [method.listPoliticianSummaries, {}],
  [method.getPoliticianExplorerProfile, { slug: "bob" }],
  [method.comparePoliticians, { slugA: "zed", slugB: "amy" }],
  [method.getRegisterActivity, {}],
  [method.listDistinctiveHoldings, { slug: "amy" }],
  [method.listSuburbPoliticians, { salCode: "10001" }],
] as const;

describe("the register", () => {
  it("answers the same whatever the order of the rows", async () => {
    for (const [desc, request] of REQUESTS) {
      expect(await shuffled.ask(desc as never, request as never), desc.name).toEqual(
        await politics.ask(desc as never, request as never),
      );
    }
  });

  it("carries its licence where nothing is held", async () => {
    for (const [desc, request] of REQUESTS.slice(0, 15)) {
      if (JSON.stringify(request).includes("slug")) continue;
      const answer = (await empty.ask(desc as never, request as never)) as {
        sourceLicence: string;
        asAt?: unknown;
      };
      expect(answer.sourceLicence, desc.name).toContain("Commonwealth copyright");
      expect(answer.asAt, desc.name).toBeUndefined();
    }
  });
});

describe("ListPoliticians", () => {
  it("is in order of surname and given names in any case, then slug, without merged records", async () => {
    const { politicians, total } = await politics.ask(method.listPoliticians, {});
    expect(politicians.map((one) => one.slug)).toEqual(["amy", "zed", "bob"]);
    expect(total).toBe(3);
  });

  it("shows the seat of the newest term, and photo fields together or not at all", async () => {
    const { politicians } = await politics.ask(method.listPoliticians, {});
    expect(politicians[1]).toMatchObject({
      partyAb: "PA",
      chamber: "house",
      photoUrl: "u",
      photoAuthor: "a",
    });
    expect(politicians[0]).toMatchObject({
      photoUrl: "",
      photoLicence: "",
      photoAuthor: "",
      photoSourceUrl: "",
    });
  });
});

describe("GetPolitician", () => {
  it("gives the person that a merged slug was merged into, under the canonical slug", async () => {
    const answer = await politics.ask(method.getPolitician, { slug: " OLD-BOB " });
    expect([answer.canonicalSlug, answer.politician?.slug]).toEqual(["bob", "bob"]);
    expect(answer.terms.map((row) => [row.parliament, row.division])).toEqual([
      [48, "Nowhere"],
      [47, "Somewhere"],
    ]);
  });

  it("orders declarations by item, current ones first, the newest first, undated last; an unknown day is absent", async () => {
    const { interests } = await politics.ask(method.getPolitician, { slug: "bob" });
    expect(interests.map((row) => row.declaredText)).toEqual(["house", "flat", "gift", "undated gift"]);
    expect(interests[3]).toMatchObject({ declaredFromKnown: false });
    expect(interests[3].declaredFrom).toBeUndefined();
    expect(interests[0]).toMatchObject({
      suburbName: "Alpha",
      propertyState: "NSW",
      itemLabel: "Real estate",
    });
    expect(interests[1].declaredTo?.seconds).toBe(day("2025-01-01"));
  });

  it("names the suburbs of the division, and the coverage of the parliaments sat in", async () => {
    const answer = await politics.ask(method.getPolitician, { slug: "bob" });
    expect(answer.representedSuburbs).toMatchObject([
      { salCode: "10001", suburbName: "Alpha", stateCode: "NSW" },
    ]);
    expect([answer.extractedParliaments, answer.partialParliaments, answer.pendingParliaments]).toEqual([
      [47],
      [48],
      [],
    ]);
  });
});

describe("coverage", () => {
  it("is extracted from 95 % of each chamber's documents on, pending without any, else partial", async () => {
    const answer = await politics.ask(method.getRegisterExplorer, {});
    expect([answer.extractedParliaments, answer.partialParliaments, answer.pendingParliaments]).toEqual([
      [47],
      [48],
      [46],
    ]);
  });
});

describe("GetRegisterExplorer", () => {
  it("counts rows, people and changes of the last days, undated ones nowhere", async () => {
    const answer = await politics.ask(method.getRegisterExplorer, {});
    expect(answer).toMatchObject({
      politicianCount: 3,
      statementCount: 21,
      declaredRowCount: 10,
      resolvedListedCount: 6,
      resolvedSuburbCount: 2,
      firstParliament: 47,
      lastParliament: 48,
      currentDeclaredCount: 8,
      distinctCompanyCount: 4,
      propertyCount: 1,
      giftsTravelCount: 2,
      changes7d: 3,
      membersChanged7d: 1,
      changes30d: 4,
      membersChanged30d: 2,
    });
    expect(answer.itemCounts[0]).toMatchObject({ currentCount: 5, politicianCount: 2, allTimeCount: 6 });
    expect(answer.industryTrends).toMatchObject([
      { industry: "Energy", currentCount: 3, count90dAgo: 1 },
      { industry: "Banks", currentCount: 1, count90dAgo: 0 },
    ]);
  });
});

describe("ListStockPoliticians", () => {
  it("counts people and never rows, and leaves out on request what is no longer declared", async () => {
    const ever = await politics.ask(method.listStockPoliticians, { stockCode: " aaa" });
    expect(ever.interests.map((row) => [row.politician?.slug, row.interest?.declaredText])).toEqual([
      ["amy", "a-undated"],
      ["zed", "a-new"],
      ["zed", "a-old"],
    ]);
    expect([ever.companyName, ever.politicianCount]).toEqual(["A Ltd", 2]);
    expect(ever.partyCounts.map((row) => [row.partyAb, row.politicianCount])).toEqual([
      ["PA", 1],
      ["PB", 1],
    ]);
    const now = await politics.ask(method.listStockPoliticians, { stockCode: "AAA", currentOnly: true });
    expect([now.interests.length, now.politicianCount]).toEqual([2, 2]);
  });

  it("knows a code that the company table lacks, and answers emptily for one that nobody declares", async () => {
    const unknown = await politics.ask(method.listStockPoliticians, { stockCode: "XYZ" });
    expect([unknown.companyName, unknown.politicianCount]).toEqual(["", 1]);
    expect((await politics.ask(method.listStockPoliticians, { stockCode: "QQQ" })).politicianCount).toBe(0);
  });
});

describe("declared companies", () => {
  it("stand by people descending, then code", async () => {
    const { stocks } = await politics.ask(method.listPoliticianStocks, {});
    expect(stocks.map((row) => [row.stockCode, row.politicianCount])).toEqual([
      ["AAA", 2],
      ["BBB", 1],
      ["CCC", 1],
      ["XYZ", 1],
    ]);
    expect(stocks.map((row) => row.shortPercent)).toEqual([2, 1.999, 7, 0]);
  });

  it("of a state are those its members declare now, with the people who declare any", async () => {
    const answer = await politics.ask(method.listStatePoliticianHoldings, { stateCode: "nsw" });
    expect([answer.stocks.map((row) => row.stockCode), answer.politicianCount]).toEqual([["AAA", "CCC"], 1]);
  });

  it("overlap with short interest from two percent on, most first, and always with a note", async () => {
    const codes = async (minShortPercent: number) =>
      (await politics.ask(method.listShortInterestOverlap, { minShortPercent })).overlaps.map(
        (row) => row.stockCode,
      );
    expect([await codes(0), await codes(1), await codes(2), await codes(2.0001)]).toEqual([
      ["CCC", "AAA"],
      ["CCC", "AAA", "BBB"],
      ["CCC", "AAA"],
      ["CCC"],
    ]);
    expect((await empty.ask(method.listShortInterestOverlap, {})).disclosureNote).not.toBe("");
  });

  it("of one member stand by how few people declare them, with a note only where a percentage is shown", async () => {
    const amy = await politics.ask(method.listDistinctiveHoldings, { slug: "amy" });
    expect(amy.holdings.map((row) => [row.stockCode, row.corpusDeclarerCount])).toEqual([
      ["BBB", 1],
      ["XYZ", 1],
      ["AAA", 2],
    ]);
    expect(amy.disclosureNote).not.toBe("");
    expect(await politics.ask(method.listDistinctiveHoldings, { slug: "bob" })).toMatchObject({
      holdings: [],
      disclosureNote: "",
      moreCount: 0,
    });
  });
});

describe("GetPoliticianAnalytics", () => {
  it("counts people and companies by party, industry and state, and says how many industries it leaves out", async () => {
    const answer = await politics.ask(method.getPoliticianAnalytics, { topIndustries: 1 });
    expect(answer.industries).toMatchObject([{ industry: "Energy", people: 2, companies: 2 }]);
    expect(answer.industriesOmitted).toBe(1);
    expect(answer.cells.map((row) => [row.partyAb, row.industry, row.people, row.companies])).toEqual([
      ["PA", "Energy", 1, 1],
      ["PB", "Energy", 1, 2],
    ]);
    expect(answer.parties.map((row) => [row.partyAb, row.people])).toEqual([
      ["PA", 1],
      ["PB", 1],
    ]);
    expect(answer.states.map((row) => [row.stateCode, row.people, row.companies])).toEqual([
      ["NSW", 1, 2],
      ["VIC", 1, 2],
    ]);
  });
});

describe("ListRegisterChanges", () => {
  const texts = async (request: object) =>
    (await politics.ask(method.listRegisterChanges, request)).events.map(
      (row) => `${row.kind === 1 ? "+" : "-"}${row.declaredText}`,
    );

  it("has one addition a known start and one removal an end, newest first, additions before removals of a day", async () => {
    expect(await texts({})).toEqual([
      "+a-new",
      "-a-old",
      "+c",
      "+b",
      "+gift",
      "+house",
      "-flat",
      "+unknown code",
      "+flat",
      "+a-old",
    ]);
  });

  it("cuts `since` to its UTC day, and combines the filters", async () => {
    const since = { seconds: day("2026-11-10") + 86_399n };
    expect(await texts({ since })).toEqual(["+a-new", "-a-old"]);
    expect(await texts({ since, kind: RegisterChangeKind.REMOVED })).toEqual(["-a-old"]);
    expect(await texts({ stockCode: "ccc" })).toEqual(["+c"]);
    expect(await texts({ politicianSlug: "old-bob", itemNo: 3 })).toEqual(["+house", "-flat", "+flat"]);
    expect(await texts({ partyAb: "pb", chamber: "senate", limit: 1, offset: 1 })).toEqual(["+unknown code"]);
    expect(await texts({ stockCode: "QQQ" })).toEqual([]);
    expect((await texts({ itemNo: 99 })).length).toBe(10);
    expect((await politics.ask(method.listRegisterChanges, { limit: 1 })).total).toBe(10);
  });
});

describe("GetRegisterActivity", () => {
  it("rounds a window up to 30, 90, 180 or 365 days, and takes 90 for none", async () => {
    const days = async (windowDays: number) =>
      (await politics.ask(method.getRegisterActivity, { windowDays })).windowDays;
    expect(await Promise.all([-1, 0, 1, 30, 31, 90, 91, 180, 181, 365, 9999].map(days))).toEqual([
      90, 90, 30, 30, 90, 90, 180, 180, 365, 365, 365,
    ]);
  });

  it("gives every week from Monday on, zeros included, and filters narrow weeks and filtered counts alone", async () => {
    const all = await politics.ask(method.getRegisterActivity, { windowDays: 30 });
    expect(
      all.weeks.map((week) => [Number(week.weekStart!.seconds) / 86_400, week.addedCount, week.removedCount]),
    ).toEqual(
      ["2026-10-12", "2026-10-19", "2026-10-26", "2026-11-02", "2026-11-09"].map((monday, i) => [
        Number(day(monday)) / 86_400,
        [0, 1, 0, 0, 2][i],
        [0, 0, 0, 0, 1][i],
      ]),
    );
    expect([all.filteredEventCount, all.filteredMemberCount, all.undatedCurrentCount]).toEqual([4, 2, 2]);
    const { weeks, filteredEventCount, filteredMemberCount, ...rest } = await politics.ask(
      method.getRegisterActivity,
      {
        windowDays: 30,
        politicianSlug: "zed",
        kind: RegisterChangeKind.ADDED,
      },
    );
    expect([weeks.length, filteredEventCount, filteredMemberCount]).toEqual([5, 2, 1]);
    expect(rest).toEqual(Object.fromEntries(Object.entries(all).filter(([name]) => name in rest)));
  });

  it("withholds a new company that somebody declares without a known start", async () => {
    const answer = await politics.ask(method.getRegisterActivity, { windowDays: 30 });
    expect(
      answer.newlyDeclaredCompanies.map((row) => [
        row.stockCode,
        row.firstDeclaredOn?.seconds,
        row.declarerCount,
      ]),
    ).toEqual([
      ["CCC", day("2026-11-09"), 1],
      ["BBB", day("2026-10-20"), 1],
    ]);
  });

  it("compares declarers by dated rows alone", async () => {
    const answer = await politics.ask(method.getRegisterActivity, { windowDays: 30 });
    expect(
      answer.declarerCountChanges.map((row) => [row.stockCode, row.declarersNow, row.declarersAtWindowStart]),
    ).toEqual([
      ["BBB", 1, 0],
      ["CCC", 1, 0],
    ]);
    expect(answer.activeMembers.map((row) => [row.slug, row.eventCount])).toEqual([
      ["zed", 3],
      ["amy", 1],
    ]);
  });
});

describe("ListPoliticianSummaries", () => {
  it("sorts by what is asked for, ties by name, and filters by an item declared now", async () => {
    const slugs = async (request: object) =>
      (await politics.ask(method.listPoliticianSummaries, request)).summaries.map(
        (one) => one.politician?.slug,
      );
    expect(await slugs({})).toEqual(["amy", "bob", "zed"]);
    expect(await slugs({ sort: PoliticianSummarySort.COMPANIES })).toEqual(["amy", "zed", "bob"]);
    expect(await slugs({ sort: PoliticianSummarySort.PROPERTIES })).toEqual(["bob", "amy", "zed"]);
    expect(await slugs({ sort: PoliticianSummarySort.RECENT_CHANGES })).toEqual(["zed", "amy", "bob"]);
    expect(await slugs({ sort: PoliticianSummarySort.NAME })).toEqual(["amy", "zed", "bob"]);
    expect(await slugs({ itemNo: 3 })).toEqual(["bob"]);
    expect(await slugs({ itemNo: 15, limit: 1, offset: 1 })).toEqual(["bob"]);
  });
});

describe("ListSuburbPoliticians", () => {
  it("counts people, current declarations first", async () => {
    const answer = await politics.ask(method.listSuburbPoliticians, { salCode: " 10001" });
    expect([answer.suburbName, answer.stateCode, answer.declaringMemberCount]).toEqual(["Alpha", "NSW", 1]);
    expect(answer.properties.map((row) => row.interest?.declaredText)).toEqual(["house", "flat"]);
  });
});
