import { beforeAll, describe, expect, it } from "vitest";
import { PoliticiansService } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import {
  type DeclarationGroup,
  type DeclarationHolder,
  DeclarationOrder,
  DonationGroup,
  DonationOrder,
  ExplorerService,
  type ReceiptKind,
} from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { askerOf } from "../../support/data/politics.ts";
import type { RawRow } from "../../support/data/raw-tables.ts";
import { plainCodes, plainGroups, rawReturns } from "../../support/plain/plain-funding.ts";
import { plainHoldings } from "../../support/plain/plain-register.ts";
import { plainCounts, plainSums } from "../../support/plain/plain-sets.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";

const { aggregateDonations, aggregateDeclarations } = ExplorerService.method;
const { listTopDonors, getDonationsOverview, getRegisterExplorer, listPoliticians } =
  PoliticiansService.method;
const { random, pick } = draws(runSeed("sets of receipts and declarations"));
const some = <T>(items: readonly T[], chance: number): T[] =>
  random() < chance ? items.filter(() => random() < 0.4) : [];

let ask: ReturnType<typeof askerOf>;
let receipts: RawRow[];
let declarations: RawRow[];

const engine = followCountry("opinionCountry");
beforeAll(async () => {
  const raw = rawReturns();
  const codeOf = plainCodes(raw);
  receipts = [...plainGroups(raw)].flatMap(([key, { rows, yearEnd }]) =>
    rows.map((row) => ({
      ...row,
      year: key.split("\n")[0],
      yearEnd,
      group: key.split("\n")[1],
      code: codeOf(row.norm) ?? "",
    })),
  );
  ask = askerOf(engine);
  const holdings = plainHoldings();
  const people = [0, 500].map((offset) => ask(listPoliticians, { limit: 500, offset }));
  const industryOf = new Map(raw.companies.map((one) => [one.stock_code, one.industry]));
  const everyone = (await Promise.all(people)).flatMap(({ politicians }) => politicians);
  expect(everyone.length).toBe(holdings.size);
  declarations = everyone.flatMap(({ slug, partyAb, stateCode, chamber }) =>
    holdings.get(slug)!.map((row) => ({
      slug,
      party: partyAb,
      state: stateCode,
      chamber,
      item: Number(row.item_no),
      holder: Math.max(0, ["", "self", "spouse_partner", "dependent_children"].indexOf(row.holder)),
      stock: row.stock_code,
      industry: industryOf.get(row.stock_code) ?? "",
      suburb: row.sal_code,
      isCurrent: row.currently_declared === "true",
    })),
  );
});

const FIELDS = {
  [DonationGroup.DONOR]: "norm",
  [DonationGroup.PARTY_GROUP]: "group",
  [DonationGroup.FINANCIAL_YEAR]: "year",
  [DonationGroup.RECEIPT_KIND]: "kind",
} as const;

describe("AggregateDonations", () => {
  it("equals a look at every receipt, for drawn sets, groupings and pages", async () => {
    const years = [...new Set(receipts.map(({ year }) => year))];
    const groups = [...new Set(receipts.map(({ group }) => group))];
    const words = ["", "", "SYNTHETIC", "A", "PTY", pick(receipts).norm];
    for (let round = 0; round < 120; round++) {
      const groupBy = ([1, 2, 3, 4] as const).filter(() => random() < 0.4).sort(() => random() - 0.5);
      const request = {
        financialYears: some(years, 0.5),
        partyGroups: some(groups, 0.5),
        donorContains: pick(words),
        donorPrefix: pick(["", "", "", "S", "SYNTHETIC"]),
        minAmountCents: pick([0n, 0n, 500_000n, 2_000_000n]),
        receiptKinds: some([0, 1, 2, 3, 4] as ReceiptKind[], 0.4),
        listedOnly: random() < 0.2,
        groupBy,
        order: pick([0, 1, 2, 3]) as DonationOrder,
        limit: pick([1, 7, 50, 200]),
        offset: pick([0, 0, 3, 40]),
      };
      const matching = receipts.filter(
        (one) =>
          (request.financialYears.length === 0 || request.financialYears.includes(one.year)) &&
          (request.partyGroups.length === 0 || request.partyGroups.includes(one.group)) &&
          one.norm.includes(request.donorContains) &&
          one.norm.startsWith(request.donorPrefix) &&
          (request.minAmountCents === 0n || one.cents >= request.minAmountCents) &&
          (request.receiptKinds.length === 0 || request.receiptKinds.includes(kindOf(one))) &&
          (!request.listedOnly || one.code !== ""),
      );
      const by = (groupBy.length === 0 ? [1 as const] : groupBy).map((group) => FIELDS[group]);
      const plain = plainSums(matching, by, request.order);
      const answer = await ask(aggregateDonations, request);
      expect(answer.totalCount).toBe(plain.length);
      expect(
        answer.sums.map((sum) => ({
          norm: sum.donorNameNorm,
          name: sum.donorName,
          code: sum.stockCode,
          group: sum.partyGroup,
          year: sum.financialYear,
          kind: sum.receiptKind,
          cents: sum.totalCents,
          receipts: sum.receiptCount,
          payers: sum.donorCount,
          donations: sum.receiptKinds!.donationCents,
        })),
      ).toEqual(plain.slice(request.offset, request.offset + request.limit));
      expect(answer.all).toMatchObject({
        totalCents: matching.reduce((total, { cents }) => total + cents, 0n),
        receiptCount: matching.length,
        donorCount: new Set(matching.map(({ norm }) => norm)).size,
      });
    }
  });

  it("has the payers of ListTopDonors and the itemised figures of GetDonationsOverview when the set is a year", async () => {
    for (const year of new Set(receipts.map((one) => one.year))) {
      const own = await ask(aggregateDonations, { financialYears: [year], limit: 200 });
      const { donors, total } = await ask(listTopDonors, { financialYear: year, limit: 200 });
      expect(own.totalCount).toBe(total);
      const figures = [
        "donorName",
        "donorNameNorm",
        "totalCents",
        "receiptCount",
        "stockCode",
        "companyName",
        "matchMethod",
      ] as const;
      const shown = (row: Record<(typeof figures)[number], unknown>) => figures.map((name) => row[name]);
      expect(own.sums.map(shown)).toEqual(donors.map(shown));
      const amounts = (kinds: { $typeName: string; donationCents: bigint } | undefined) =>
        Object.values({ ...kinds, $typeName: "" });
      expect(own.sums.map((sum) => amounts(sum.receiptKinds))).toEqual(
        donors.map((donor) => amounts(donor.receiptTypes)),
      );
      const { parties } = await ask(getDonationsOverview, { financialYear: year, limit: 100 });
      const byGroup = await ask(aggregateDonations, {
        financialYears: [year],
        groupBy: [DonationGroup.PARTY_GROUP],
        order: DonationOrder.KEY,
        limit: 200,
      });
      const itemised = parties
        .filter((party) => party.itemisedReceiptCount > 0)
        .map((party) => [
          party.partyGroup,
          party.itemisedReceiptsCents,
          party.itemisedReceiptCount,
          party.distinctPayerCount,
        ])
        .sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1));
      expect(
        byGroup.sums.map((sum) => [sum.partyGroup, sum.totalCents, sum.receiptCount, sum.donorCount]),
      ).toEqual(itemised);
    }
  });
});

const KINDS = ["", "Donation Received", "Other Receipt", "Subscription", "Public Funding"];
const kindOf = ({ type }: RawRow) => Math.max(0, KINDS.indexOf(type)) as ReceiptKind;

const DECLARED = ["", "item", "holder", "party", "state", "chamber", "industry", "stock", "suburb"] as const;

describe("AggregateDeclarations", () => {
  it("equals a look at every declaration, for drawn sets, groupings and pages", async () => {
    const distinct = (name: "party" | "state" | "stock" | "industry") => [
      ...new Set(declarations.map((one) => one[name])),
    ];
    const states = distinct("state").filter((state) => state !== "");
    const stocks = distinct("stock").filter((code) => code !== "");
    const industries = distinct("industry").filter((name) => name !== "");
    for (let round = 0; round < 150; round++) {
      const groupBy = [1, 2, 3, 4, 5, 6, 7, 8]
        .filter(() => random() < 0.3)
        .sort(() => random() - 0.5)
        .slice(0, 3) as DeclarationGroup[];
      const request = {
        itemNos: some([1, 2, 3, 6, 11, 14], 0.4),
        holders: some([0, 1, 2, 3] as DeclarationHolder[], 0.3),
        partyAbs: some(distinct("party"), 0.3),
        stateCodes: some(states, 0.3),
        chambers: some(["house", "senate"], 0.3),
        stockCodes: some(stocks, 0.15),
        industries: some(industries, 0.15),
        currentOnly: random() < 0.5,
        groupBy,
        order: pick([0, 1, 2]) as DeclarationOrder,
        limit: pick([1, 10, 200]),
        offset: pick([0, 0, 5]),
      };
      const among = <T>(wanted: readonly T[], value: T) => wanted.length === 0 || wanted.includes(value);
      const matching = declarations.filter(
        (one) =>
          among(request.itemNos, one.item) &&
          among<number>(request.holders, one.holder) &&
          among(request.partyAbs, one.party) &&
          among(request.stateCodes, one.state) &&
          among(request.chambers, one.chamber) &&
          among(request.stockCodes, one.stock) &&
          among(request.industries, one.industry) &&
          (!request.currentOnly || one.isCurrent),
      );
      const by = (groupBy.length === 0 ? [1] : groupBy).map((group) => DECLARED[group]);
      const plain = plainCounts(matching, by as never, request.order !== DeclarationOrder.KEY);
      const answer = await ask(aggregateDeclarations, request);
      expect(answer.totalCount).toBe(plain.length);
      expect(
        answer.counts.map((one) => {
          const members: Record<string, unknown> = {
            item: one.itemNo,
            holder: one.holder,
            party: one.partyAb,
            state: one.stateCode,
            chamber: one.chamber,
            industry: one.industry,
            stock: one.stockCode,
            suburb: one.salCode,
          };
          return { key: by.map((name) => members[name]), people: one.politicianCount };
        }),
      ).toEqual(plain.slice(request.offset, request.offset + request.limit));
      expect(answer.politicianCount).toBe(new Set(matching.map(({ slug }) => slug)).size);
    }
  });

  it("has the people of GetRegisterExplorer by item when the set is everything declared now", async () => {
    const { itemCounts, extractedParliaments } = await ask(getRegisterExplorer, {});
    const answer = await ask(aggregateDeclarations, { currentOnly: true, order: DeclarationOrder.KEY });
    expect(answer.counts.map((one) => [one.itemNo, one.itemLabel, one.politicianCount])).toEqual(
      itemCounts
        .filter((one) => one.politicianCount > 0)
        .map((one) => [one.itemNo, one.itemLabel, one.politicianCount]),
    );
    expect(answer.extractedParliaments).toEqual(extractedParliaments);
  });
});
