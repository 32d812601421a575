import { toJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { INVENTED_ATTRIBUTION } from "../../../src/domains/politicians/notes.ts";
import {
  AggregateDeclarationsResponseSchema,
  AggregateDonationsResponseSchema,
  type DeclarationGroup,
  DeclarationHolder,
  type DeclarationOrder,
  DonationGroup,
  DonationOrder,
  ExplorerService,
  ReceiptKind,
} from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { shuffledTables, type Tables } from "../../support/data/method-calls.ts";
import { holding, lodged, person, politicsOver, receiptOf, term } from "../../support/data/politics.ts";
import { opened } from "../../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";

const { aggregateDonations, aggregateDeclarations } = ExplorerService.method;

const receipt = receiptOf("Donation Received");

const RETURNS: Tables = {
  companies: [
    { stock_code: "AAA", company_name: "Alpha Holdings Limited", industry: "Banks" },
    { stock_code: "BBB", company_name: "Beta Group", industry: "Mining" },
    { stock_code: "BBC", company_name: "BETA HOLDINGS", industry: "Mining" },
  ],
  entity_aliases: [{ name_norm: "ALPHA TRADING", stock_code: "AAA", ignore: false }],
  aec_party_returns: [
    lodged({ party_name: "Red Party (NSW)", party_group: "Red Party" }),
    lodged({ party_name: "Blue Party" }),
  ],
  aec_receipts: [
    receipt("Red Party (NSW)", "Alpha Holdings Limited", 40),
    receipt("Red Party (NSW)", "ALPHA HOLDINGS LTD.", 60, { receipt_type: "Subscription" }),
    receipt("Red Party (NSW)", "Alpha Trading Pty Ltd", 100),
    receipt("Blue Party", "Beta", 30, { receipt_type: "Third Party Gift" }),
    receipt("Blue Party", "Twice Pty Ltd", 70, { occurrence: 1 }),
    receipt("Blue Party", "Twice Pty Ltd", 70, { occurrence: 2 }),
    receipt("Foundation", "Beta", 900, { recipient_kind: "associated_entity" }),
    receipt("Blue Party", "Beta", 5, { receipt_type: "Public Funding" }, 2011),
    receipt("Blue Party", "Beta", 6, { receipt_type: "Other Receipt", financial_year: "2010-2011" }, 2011),
  ],
};

const REGISTER: Tables = {
  politicians: [
    person(1, "ann"),
    person(2, "bea"),
    person(3, "cy"),
    person(4, "old-ann", { merged_into_id: 1 }),
  ],
  politician_terms: [
    term(1),
    term(2, { chamber: "senate", state_code: "TAS", party_ab: "PB" }),
    term(3, { party: null, party_ab: null }),
  ],
  suburb_demographics: [
    { sal_code: "10001", sal_name: "Here", state_code: "NSW" },
    { sal_code: "10002", sal_name: "There", state_code: "NSW" },
  ],
  register_documents: [
    { source_url: "https://a.example/48", chamber: "house", parliament: 48, extract_status: "read" },
    { source_url: "https://a.example/47", chamber: "house", parliament: 47, extract_status: "pending" },
  ],
  register_holdings: [
    holding(1, { stock_code: "AAA" }),
    holding(1, { stock_code: "AAA", holder: "spouse_partner" }),
    holding(4, { stock_code: "BBB", currently_declared: false, declared_to: "2026-01-01" }),
    holding(1, { item_no: 3, sal_code: "10001" }),
    holding(1, { item_no: 3, sal_code: "10001", holder: "unspecified" }),
    holding(2, { stock_code: "AAA" }),
    holding(2, { item_no: 3, sal_code: "10002", currently_declared: false, declared_to: "2026-01-01" }),
  ],
};

const politics = opened(() => politicsOver({ ...RETURNS, ...REGISTER }));
const empty = opened(() => politicsOver({}));

type DonationRequest = Parameters<typeof politics.ask<typeof aggregateDonations>>[1];
const sums = async (request: DonationRequest) => (await politics.ask(aggregateDonations, request)).sums;

describe("AggregateDonations", () => {
  it("links a name that means one company, and none that fits two", async () => {
    const linked = (await sums({})).map((sum) => [sum.donorNameNorm, sum.stockCode, sum.matchMethod]);
    expect(linked).toEqual([
      ["TWICE", "", ""],
      ["ALPHA", "AAA", "name_exact"],
      ["ALPHA TRADING", "AAA", "curated_alias"],
      ["BETA", "", ""],
    ]);
    expect((await sums({ listedOnly: true })).map((sum) => sum.donorNameNorm)).toEqual([
      "ALPHA",
      "ALPHA TRADING",
    ]);
  });

  it("orders years by their end and then their label, whatever their form", async () => {
    const found = await sums({ groupBy: [DonationGroup.FINANCIAL_YEAR], order: DonationOrder.KEY });
    expect(found.map((sum) => [sum.financialYear, sum.financialYearEnd, sum.totalCents])).toEqual([
      ["2010-11", 2011, 5n],
      ["2010-2011", 2011, 6n],
      ["2024-25", 2025, 370n],
    ]);
  });

  it("joins conditions by and", async () => {
    const names = async (request: DonationRequest) =>
      (await sums({ ...request, order: DonationOrder.KEY } as DonationRequest)).map((sum) => [
        sum.donorNameNorm,
        sum.totalCents,
      ]);
    expect(await names({ donorContains: "trading pty. ltd" })).toEqual([["ALPHA TRADING", 100n]]);
    expect(await names({ donorPrefix: "alpha" })).toEqual([
      ["ALPHA", 100n],
      ["ALPHA TRADING", 100n],
    ]);
    expect(await names({ donorPrefix: "rading" })).toEqual([]);
    expect(await names({ minAmountCents: 60n, partyGroups: ["Red Party"] })).toEqual([
      ["ALPHA", 60n],
      ["ALPHA TRADING", 100n],
    ]);
    expect(await names({ financialYears: ["2010-11", "2010-2011"] })).toEqual([["BETA", 11n]]);
    expect(await names({ receiptKinds: [ReceiptKind.UNSPECIFIED] })).toEqual([["BETA", 30n]]);
  });

  it("says its notes, licence and credit where nothing is held, and is empty while the returns are off", async () => {
    const answer = await empty.ask(aggregateDonations, {});
    expect([answer.sums, answer.totalCount, answer.asAt]).toEqual([[], 0, undefined]);
    for (const text of [answer.scopeNote, answer.censoringNote, answer.reformNote, answer.verbatimNote])
      expect(text).not.toBe("");
    expect([answer.sourceLicence, answer.attribution]).toEqual(["CC-BY-4.0", INVENTED_ATTRIBUTION]);
    const off = await politics.ask(aggregateDonations, {}, { partyFunding: false });
    expect(toJson(AggregateDonationsResponseSchema, off)).toEqual({});
    // An error, or its absence, would reveal which names the data contains.
    const asked = { financialYears: ["no"], partyGroups: ["red party", "Red Party"] };
    const withUnknownNames = await politics.ask(aggregateDonations, asked, { partyFunding: false });
    expect(toJson(AggregateDonationsResponseSchema, withUnknownNames)).toEqual({});
    expect(await politics.ask(aggregateDonations, {}, { interestRegister: false })).toEqual(
      await politics.ask(aggregateDonations, {}),
    );
  });

  it("refuses what is not held, by value", async () => {
    const refusal = (request: DonationRequest) => politics.refusal(aggregateDonations, request);
    expect(await refusal({ financialYears: ["2024-2025"] })).toMatch(
      /^financial_years\[0\]: "2024-2025" is not held; did you mean "2024-25"/,
    );
    expect(await refusal({ partyGroups: ["Blue Party", "red party"] })).toMatch(
      /party_groups\[1\]: "red party" is not held; did you mean "Red Party"/,
    );
    expect(await empty.refusal(aggregateDonations, { partyGroups: ["x"] })).toContain(
      "the snapshot has none",
    );
  });
});

type DeclarationRequest = Parameters<typeof politics.ask<typeof aggregateDeclarations>>[1];
describe("AggregateDeclarations", () => {
  it("joins conditions by and, and tells apart who is asked about and who declares", async () => {
    const ask = async (request: DeclarationRequest) => {
      const answer = await politics.ask(aggregateDeclarations, request);
      return [answer.memberCount, answer.politicianCount, answer.totalCount];
    };
    expect(await ask({})).toEqual([3, 2, 2]);
    expect(await ask({ currentOnly: true, itemNos: [3] })).toEqual([3, 1, 1]);
    expect(await ask({ stateCodes: [" nsw "], chambers: ["HOUSE"] })).toEqual([2, 1, 2]);
    expect(await ask({ partyAbs: [""] })).toEqual([1, 0, 0]);
    expect(await ask({ stockCodes: ["bbb"], partyAbs: ["pa"] })).toEqual([1, 1, 1]);
    expect(await ask({ stockCodes: ["BBB"], partyAbs: ["PB"] })).toEqual([1, 0, 0]);
    expect(await ask({ industries: ["Mining"], currentOnly: true })).toEqual([3, 0, 0]);
    expect(await ask({ holders: [DeclarationHolder.SPOUSE_PARTNER] })).toEqual([3, 1, 1]);
  });

  it("says which parliaments were read, the licence and the day, also where nothing is declared", async () => {
    const answer = await politics.ask(aggregateDeclarations, { stockCodes: ["NONE"] });
    expect(answer).toMatchObject({ counts: [], extractedParliaments: [48], pendingParliaments: [47] });
    expect(answer.asAt).toBeDefined();
    const nothing = await empty.ask(aggregateDeclarations, {});
    expect(nothing.asAt).toBeUndefined();
    expect(nothing).toMatchObject({
      counts: [],
      memberCount: 0,
      sourceLicence: "Parliamentary material, Commonwealth copyright",
    });
    const off = await politics.ask(aggregateDeclarations, {}, { interestRegister: false });
    expect(toJson(AggregateDeclarationsResponseSchema, off)).toEqual({});
  });
});

describe("the order of the dataset's rows", () => {
  it("changes no answer, however they stand", async () => {
    const random = seededRandom(runSeed("order of returns and declarations"));
    const other = await politicsOver(shuffledTables({ ...RETURNS, ...REGISTER }, random));
    try {
      for (const by of [1, 2, 3, 4] as DonationGroup[])
        for (const order of [1, 2, 3] as DonationOrder[]) {
          const request = { groupBy: [by], order };
          expect(await other.ask(aggregateDonations, request)).toEqual(
            await politics.ask(aggregateDonations, request),
          );
        }
      for (const by of [1, 2, 3, 4, 5, 6, 7, 8] as DeclarationGroup[])
        for (const order of [1, 2] as DeclarationOrder[]) {
          const request = { groupBy: [by], order };
          expect(await other.ask(aggregateDeclarations, request)).toEqual(
            await politics.ask(aggregateDeclarations, request),
          );
        }
    } finally {
      await other.close();
    }
  });
});
