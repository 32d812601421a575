import { describe, expect, it } from "vitest";
import { PoliticiansService } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { askerOf } from "../../support/data/politics.ts";
import {
  plainCodes,
  plainDonors,
  plainGroups,
  plainSummary,
  rawReturns,
} from "../../support/plain/plain-funding.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";

const { getDonationsOverview, listTopDonors, listPartyFunding } = PoliticiansService.method;
const { random, pick } = draws(runSeed("party funding"));

let codeOf: (norm: string) => string | undefined;

const engine = followCountry("opinionCountry");
const raw = rawReturns();
codeOf = plainCodes(raw);
const groups = plainGroups(raw);
const years = [...new Set([...groups.keys()].map((key) => key.split("\n")[0]))];
const corpus = {
  receiptCount: raw.receipts.length,
  donationMadeCount: raw.donations.length,
  partyReturnCount: raw.parties.length,
};
const ask = askerOf(engine);

const plainYear = (year: string) =>
  [...groups]
    .filter(([key]) => key.startsWith(`${year}\n`))
    .map(([key, group]) => plainSummary(key, group, codeOf))
    .sort(
      (a, b) =>
        Number(b.totalReceiptsCents - a.totalReceiptsCents) ||
        Number(b.itemisedReceiptsCents - a.itemisedReceiptsCents) ||
        (a.partyGroup < b.partyGroup ? -1 : 1),
    );

describe("the roll-up of party funding", () => {
  it("equals a walk over the raw rows for every group of every year, ties included", async () => {
    expect(years.length).toBe(26);
    for (const financialYear of years) {
      const { parties, financialYear: served } = await ask(getDonationsOverview, {
        financialYear,
        limit: 100,
      });
      expect(served).toBe(financialYear);
      expect(parties.map(({ $typeName, ...row }) => row)).toEqual(plainYear(financialYear));
    }
    const { corpus: counted } = await ask(getDonationsOverview, {});
    expect(counted).toMatchObject(corpus);
  });

  it("gives the same years to a group on its own", async () => {
    const names = [...new Set([...groups.keys()].map((key) => key.split("\n")[1]))];
    expect(names.length).toBeGreaterThan(40);
    for (const partyGroup of names) {
      const { series } = await ask(listPartyFunding, { partyGroup });
      const own = years.flatMap((year) => plainYear(year).filter((row) => row.partyGroup === partyGroup));
      expect(series.map(({ $typeName, ...row }) => row)).toEqual(
        own.sort((a, b) => a.financialYearEnd - b.financialYearEnd),
      );
    }
  });
});

describe("ListTopDonors", () => {
  it("equals sums over the raw rows for drawn years, groups and pages", async () => {
    for (let i = 0; i < 60; i++) {
      const financialYear = pick(years);
      const own = [...groups].filter(([key]) => key.startsWith(`${financialYear}\n`));
      const partyGroup = random() < 0.4 ? "" : pick(own)[0].split("\n")[1];
      const kept = own
        .map(([key, group]) => [key.split("\n")[1], group] as const)
        .filter(([name]) => partyGroup === "" || name === partyGroup);
      const donors = plainDonors(kept, codeOf);
      const [limit, offset] = [pick([1, 49, 50, 51, 120, 200]), pick([0, 0, 1, 49, 50, 51, 99, 170])];
      const answer = await ask(listTopDonors, { financialYear, partyGroup, limit, offset });
      expect(answer.total).toBe(donors.length);
      expect(answer.donors.map((donor) => donor.donorNameNorm)).toEqual(
        donors.slice(offset, offset + limit).map((donor) => donor.donorNameNorm),
      );
      for (const [place, donor] of answer.donors.entries())
        expect(donor).toMatchObject(donors[offset + place]);
    }
  });
});
