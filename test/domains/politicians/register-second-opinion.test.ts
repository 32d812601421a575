import { describe, expect, it } from "vitest";
import { openMethods } from "../../../src/domains/methods.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { PoliticiansService } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { ALL_ON, callMethod } from "../../support/data/method-calls.ts";
import { askerOf } from "../../support/data/politics.ts";
import { plainCompanies, plainCounts, plainHoldings } from "../../support/plain/plain-register.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";

const { method } = PoliticiansService;
const { pick } = draws(runSeed("register of interests"));
const AS_OF = "2026-11-13";

const engine = followCountry("opinionCountry");
const holdings = plainHoldings();
const ask = askerOf(engine);

describe("summaries", () => {
  it("equal counts over the raw rows for everyone", async () => {
    const found = [];
    for (let offset = 0; offset < holdings.size; offset += 200) {
      found.push(...(await ask(method.listPoliticianSummaries, { limit: 200, offset, sort: 4 })).summaries);
    }
    expect(found.length).toBe(holdings.size);
    for (const summary of found) {
      expect(summary, summary.politician!.slug).toMatchObject(
        plainCounts(holdings.get(summary.politician!.slug)!, AS_OF),
      );
    }
  });
});

describe("ComparePoliticians", () => {
  it("splits companies as sets of the raw rows do, for drawn pairs and for those made to share many", async () => {
    const slugs = [...holdings.keys()];
    const cast = [1, 2, 3, 4, 5].map((n) => `synthetic-federal-member-nsw-${n}`);
    const pairs = cast.flatMap((a) => cast.filter((b) => b !== a).map((b) => [a, b]));
    while (pairs.length < 220) {
      const pair = [pick(slugs), pick(slugs)];
      if (pair[0] !== pair[1]) pairs.push(pair);
    }
    let most = 0;
    for (const [slugA, slugB] of pairs) {
      const [a, b] = [slugA, slugB].map((slug) => plainCompanies(holdings.get(slug)!));
      const shared = [...a.keys()].filter((code) => b.has(code)).sort();
      const only = (one: typeof a, other: typeof a) =>
        [...one.keys()].filter((code) => !other.has(code)).sort();
      const answer = await ask(method.comparePoliticians, { slugA, slugB });
      most = Math.max(most, shared.length);
      expect(
        answer.sharedCompanies.map((row) => [
          row.stockCode,
          row.holdersA,
          row.holdersB,
          row.currentlyDeclaredA,
          row.currentlyDeclaredB,
        ]),
      ).toEqual(
        shared.map((code) => [
          code,
          a.get(code)!.holders,
          b.get(code)!.holders,
          a.get(code)!.isCurrent,
          b.get(code)!.isCurrent,
        ]),
      );
      const sides = [
        [answer.onlyACompanies, answer.onlyAMore, only(a, b), a],
        [answer.onlyBCompanies, answer.onlyBMore, only(b, a), b],
      ] as const;
      for (const [rows, more, codes, of] of sides) {
        expect(rows.map((row) => [row.stockCode, row.holders, row.currentlyDeclared])).toEqual(
          codes.slice(0, 20).map((code) => [code, of.get(code)!.holders, of.get(code)!.isCurrent]),
        );
        expect(more).toBe(Math.max(0, codes.length - 20));
      }
    }
    expect(most).toBeGreaterThanOrEqual(25);
  });
});

describe("declared real estate", () => {
  it("is counted in each suburb's profile and metric as the list of its declarations counts it", async () => {
    const switches = () => ALL_ON;
    const { all } = openMethods(engine, { now: () => new Date(`${AS_OF}T00:00:00Z`), switches });
    const rows = [...holdings.values()].flat().filter((row) => row.item_no === "3" && row.sal_code !== "");
    const codes = [...new Set(rows.map((row) => row.sal_code))];
    expect(codes.length).toBeGreaterThan(5);
    for (const salCode of codes.slice(0, 60)) {
      const { properties, declaringMemberCount } = await ask(method.listSuburbPoliticians, { salCode });
      expect(properties.length).toBe(rows.filter((row) => row.sal_code === salCode).length);
      expect(declaringMemberCount).toBe(new Set(properties.map((row) => row.politician!.slug)).size);
      const current = properties.filter((row) => row.interest!.currentlyDeclared).length;
      const profile = (await callMethod(all, HousingService.method.getSuburbProfile, { salCode })) as {
        profile: { summary: { politicianPropertyCount?: number } };
      };
      expect(JSON.stringify(profile)).toContain(`"politicianPropertyCount":${current}`);
    }
  });
});
