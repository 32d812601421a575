import { describe, expect, it } from "vitest";
import { INVENTED_ATTRIBUTION } from "../../../src/domains/politicians/notes.ts";
import { fundingNotes } from "../../../src/domains/politicians/queries/donations.ts";
import { PoliticiansService } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { smallManifest } from "../../support/country/small-snapshot.ts";
import { rowsIn } from "../../support/data/build-db.ts";
import {
  candidateGift,
  candidateReturn,
  lodged,
  memberReturn,
  person,
  politicsOver,
  receiptOf,
} from "../../support/data/politics.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getDonationsOverview, listTopDonors, listPartyFunding, getPoliticianFunding } =
  PoliticiansService.method;

const NEWEST = "2026-11-02T00:00:00Z";
const receipt = receiptOf("Other Receipt");
const politics = opened(() =>
  politicsOver({
    politicians: [person(1, "ann"), person(2, "bea"), person(3, "old-ann", { merged_into_id: 1 })],
    companies: [
      { stock_code: "AAA", company_name: "Alpha Holdings Limited" },
      { stock_code: "BBB", company_name: "Beta Group" },
      { stock_code: "BBC", company_name: "BETA HOLDINGS" },
      { stock_code: "CCC", company_name: "Gamma Ltd" },
    ],
    entity_aliases: [
      { name_norm: "ALPHA TRADING", stock_code: "AAA", ignore: false },
      { name_norm: "GAMMA", stock_code: null, ignore: true },
    ],
    aec_party_returns: rowsIn(
      `party_name              party_group  financial_year  financial_year_end  receipts_cents  payments_cents  debts_cents
       Red Party (NSW Branch)  Red Party    2024-25         2025                500             7               -
       Red Party (VIC Branch)  Red Party    2024-25         2025                500             3               2
       Blue Party              -            2024-25         2025                1000            -               -
       Azure Party             -            2024-25         2025                1000            -               -
       Small Party             -            2024-25         2025                -               -               -
       Blue Party              -            2010-2011       2011                9               -               -
       Blue Party              -            2026-27         2027                8               -               -`,
      { snapshot_at: "2026-11-01T00:00:00Z" },
    ),
    aec_receipts: [
      receipt("RED PARTY (NSW BRANCH)", "Alpha Holdings Limited", 40, { receipt_type: "Donation Received" }),
      receipt("Red Party (NSW Branch)", "ALPHA HOLDINGS LTD.", 60, { receipt_type: "Subscription" }),
      receipt("Red Party (VIC Branch)", "Alpha Trading Pty Ltd", 10, { receipt_type: "Public Funding" }),
      receipt("Red Party (VIC Branch)", "Beta", 30, { receipt_type: "Third Party Gift" }),
      receipt("Red Party (VIC Branch)", "Gamma Limited", 5, { receipt_type: "" }),
      // Two equal rows are two payments.
      receipt("Blue Party", "Twice Pty Ltd", 70, { occurrence: 1 }),
      receipt("Blue Party", "Twice Pty Ltd", 70, { occurrence: 2 }),
      receipt("Foundation", "Beta", 900, { recipient_kind: "associated_entity" }),
      // A party that lodged no return, and one that lodged only for another year.
      receipt("Unlodged Party", "Beta", 11),
      receipt("Azure Party", "Beta", 12, {}, 2011),
    ],
    aec_donations_made: [
      lodged({ donor_name: "Alpha Holdings", party_name: "Red Party (NSW Branch)", amount_cents: 999 }),
      lodged({ donor_name: "Nobody Else", party_name: "Red Party (VIC Branch)", amount_cents: 1 }),
      lodged({ donor_name: "Nobody Else", party_name: "Foundation", amount_cents: 5000 }),
      lodged({ donor_name: "Nobody Else", party_name: "Unlodged Party", amount_cents: 5000 }),
    ],
    aec_mp_returns: [
      memberReturn("Senator Ann", 5, { donor_count: 2, politician_id: 3 }),
      memberReturn("Senator X", 6, { politician_id: null }),
    ],
    aec_candidate_returns: [
      candidateReturn("Ann", { gift_cents: 30, politician_id: 1, snapshot_at: NEWEST }),
      candidateReturn("Cy", { nil_return: true }),
    ],
    aec_candidate_donations: [
      candidateGift("Ann", "Z", null, 10),
      candidateGift("Ann", "Y", "2022-03-04", 20),
    ],
  }),
);
const empty = opened(() => politicsOver({}));

const overview = (financialYear = "2024-25") => politics.ask(getDonationsOverview, { financialYear });
const group = async (name: string, year = "2024-25") =>
  (await overview(year)).parties.find((row) => row.partyGroup === name)!;

describe("fundingNotes", () => {
  it("credits the commission with what was lodged, and nobody with what was made up", () => {
    const creditOf = (synthetic: boolean) =>
      fundingNotes({ manifest: { ...smallManifest(1), synthetic } }).attribution;
    expect(creditOf(false)).toBe(
      "© Commonwealth of Australia, Australian Electoral Commission Transparency Register",
    );
    expect(creditOf(true)).toBe(INVENTED_ATTRIBUTION);
  });
});

describe("GetDonationsOverview", () => {
  it("lists every year held, newest first, with its groups and those with a listed payer", async () => {
    const { availableFinancialYears } = await overview();
    expect(availableFinancialYears).toMatchObject([
      { financialYear: "2026-27", financialYearEnd: 2027, partyGroupCount: 1, listedGroupCount: 0 },
      { financialYear: "2024-25", financialYearEnd: 2025, partyGroupCount: 5, listedGroupCount: 1 },
      { financialYear: "2010-2011", financialYearEnd: 2011, partyGroupCount: 1, listedGroupCount: 0 },
      { financialYear: "2010-11", financialYearEnd: 2011, partyGroupCount: 1, listedGroupCount: 0 },
    ]);
  });

  it("places a receipt with the return of its recipient in the same year, whatever the spelling", async () => {
    expect(await group("Red Party")).toMatchObject({ itemisedReceiptCount: 5, itemisedReceiptsCents: 145n });
    // Azure Party lodged in another year: in this one, its receipts alone make a group of its own name.
    expect(await group("Azure Party", "2010-11")).toMatchObject({
      partyReturnCount: 0,
      itemisedReceiptsCents: 12n,
    });
  });

  it("counts payers by normalised name, and as listed those whose name means one code", async () => {
    // ALPHA by name twice, ALPHA TRADING by a curated name; BETA fits two codes, GAMMA is curated to match
    // none.
    expect(await group("Red Party")).toMatchObject({
      distinctPayerCount: 4,
      listedPayerCount: 2,
      listedPayerCents: 110n,
    });
  });

  it("counts the rows of the whole store whatever the year", async () => {
    const { corpus } = await overview("2010-2011");
    expect(corpus).toMatchObject({
      partyReturnCount: 7,
      receiptCount: 10,
      donationMadeCount: 4,
      mpReturnCount: 2,
      mpReturnResolvedCount: 1,
      candidateReturnCount: 2,
      candidateReturnResolvedCount: 1,
      nilCandidateReturnCount: 1,
      candidateDonationCount: 2,
      firstFinancialYearEnd: 2011,
      lastFinancialYearEnd: 2027,
      matchedPayerNameCount: 2,
      matchedPayerCodeCount: 1,
      // ALPHA by its company, ALPHA TRADING by curation; BETA has two codes, GAMMA is ignored.
      matchableCompanyNameCount: 2,
    });
  });

  it("sends notes, licence and attribution where nothing is held, and no instant", async () => {
    const answer = await empty.ask(getDonationsOverview, { financialYear: "2024-25" });
    expect([answer.financialYear, answer.parties, answer.asAt]).toEqual(["", [], undefined]);
    for (const note of [answer.censoringNote, answer.reformNote, answer.coverageNote, answer.verbatimNote]) {
      expect(note).not.toBe("");
    }
    expect(answer).toMatchObject({
      sourceLicence: "CC-BY-4.0",
      attribution: INVENTED_ATTRIBUTION,
    });
    expect(answer.corpus).toMatchObject({
      receiptCount: 0,
      firstFinancialYearEnd: 0,
      lastFinancialYearEnd: 0,
    });
  });

  it("tells when the newest of the returns was fetched", async () => {
    expect((await overview()).asAt?.seconds).toBe(BigInt(Date.parse(NEWEST) / 1000));
  });
});

describe("ListTopDonors", () => {
  it("links no name that fits two codes, none that is ignored, and a curated one as such", async () => {
    const { donors } = await politics.ask(listTopDonors, {
      financialYear: "2024-25",
      partyGroup: "Red Party",
    });
    const linked = donors.map((row) => [row.donorNameNorm, row.stockCode, row.matchMethod]);
    expect(linked).toEqual([
      ["ALPHA", "AAA", "name_exact"],
      ["BETA", "", ""],
      ["ALPHA TRADING", "AAA", "curated_alias"],
      ["GAMMA", "", ""],
    ]);
    expect(donors[1].receiptTypes!.unspecifiedCents).toBe(30n);
  });

  it("takes a group letter for letter, and pages by limit and offset", async () => {
    const ask = (partyGroup: string, limit: number, offset = 0) =>
      politics.ask(listTopDonors, { financialYear: "2024-25", partyGroup, limit, offset });
    expect((await ask("red party", 5)).donors).toEqual([]);
    expect((await ask("Red Party", 2)).donors.length).toBe(2);
    const rest = await ask("Red Party", 2, 3);
    expect([rest.donors.map((row) => row.donorNameNorm), rest.total]).toEqual([["GAMMA"], 4]);
    const past = await ask("Red Party", 2, 40);
    expect([past.donors, past.total, past.financialYear]).toEqual([[], 4, "2024-25"]);
    expect((await ask("Red Party", 2, -3)).donors[0].donorNameNorm).toBe("ALPHA");
  });

  it("sends its notes where nothing is held", async () => {
    const answer = await empty.ask(listTopDonors, {});
    expect(answer.total).toBe(0);
    for (const note of [answer.scopeNote, answer.censoringNote, answer.reformNote, answer.verbatimNote])
      expect(note).not.toBe("");
  });
});

describe("ListPartyFunding", () => {
  it("gives a group's years ascending, its branches, and the payers of its latest year", async () => {
    const answer = await politics.ask(listPartyFunding, { partyGroup: "Blue Party" });
    expect(answer.series.map((row) => row.financialYear)).toEqual(["2010-2011", "2024-25", "2026-27"]);
    expect([answer.financialYear, answer.topDonors, answer.branchNames]).toEqual([
      "2026-27",
      [],
      ["Blue Party"],
    ]);
    const red = await politics.ask(listPartyFunding, {
      partyGroup: "Red Party",
      financialYear: "1066-67",
      limit: 1,
    });
    expect(red.branchNames).toEqual(["Red Party (NSW Branch)", "Red Party (VIC Branch)"]);
    expect([red.financialYear, red.topDonors.map((row) => row.donorNameNorm)]).toEqual([
      "2024-25",
      ["ALPHA"],
    ]);
    expect(red.listedCompanyPayers.map((row) => row.donorNameNorm)).toEqual(["ALPHA"]);
  });
});

describe("GetPoliticianFunding", () => {
  it("shows the returns that name the member, those of a merged record too, and no money of a party", async () => {
    const answer = await politics.ask(getPoliticianFunding, { slug: "ann" });
    expect(answer.annualReturns).toMatchObject([
      { memberName: "Senator Ann", totalDonationsCents: 5n, donorCount: 2 },
    ]);
    expect(answer.candidateReturns).toMatchObject([
      {
        event: "Election 2022",
        totalGiftCents: 30n,
        eventReturnCount: 2,
        eventItemisedReturnCount: 1,
        donations: [
          { donorName: "Y", amountCents: 20n },
          { donorName: "Z", amountCents: 10n },
        ],
      },
    ]);
    expect(answer.candidateReturns[0].donations[1].donationDate).toBeUndefined();
  });
});
