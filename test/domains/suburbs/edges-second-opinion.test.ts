import type { DescMethodUnary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { STATE_CODES } from "../../../src/dataset/states.ts";
import { LISTING_AGGREGATES } from "../../../src/domains/listings/aggregates/index.ts";
import { SUBURB_AGGREGATES } from "../../../src/domains/suburbs/aggregates/index.ts";
import { SUBURB_PAGES } from "../../../src/domains/suburbs/pages/index.ts";
import { suburbMethods } from "../../../src/domains/suburbs/service.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { emptyDatasetDatabase, insertTables } from "../../support/data/build-db.ts";
import { edgeSuburbs } from "../../support/data/edge-suburbs.ts";
import { callMethod, engineOver, methodOptions } from "../../support/data/method-calls.ts";
import { rawRows } from "../../support/data/raw-tables.ts";
import { plainOverview, plainRegions, plainSeries } from "../../support/plain/plain-prices.ts";
import { plainProfiles } from "../../support/plain/plain-profile.ts";
import { compareBy } from "../../support/plain/plain-steps.ts";
import { plainSummaries } from "../../support/plain/plain-suburbs.ts";
import { opened } from "../../support/run/fixtures.ts";
import { runSeed } from "../../support/run/seeded-random.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

const { method } = HousingService;
/** Figures of planning and hazards. */
const LAND = /^(zon|dominant_zone|heritage|nsw_|water_|permanent_|flood_|bushfire_)/;

const seed = runSeed("suburbs at the edges of every rule");
const drawn = await Promise.all([0, 1, 2].map((draw) => drawnSuburbs(seed + draw)));

async function drawnSuburbs(seed: number) {
  const tables = edgeSuburbs(seed);
  const db = await emptyDatasetDatabase();
  await insertTables(db, tables);
  const raw = await rawRows("suburbs", db);
  db.close();
  const aggregates = [...LISTING_AGGREGATES, ...SUBURB_AGGREGATES];
  const engine = opened(() => engineOver(tables, aggregates, SUBURB_PAGES));
  const call = (...[asked, request]: [DescMethodUnary, Record<string, unknown>]) =>
    callMethod(suburbMethods(engine, methodOptions()), asked, request);
  return { raw, call };
}

describe.each(drawn)("suburbs at the edges of every rule, draw $#", ({ raw, call }) => {
  it("have the prices that plain loops find", async () => {
    for (const regionType of ["", "national", "state", "gccsa", "rest_of_state", "suburb", "lga"]) {
      expectClose(await call(method.getHousingOverview, { regionType }), plainOverview(raw, regionType));
    }
    expectClose(await call(method.listHousingRegions, {}), { regions: plainRegions(raw) });
    const keys = new Set(raw.prices.map((row) => `${row.region_code} ${row.measure} ${row.dwelling_type}`));
    for (const key of keys) {
      const [regionCode, measure, dwellingType] = key.split(" ");
      const answer = await call(method.getHousePriceSeries, { regionCode, measure, dwellingType });
      expect(answer, key).toEqual(plainSeries(raw, regionCode, measure, dwellingType));
    }
  });

  it("are listed and described as plain loops do", async () => {
    const summaries = [...plainSummaries(raw).values()].sort(compareBy("salName", "salCode"));
    for (const stateCode of STATE_CODES) {
      const suburbs = summaries.filter((one) => one.stateCode === stateCode);
      expectClose(await call(method.listStateSuburbs, { stateCode }), { suburbs }, stateCode);
    }
    const profiles = plainProfiles(raw);
    for (const { salCode } of summaries) {
      const answer = await call(method.getSuburbProfile, { salCode });
      const { listingStats: _, absentFields: __, provenance, ...profile } = answer;
      const { withheld = [] } = provenance as { withheld?: { figure: string; rule: string }[] };
      const land = withheld
        .filter(({ figure }) => LAND.test(figure))
        .map(({ figure, rule }) => [figure, rule] as const);
      expect(new Map(land), salCode).toEqual(profiles.withheldLand(salCode));
      expectClose(profile, profiles.profile(salCode), salCode);
    }
  });
});
