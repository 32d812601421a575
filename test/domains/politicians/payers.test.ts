import { describe, expect, it } from "vitest";
import { PoliticiansService } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import {
  candidateReturn,
  lodged,
  memberReturn,
  person,
  politicsOver,
  receiptOf,
  term,
} from "../../support/data/politics.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getPoliticianFunding, listTopDonors } = PoliticiansService.method;

const other = receiptOf("Other Receipt");
const receipt = (payer_name: string, amount_cents: number) => other("Blue Party", payer_name, amount_cents);

describe("payers under several spellings", () => {
  const politics = opened(() =>
    politicsOver({
      companies: [{ stock_code: "SGH", company_name: "Slater & Gordon Limited" }],
      aec_party_returns: [lodged({ party_name: "Blue Party", receipts_cents: 1000 }, 2025)],
      aec_receipts: [
        receipt("NSW Electoral Commission", 900),
        receipt("New South Wales Electoral Commission", 90),
        receipt("Electoral Commission of NSW", 9),
        receipt("[ECQ] Electoral Commission of Queensland", 500),
        receipt("Electoral Commission QLD", 50),
        receipt("Elm Family Foundation", 40),
        receipt("The Elm Family Foundation", 4),
        receipt("Elm Family Foundation Inc.", 1),
        receipt("Slater and Gordon", 30),
        receipt("Slater & Gordon Ltd", 3),
        receipt("Electoral Reform Society", 2),
      ],
    }),
  );

  it("are one payer, and an electoral commission is said to be one", async () => {
    const { donors } = await politics.ask(listTopDonors, { financialYear: "2024-25" });
    expect(
      donors.map(({ donorNameNorm, totalCents, payerKind, stockCode }) => [
        donorNameNorm,
        Number(totalCents),
        payerKind,
        stockCode,
      ]),
    ).toEqual([
      ["NSW ELECTORAL COMMISSION", 999, "electoral_commission", ""],
      ["ELECTORAL COMMISSION OF QUEENSLAND", 550, "electoral_commission", ""],
      ["ELM FAMILY FOUNDATION", 45, "", ""],
      ["SLATER GORDON", 33, "", "SGH"],
      ["ELECTORAL REFORM SOCIETY", 2, "", ""],
    ]);
  });
});

describe("returns under another given name", () => {
  const return_type = "Member of House of Representatives Return";
  const member = (member_name: string, total_cents: number) =>
    memberReturn(member_name, total_cents, { return_type, chamber: "house", politician_id: null });
  const politics = opened(() => {
    const named = (id: number, given_names: string, surname: string) =>
      person(id, `m-${id}`, { given_names, surname, display_name: `${given_names} ${surname}` });
    const people = [
      named(1, "Bob Carl", "Ironbark"),
      named(2, "Tony", "Wattle"),
      named(3, "Bill", "Banksia"),
      named(4, "William", "Banksia"),
      named(5, "Tom", "Cassia"),
    ];
    return politicsOver({
      politicians: people,
      politician_terms: people.map(({ id }) => term(id as number)),
      aec_mp_returns: [
        member("Hon Robert Ironbark MP", 1),
        member("Mr Antonio Wattle MP", 2),
        member("Mr William Banksia MP", 3),
        member("Dr Ann Nobody MP", 4),
      ],
      aec_candidate_returns: ["Thomas Cassia", "Tom Cassia"].map((name) => candidateReturn(name)),
    });
  });

  it("are the member's who is called so, where that is one, and a candidate's name is taken letter for letter", async () => {
    const funding = async (slug: string) => {
      const { annualReturns, candidateReturns } = await politics.ask(getPoliticianFunding, { slug });
      return [
        annualReturns.map(({ totalDonationsCents }) => Number(totalDonationsCents)),
        candidateReturns.length,
      ];
    };
    expect(await funding("m-1")).toEqual([[1], 0]);
    expect(await funding("m-2")).toEqual([[2], 0]);
    // Bill and William share the surname, but the lodged name is only one's.
    expect(await funding("m-3")).toEqual([[], 0]);
    expect(await funding("m-4")).toEqual([[3], 0]);
    expect(await funding("m-5")).toEqual([[], 1]);
  });
});
