import { describe, expect, it } from "vitest";
import { PoliticiansService, RegisterHolder } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { rowsIn } from "../../support/data/build-db.ts";
import { holding, holdingsIn, lodged, person, politicsOver, term } from "../../support/data/politics.ts";
import { opened } from "../../support/run/fixtures.ts";

const { comparePoliticians } = PoliticiansService.method;
const code = (i: number) => `C${String(i).padStart(3, "0")}`;

/** As of 13 November 2026: 90 days before is 15 August. */

const politics = opened(() =>
  politicsOver({
    politicians: [
      person(1, "ann", { first_parliament: 46, last_parliament: 48 }),
      person(2, "bea"),
      person(3, "cy"),
      person(4, "old-ann", { merged_into_id: 1 }),
      person(5, "dee", { first_parliament: 46, last_parliament: 47 }),
    ],
    politician_terms: [
      term(1, { parliament: 46 }),
      term(1, { parliament: 48 }),
      term(2, { parliament: 47, party: null, party_ab: null, division: "Calare" }),
    ],
    suburb_demographics: rowsIn(`
      sal_code  sal_name  state_code  federal_division  federal_party  federal_party_ab
      10001     A         NSW         Calare            Party C        PC`),
    companies: [{ stock_code: "C000", company_name: "Company 0", industry: "Materials" }],
    register_documents: [46, 47, 48].map((parliament) => ({
      source_url: `u${parliament}`,
      chamber: "house",
      parliament,
      extract_status: parliament === 46 ? "pending" : "read",
    })),
    register_holdings: [
      ...Array.from({ length: 25 }, (_, i) => holding(1, { stock_code: code(i) })),
      ...holdingsIn(`
        politician_id  item_no  stock_code  sal_code  holder              declared_from  declared_to  currently_declared
        1              1        C100        -         spouse_partner      2025-08-01     2026-08-15   false
        1              1        C100        -         self                2025-08-01     2026-08-14   false
        1              3        -           10001     self                2026-08-15     -            true
        1              3        -           10001     self                2023-12-31     2024-01-01   false
        1              11       -           -         self                2025-08-01     -            true
        1              12       -           -         dependent_children  2025-08-01     -            true
        1              6        -           -         self                2026-08-14     -            true
        1              9        -           -         self                2026-02-28     2026-08-31   false
        4              14       -           -         self                2019-08-01     -            true
        2              1        C000        -         dependent_children  2025-08-01     -            true
        2              1        C100        -         self                2025-08-01     -            true`),
      holding(1, { item_no: 3, declared_from: null, declared_from_known: false, holder: "unspecified" }),
      ...Array.from({ length: 23 }, (_, i) => holding(2, { stock_code: code(200 + i) })),
    ],
    aec_party_returns: [lodged({ party_name: "Party A", receipts_cents: 1 })],
  }),
);

const ask = (slugA: string, slugB: string) => politics.ask(comparePoliticians, { slugA, slugB });

describe("ComparePoliticians", () => {
  it("counts changes on or after the day 90 days before, starts and ends alike", async () => {
    // A start and an end on 15 August and an end on 31 August count, those on 14 August do not.
    expect((await ask("ann", "bea")).a!.changes90d).toBe(3);
  });

  it("gives what a merged record declared to the person it was merged into", async () => {
    expect((await ask("ann", "bea")).a!.itemCounts[13].currentCount).toBe(1);
  });

  it("counts in Politician what was ever declared, which differs from the summary on purpose", async () => {
    const { a } = await ask("ann", "bea");
    expect(a!.politician).toMatchObject({ declaredListedCount: 26, declaredPropertyCount: 1 });
  });

  it("falls back to the party of the division, and shows none where there is none", async () => {
    expect((await ask("ann", "bea")).b!.politician).toMatchObject({ party: "Party C", partyAb: "PC" });
    expect((await ask("ann", "cy")).b!.politician).toMatchObject({ party: "", partyAb: "" });
  });

  it("always has four holders in order: self, spouse or partner, dependent children, unspecified", async () => {
    const { holderCountsA, holderCountsB } = await ask("ann", "cy");
    const order = [
      RegisterHolder.SELF,
      RegisterHolder.SPOUSE_PARTNER,
      RegisterHolder.DEPENDENT_CHILDREN,
      RegisterHolder.UNSPECIFIED,
    ];
    expect(holderCountsA.map((row) => row.holder)).toEqual(order);
    expect(holderCountsA.map((row) => row.currentCount)).toEqual([29, 0, 1, 1]);
    expect(holderCountsB.map((row) => [row.holder, row.currentCount])).toEqual(
      order.map((holder) => [holder, 0]),
    );
  });

  it("cuts coverage to the parliaments sat in: by terms, else from first to last, else all", async () => {
    const { extractedParliamentsA, pendingParliamentsA, extractedParliamentsB, pendingParliamentsB } =
      await ask("ann", "bea");
    expect([extractedParliamentsA, pendingParliamentsA]).toEqual([[48], [46]]);
    expect([extractedParliamentsB, pendingParliamentsB]).toEqual([[47], []]);
    const byRange = await ask("dee", "cy");
    expect([byRange.extractedParliamentsA, byRange.pendingParliamentsA]).toEqual([[47], [46]]);
    expect([byRange.extractedParliamentsB, byRange.pendingParliamentsB]).toEqual([[47, 48], [46]]);
  });
});
