import { create, type DescMethodUnary, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMethods } from "../../../src/domains/methods.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { type FollowingEngine, followCurrent } from "../../../src/engine/follow-current.ts";
import { EconomyService } from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { TEST_NOW } from "../../support/country/serve-country.ts";
import { type SharedCountry, sharedCountry } from "../../support/country/shared-country.ts";
import { callMethod, methodOptions } from "../../support/data/method-calls.ts";
import { rawTables, readRawListings } from "../../support/data/raw-tables.ts";
import { plainOverview } from "../../support/plain/plain-drops.ts";
import { plainStateAggregates } from "../../support/plain/plain-economy.ts";
import { plainExposures } from "../../support/plain/plain-exposure.ts";
import { newestSighting } from "../../support/plain/plain-steps.ts";
import { isDeepRun, isLongRun } from "../../support/run/test-form.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

const { getPriceDropsOverview } = HousingService.method;
const { getStateCompanyAggregates } = EconomyService.method;
/**
 * Small countries with different data; building takes a few seconds after a change of the sources. The short
 * form uses the shared country only.
 */
const SEEDS = seeds();
const SCALE = isDeepRun ? 0.004 : 0.02;

function seeds(): readonly number[] {
  if (isLongRun || process.env.TERRACE_OPINION_SCALE !== undefined) return [2, 3, 5, 8, 13];
  return isDeepRun ? [2, 3] : [1];
}

function whole<M extends DescMethodUnary>(method: M, answer: MessageInitShape<M["output"]>): unknown {
  const message = create(method.output, answer as never);
  return toJson(method.output, message, { alwaysEmitImplicit: true });
}

// These methods take no arguments: only the country and the switch vary.
describe.each(SEEDS)("the summaries of country %i", (seed) => {
  let country: SharedCountry;
  let following: FollowingEngine;

  beforeAll(async () => {
    country = await sharedCountry(seed, SCALE);
    following = await followCurrent({
      metrics: METRICS,
      dataDir: country.dataDir,
      sqlConnections: 1,
      sqlWaiting: 8,
    });
  });
  afterAll(() => following.close());

  const methods = (dropListings: boolean) =>
    openMethods(following.engine, methodOptions({ now: TEST_NOW, off: { dropListings } })).all;

  it("has the price drops that a plain loop over its listings finds, and none when they are off", async () => {
    const asOf = Date.parse(following.engine.manifest.asOf);
    const raw = await readRawListings(country.datasetDir);
    const expected = {
      ...plainOverview(raw),
      asOf: timestampFromMs(asOf),
      dataThrough: timestampFromMs(newestSighting(raw)),
    };
    expect(expected.states?.length).toBeGreaterThan(0);
    const answer = await callMethod(methods(true), getPriceDropsOverview, {});
    expectClose(answer, whole(getPriceDropsOverview, expected));
    expect(await callMethod(methods(false), getPriceDropsOverview, {})).toEqual({
      states: [],
      withheld: true,
    });
  });

  it("has the company exposure that plain sums over its companies give, switches or not", async () => {
    const rows = plainStateAggregates(plainExposures(await rawTables("economy", country.datasetDir)));
    const aggregates = rows
      .sort((a, b) => b.marketCap - a.marketCap || (a.state < b.state ? -1 : 1))
      .map(({ state, companyCount, marketCap, shortPercent, shortDates }) => ({
        state,
        companyCount,
        exposureWeightedMarketCap: marketCap,
        exposureWeightedShortPercent: shortPercent,
        shortPercentFromDate: shortDates.at(0) ?? "",
        shortPercentToDate: shortDates.at(-1) ?? "",
      }));
    expect(aggregates.length).toBeGreaterThan(0);
    for (const dropListings of [true, false]) {
      const answer = await callMethod(methods(dropListings), getStateCompanyAggregates, {});
      expectClose(answer, whole(getStateCompanyAggregates, { aggregates }));
    }
  });
});
