import { describe, expect, it } from "vitest";
import { PoliticiansService } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import type { PartialRow } from "../../support/data/build-db.ts";
import { shuffledTables, type Tables } from "../../support/data/method-calls.ts";
import {
  candidateGift,
  candidateReturn,
  lodged,
  memberReturn,
  person,
  politicsOver,
} from "../../support/data/politics.ts";
import { opened } from "../../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";

const { getDonationsOverview, listTopDonors, listPartyFunding, getPoliticianFunding } =
  PoliticiansService.method;

const receipt = (payer_name: string, amount_cents: number, row: PartialRow = {}) =>
  lodged({ recipient_name: "Red Party", recipient_kind: "party", payer_name, amount_cents, ...row });

/** 230 groups and 230 payers, four each tied; tied spellings; duplicate rows. */
const ROWS: Tables = {
  politicians: [person(1, "ann")],
  companies: [
    { stock_code: "AAA", company_name: "Alpha Limited" },
    { stock_code: "BBB", company_name: "Beta Limited" },
    { stock_code: "BBC", company_name: "BETA PTY LTD" },
  ],
  aec_party_returns: [
    lodged({ party_name: "Red Party (NSW)", party_group: "Red Party", receipts_cents: 5 }),
    lodged({ party_name: "Red Party (VIC)", party_group: "Red Party", receipts_cents: 6 }),
    lodged({ party_name: "Red Party", receipts_cents: 1 }),
    ...Array.from({ length: 230 }, (_, i) =>
      lodged({ party_name: `Party ${String(i).padStart(3, "0")}`, receipts_cents: 100 + Math.floor(i / 4) }),
    ),
  ],
  aec_receipts: [
    ...Array.from({ length: 230 }, (_, i) =>
      receipt(`Payer ${String(i).padStart(3, "0")}`, 100 + Math.floor(i / 4)),
    ),
    receipt("alpha ltd", 700),
    receipt("ALPHA LTD", 700),
    receipt("Beta", 650),
    ...[1, 2, 3].map((occurrence) => receipt("Alike", 90, { occurrence })),
    receipt("Alike", 5, { recipient_name: "Party 001" }),
    receipt("Alike", 5, { recipient_name: "Party 000" }),
  ],
  aec_mp_returns: [2023, 2024].map((end) => memberReturn("Ann", 1, { politician_id: 1 }, end)),
  aec_candidate_returns: [2019, 2022].map((event_year) =>
    candidateReturn("Ann", { event: `Election ${event_year}`, event_year, politician_id: 1 }),
  ),
  aec_candidate_donations: ["Y", "Z", "Y"].map((donor_name, i) =>
    candidateGift("Ann", donor_name, i === 1 ? null : "2022-03-04", 10),
  ),
};

const REQUESTS = [
  [getDonationsOverview, { limit: 100 }],
  [getDonationsOverview, { financialYear: "2024-25" }],
  [listTopDonors, { limit: 200 }],
  [listTopDonors, { partyGroup: "Red Party", limit: 200, offset: 30 }],
  [listPartyFunding, { partyGroup: "Red Party", limit: 200 }],
  [getPoliticianFunding, { slug: "ann" }],
] as const;

const politics = opened(() => politicsOver(ROWS));
const shuffled = opened(() => {
  const random = seededRandom(runSeed("order of returns"));
  return politicsOver(shuffledTables(ROWS, random));
});

describe("the lists of the returns", () => {
  it("stand in the same order whatever the order of the rows", async () => {
    for (const [desc, request] of REQUESTS)
      expect(await shuffled.ask(desc as never, request as never), desc.name).toEqual(
        await politics.ask(desc as never, request as never),
      );
  });

  it("show the first spelling in the alphabet of receipts alike", async () => {
    const { donors } = await politics.ask(listTopDonors, { limit: 1 });
    expect([donors[0].donorName, donors[0].receiptCount]).toEqual(["ALPHA LTD", 2]);
  });

  it("give a member's returns newest first, and gifts by day and name, undated ones last", async () => {
    const { annualReturns, candidateReturns } = await politics.ask(getPoliticianFunding, { slug: " ANN " });
    expect(annualReturns.map(({ financialYear }) => financialYear)).toEqual(["2023-24", "2022-23"]);
    expect(candidateReturns.map(({ eventYear }) => eventYear)).toEqual([2022, 2019]);
    expect(candidateReturns[0].donations.map(({ donorName }) => donorName)).toEqual(["Y", "Y", "Z"]);
  });
});
