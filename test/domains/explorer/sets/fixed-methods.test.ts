import { beforeAll, describe, expect, it } from "vitest";
import { STATE_CODES } from "../../../../src/dataset/states.ts";
import { suburbSetMethods } from "../../../../src/domains/explorer/sets/service.ts";
import { listingMethods } from "../../../../src/domains/listings/service.ts";
import { suburbMethods } from "../../../../src/domains/suburbs/service.ts";
import { HousingService } from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { ExplorerService } from "../../../../src/gen/terrace/v1/explorer_pb.ts";
import type { UnaryMethod } from "../../../../src/rpc/unary-method.ts";
import { followCountry } from "../../../support/country/follow-country.ts";
import { callMethod, methodOptions } from "../../../support/data/method-calls.ts";

const { aggregateDrops, aggregateAgencies, aggregatePrices } = ExplorerService.method;
const fixed = HousingService.method;
const SCOPES = [...STATE_CODES, "AU"];

let methods: UnaryMethod[];

const engine = followCountry("opinionCountry");
beforeAll(async () => {
  const asOf = new Date(engine.manifest.asOf);
  const options = methodOptions({ now: asOf });
  methods = [suburbSetMethods, listingMethods, suburbMethods].flatMap((open) => open(engine, options));
});

/** The codes of a scope, shuffled by their digits. */
function codesOf(scope: string): string[] {
  const pin = engine.pin();
  pin.release();
  const { salCodes } = pin.view.columns.scopes.get(scope)!.index;
  return [...salCodes].sort((a, b) =>
    a.split("").reverse().join("") < b.split("").reverse().join("") ? -1 : 1,
  );
}

type Rows = readonly Record<string, unknown>[];

describe("a set that is a state or the country", () => {
  it("has the daily index and the summary of the fixed methods, by scope and by codes, to the last bit", async () => {
    const overview = await callMethod(methods, fixed.getPriceDropsOverview, {});
    const summaries = new Map(
      [overview.national, ...(overview.states as Rows)].map((one) => [
        (one as { stateCode: string }).stateCode,
        one,
      ]),
    );
    let days = 0;
    for (const scope of SCOPES) {
      const grain = scope === "AU" ? "national" : "state";
      const index = await callMethod(methods, fixed.getDropIndexSeries, { grain, grainKey: scope });
      for (const request of [{ stateCode: scope }, { salCodes: codesOf(scope) }]) {
        const answer = await callMethod(methods, aggregateDrops, request);
        expect(answer.points).toEqual(index.points);
        expect(answer.summary).toEqual(summaries.get(scope));
        expect(answer.suburbCount).toBe(codesOf(scope).length);
      }
      days += (index.points as Rows).length;
    }
    expect(summaries.size).toBeGreaterThan(5);
    expect(days).toBeGreaterThan(300);
  });

  it("has the agencies of the fixed method in every order", async () => {
    let rows = 0;
    for (const scope of SCOPES) {
      for (const sort of ["drops", "listings", "avg_cut", "value", "nonsense"]) {
        const stateCode = scope === "AU" ? "" : scope;
        const list = await callMethod(methods, fixed.listAgencyPriceStats, { stateCode, sort, limit: 100 });
        const answer = await callMethod(methods, aggregateAgencies, { stateCode, sort, limit: 100 });
        expect(answer.agencies).toEqual(list.agencies);
        expect(answer.totalCount).toBeGreaterThanOrEqual((list.agencies as Rows).length);
        rows += (list.agencies as Rows).length;
      }
    }
    expect(rows).toBeGreaterThan(50);
  });

  it("has the asking and sold prices of the overview, and medians from the series of a single suburb", async () => {
    const overview = await callMethod(methods, fixed.getPriceDropsOverview, {});
    const request = { measure: "median_price", dwellingType: "house" };
    const { listings } = await callMethod(methods, aggregatePrices, request);
    expect(overview.national).toMatchObject(listings as object);
    const { regions } = (await callMethod(methods, fixed.listHousingRegions, {
      regionType: "suburb",
      limit: 5000,
    })) as { regions: { regionCode: string }[] };
    let compared = 0;
    for (const code of codesOf("AU").slice(0, 40)) {
      const { points } = (await callMethod(methods, aggregatePrices, { ...request, salCodes: [code] })) as {
        points: { period: string; median: number; suburbCount: number; p25: number; p75: number }[];
      };
      const { region_code } = await regionOf(code, regions);
      if (region_code === undefined) continue;
      const series = (await callMethod(methods, fixed.getHousePriceSeries, {
        regionCode: region_code,
        ...request,
      })) as { points: { period: string; value: number }[] };
      // Of several sources' figures for a period one counts.
      const byPeriod = Map.groupBy(series.points, ({ period }) => period);
      expect(new Set(points.map(({ period }) => period))).toEqual(new Set(byPeriod.keys()));
      for (const { period, median } of points) {
        expect(byPeriod.get(period)!.map(({ value }) => value)).toContain(median);
      }
      for (const { median, p25, p75, suburbCount } of points) {
        expect([p25, p75, suburbCount]).toEqual([median, median, 1]);
      }
      compared += points.length;
    }
    expect(compared).toBeGreaterThan(50);
  });
});

/** The region that a suburb's list entry names, if it is one of those listed. */
async function regionOf(
  code: string,
  regions: readonly { regionCode: string }[],
): Promise<{ region_code: string | undefined }> {
  const { summary } = (await callMethod(methods, fixed.getSuburbProfile, { salCode: code })) as {
    summary: { regionCode: string };
  };
  return { region_code: regions.find(({ regionCode }) => regionCode === summary.regionCode)?.regionCode };
}
