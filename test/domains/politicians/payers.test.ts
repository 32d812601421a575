import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PoliticiansService } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { lodged, Politics } from "../../support/data/politics.ts";

const { listTopDonors } = PoliticiansService.method;

const receipt = (payer_name: string, amount_cents: number) =>
  lodged(
    {
      recipient_name: "Blue Party",
      recipient_kind: "party",
      payer_name,
      amount_cents,
      receipt_type: "Other Receipt",
    },
    2025,
  );

describe("payers under several spellings", () => {
  let politics: Politics;
  beforeAll(async () => {
    politics = await Politics.over({
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
    });
  });
  afterAll(() => politics.close());

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
