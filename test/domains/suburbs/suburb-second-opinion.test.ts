import { describe, expect, inject, it } from "vitest";
import { STATE_CODES } from "../../../src/dataset/states.ts";
import { suburbMethods } from "../../../src/domains/suburbs/service.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { camelCase } from "../../../src/runtime/camel-case.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { callMethod, methodOptions } from "../../support/data/method-calls.ts";
import { rawTables, readRawListings } from "../../support/data/raw-tables.ts";
import { plainSuburbDrops } from "../../support/plain/plain-drops.ts";
import {
  plainOverview,
  plainRegions,
  plainSeries,
  plainSuburbPrices,
} from "../../support/plain/plain-prices.ts";
import { plainProfiles } from "../../support/plain/plain-profile.ts";
import { compareBy, newestSighting, textOf } from "../../support/plain/plain-steps.ts";
import { plainSummaries } from "../../support/plain/plain-suburbs.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";
import { inForm } from "../../support/run/test-form.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

const { method } = HousingService;
const REQUESTS = inForm({ short: 10, deep: 200, long: 200 });
const REGION_TYPES = ["", "national", "state", "gccsa", "rest_of_state", "suburb", "lga"];

const { random, below, pick } = draws(runSeed("suburb methods"));
const careless = (text: string) =>
  `${pick(["", " ", "\t"])}${random() < 0.5 ? text.toLowerCase() : text.toUpperCase()}${pick(["", "  "])}`;

const engine = followCountry("opinionCountry");
const { datasetDir } = inject("opinionCountry");
const raw = await rawTables("suburbs", datasetDir);
const methods = suburbMethods(engine, methodOptions({ now: new Date(0) }));

/** Listing statistics by suburb; of several regions, the one with the most for sale. */
async function plainListingStats(): Promise<Map<string, unknown>> {
  const asOf = Date.parse(engine.manifest.asOf);
  const listings = await readRawListings(inject("opinionCountry").datasetDir);
  const newest = new Date(newestSighting(listings));
  const found = new Map<string, unknown>();
  const regions = plainSuburbDrops(listings).sort(
    compareBy(
      (s) => s.forSaleCount,
      (s) => s.soldCount,
      (s) => s.regionCode,
    ),
  );
  for (const { salCode, forSaleCount, avgAsking, medianAsking, soldCount, avgSold, medianSold } of regions) {
    if (found.has(salCode)) continue;
    const isEmpty = forSaleCount === 0 && soldCount === 0;
    const stats = { forSaleCount, avgAsking, medianAsking, soldCount, avgSold, medianSold };
    const stamps = { asOf: rfc3339(new Date(asOf)), dataThrough: rfc3339(newest) };
    found.set(salCode, isEmpty ? undefined : { ...stats, ...stamps });
  }
  return found;
}

const rfc3339 = (date: Date) => date.toISOString().replace(".000Z", "Z");

describe("GetHousingOverview", () => {
  it("agrees with a plain look at every series", async () => {
    const expected = new Map(REGION_TYPES.map((type) => [type, plainOverview(raw, type)]));
    expect((expected.get("")!.metrics as unknown[]).length).toBeGreaterThan(20);
    for (let i = 0; i < REQUESTS; i++) {
      const type = pick(REGION_TYPES);
      const answer = await callMethod(methods, method.getHousingOverview, { regionType: careless(type) });
      expectClose(answer, expected.get(type));
    }
  });
});

describe("GetHousePriceSeries", () => {
  it("agrees with filtering all observations", async () => {
    const regions = raw.regions.map((row) => textOf(row, "region_code"));
    let withPoints = 0;
    for (let i = 0; i < REQUESTS; i++) {
      const row = random() < 0.7 ? pick(raw.prices) : undefined;
      const region = row === undefined ? pick([...regions, "NOWHERE"]) : textOf(row, "region_code");
      const measure =
        row === undefined ? pick(["mean_price", "median_price", "nothing"]) : textOf(row, "measure");
      const dwelling = row === undefined ? pick(["", "house", "castle"]) : textOf(row, "dwelling_type");
      const answer = await callMethod(methods, method.getHousePriceSeries, {
        regionCode: careless(region),
        measure: careless(measure),
        dwellingType: careless(dwelling),
      });
      const expected = plainSeries(raw, region, measure, dwelling || "all");
      expect(answer).toEqual(expected);
      if ((expected.points as unknown[]).length > 0) withPoints++;
    }
    expect(withPoints).toBeGreaterThan(REQUESTS / 3);
  });
});

describe("ListStateSuburbs", () => {
  it("agrees with searching the dataset's rows", async () => {
    const summaries = [...plainSummaries(raw).values()].sort(compareBy("salName", "salCode"));
    for (let i = 0; i < REQUESTS; i++) {
      const state = pick(STATE_CODES);
      const name = pick(summaries).salName;
      const start = below(name.length);
      const part = random() < 0.4 ? "" : name.slice(start, start + 1 + below(4));
      const limit = pick([0, -3, 1, 5, 40, 20_000, 20_001]);
      const answer = await callMethod(methods, method.listStateSuburbs, {
        stateCode: careless(state),
        query: careless(part),
        limit,
      });
      const search = part.trim().toLowerCase();
      const expected = summaries
        .filter((s) => s.stateCode === state && s.salName.toLowerCase().includes(search))
        .slice(0, limit >= 1 && limit <= 20_000 ? limit : 5000);
      expectClose(answer, { suburbs: expected });
    }
  });
});

describe("ListHousingRegions", () => {
  it("agrees with filtering the dataset's regions", async () => {
    const regions = plainRegions(raw);
    for (let i = 0; i < REQUESTS; i++) {
      const [regionType, stateCode] = [pick(REGION_TYPES), pick(["", "", ...STATE_CODES])];
      const part =
        random() < 0.5
          ? ""
          : pick(regions)
              .regionName.slice(0, 1 + below(5))
              .trim();
      const limit = pick([0, 1, 7, 5000, 5001]);
      const answer = await callMethod(methods, method.listHousingRegions, {
        regionType: careless(regionType),
        stateCode: careless(stateCode),
        query: careless(part),
        limit,
      });
      const expected = regions
        .filter((r) => regionType === "" || r.regionType === regionType)
        .filter((r) => stateCode === "" || r.stateCode === stateCode)
        .filter((r) => r.regionName.toLowerCase().includes(part.toLowerCase()))
        .slice(0, limit >= 1 && limit <= 5000 ? limit : 2000);
      expect(answer).toEqual({ regions: expected });
    }
  });
});

interface Origins {
  readonly blocks: readonly { sourceIds: string[] }[];
  readonly metrics: readonly { metricKeys: string[]; sourceIds: string[] }[];
  readonly sources: readonly { id: string; licence: string }[];
  readonly withheld?: readonly { figure: string; rule: string }[];
}

/** Figures of planning and hazards. */
const LAND = /^(zon|dominant_zone|heritage|nsw_|water_|permanent_|flood_|bushfire_)/;

/** Expects that every figure has a source and every named source a description. */
function expectOrigins({ blocks, metrics, sources }: Origins): void {
  const ids = sources.map(({ id }) => id);
  for (const { sourceIds } of [...blocks, ...metrics]) {
    expect(sourceIds.length).toBeGreaterThan(0);
    expect(ids).toEqual(expect.arrayContaining(sourceIds));
  }
  for (const { licence } of sources) expect(licence).toContain("synthetic");
}

describe("GetSuburbProfile", () => {
  it("agrees with a profile put together from the dataset's rows", async () => {
    const profiles = plainProfiles(raw);
    const prices = plainSuburbPrices(raw);
    const listingStats = await plainListingStats();
    let withListings = 0;
    const landRules = new Set<string>();
    for (let i = 0; i < REQUESTS; i++) {
      const salCode = textOf(pick(raw.suburbs), "sal_code");
      const answer = await callMethod(methods, method.getSuburbProfile, { salCode: ` ${salCode} ` });
      const { listingStats: stats, provenance, absentFields, ...profile } = answer;
      expectOrigins(provenance as Origins);
      const source = prices.get(salCode)?.source;
      expect(
        (provenance as Origins).metrics.find(({ metricKeys }) => metricKeys.includes("price"))?.sourceIds,
      ).toEqual(source === undefined ? undefined : [source]);
      const land = ((provenance as Origins).withheld ?? []).filter(({ figure }) => LAND.test(figure));
      expect(new Map(land.map(({ figure, rule }) => [figure, rule])), salCode).toEqual(
        profiles.withheldLand(salCode),
      );
      for (const { rule } of land) landRules.add(rule);
      expectClose(stats, listingStats.get(salCode), salCode);
      if (stats !== undefined) withListings++;
      const unlisted = ["avg_asking", "median_asking", "avg_sold", "median_sold"]
        .filter((name) => stats !== undefined && (stats as Record<string, number>)[camelCase(name)] === 0)
        .map((name) => `listing_stats.${name}`);
      expect([...(absentFields as string[])].sort(), salCode).toEqual(
        [...profiles.unknown(salCode), ...unlisted].sort(),
      );
      const expected = profiles.profile(salCode) as { banner: { blurb: string } };
      const { banner, summary } = profile as { banner: { blurb: string }; summary: { salName: string } };
      if (expected.banner.blurb === "") {
        // A missing blurb is generated from the name; its wording is free.
        expect(banner.blurb.startsWith(`${summary.salName} is `)).toBe(true);
        expected.banner.blurb = banner.blurb;
      }
      expectClose(profile, expected, salCode);
    }
    expect(withListings).toBeGreaterThan(0);
    expect(landRules.size).toBeGreaterThan(0);
  });
});
