import { create, type DescMethodUnary, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, inject, it } from "vitest";
import { STATE_CODES } from "../../../src/dataset/states.ts";
import { LISTING_AGGREGATES } from "../../../src/domains/listings/aggregates/index.ts";
import { LISTING_PAGES } from "../../../src/domains/listings/pages/index.ts";
import { listingMethods } from "../../../src/domains/listings/service.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { isEncodedAnswer } from "../../../src/rpc/unary-method.ts";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { emptyDatasetDatabase, insertTables, TEST_AS_OF } from "../../support/data/build-db.ts";
import { edgeListings } from "../../support/data/edge-listings.ts";
import { answerOf, engineOver, methodOptions, shuffledTables } from "../../support/data/method-calls.ts";
import { type RawListings, rawListings, rawRows, readRawListings } from "../../support/data/raw-tables.ts";
import {
  plainAddressDrops,
  plainDropListings,
  plainHistory,
  plainValuation,
} from "../../support/plain/plain-address-drops.ts";
import { plainDropIndex } from "../../support/plain/plain-drop-index.ts";
import {
  plainAgencies,
  plainOverview,
  plainSuburbDrops,
  rankAgencies,
  rankSuburbs,
} from "../../support/plain/plain-drops.ts";
import { newestEvent, newestSighting } from "../../support/plain/plain-steps.ts";
import { opened } from "../../support/run/fixtures.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";
import { inForm } from "../../support/run/test-form.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

const REQUESTS = inForm({ short: 40, deep: 200, long: 200 });
const { method } = HousingService;
const { random, pick } = draws(runSeed("listing methods against plain loops"));

/** A dataset, and an engine over the snapshot of it. */
interface Dataset {
  readonly engine: Engine;
  readonly raw: RawListings;
}

async function edges(): Promise<Dataset> {
  const tables = shuffledTables(edgeListings(runSeed("listings at edges")), random);
  const db = await emptyDatasetDatabase();
  await insertTables(db, tables);
  const raw = rawListings(await rawRows("listings", db), TEST_AS_OF.getTime());
  db.close();
  return { engine: opened(() => engineOver(tables, LISTING_AGGREGATES, LISTING_PAGES)), raw };
}

const country: Dataset = {
  engine: followCountry("opinionCountry"),
  raw: await readRawListings(inject("opinionCountry").datasetDir),
};

const upTo = (most: number) => 1 + Math.floor(random() * most);
const someState = () => pick(["", ...STATE_CODES]);
/** Days of a window; often one at which an event of the edges enters or leaves it. */
const someWindow = () => pick([upTo(365), upTo(125), pick([1, 4, 5, 7, 8, 10, 30, 31, 44, 60, 61, 62, 93])]);

describe.each([
  ["a synthetic country", country],
  ["listings at the edges of every rule", await edges()],
] as const)("%s", (_, { engine, raw }) => {
  const byAddress = Map.groupBy(
    raw.listings.filter((l) => l.address_key !== ""),
    (l) => l.address_key,
  );

  async function compare<M extends DescMethodUnary>(
    asked: M,
    request: MessageInitShape<M["input"]>,
    expected: MessageInitShape<M["output"]>,
  ): Promise<void> {
    const methods = listingMethods(engine, methodOptions({ now: new Date(raw.asOf) }));
    const answer = await answerOf(methods, asked, request);
    const actual = toJson(asked.output, isEncodedAnswer(answer) ? answer.message() : answer);
    const wanted = toJson(asked.output, create(asked.output, expected as never));
    // Numbers may differ by the rounding of sums in another order.
    expectClose(actual, wanted, `${asked.name} ${JSON.stringify(request)}`, 1e-12);
  }

  /** When a response was computed, and the newest instant of its data. */
  const stamps = (dataThrough: number) => ({
    asOf: timestampFromMs(raw.asOf),
    dataThrough: timestampFromMs(dataThrough),
  });

  describe("ListSuburbPriceDrops", () => {
    it("ranks suburbs as a plain loop over the raw rows does", async () => {
      const suburbs = plainSuburbDrops(raw);
      const dataThrough = Math.min(newestSighting(raw), newestEvent(raw));
      let rows = 0;
      for (let i = 0; i < REQUESTS; i++) {
        const [stateCode, limit] = [someState(), upTo(500)];
        const sort = pick(["count", "avg", "max", "asking", "sold", "share"]);
        const expected = rankSuburbs(suburbs, stateCode, sort, limit);
        rows += expected.filter((s) => s.droppedListingCount > 0).length;
        await compare(
          method.listSuburbPriceDrops,
          { stateCode, sort, limit },
          { suburbs: expected, ...stamps(dataThrough) },
        );
      }
      expect(rows).toBeGreaterThan(REQUESTS / 2);
    });
  });

  describe("ListSuburbDropListings", () => {
    it("finds the cut listings of suburbs and regions as a plain loop does", async () => {
      const regions = [...new Set(raw.listings.map((l) => l.region_code))];
      let rows = 0;
      for (let i = 0; i < REQUESTS; i++) {
        const regionCode = pick(regions);
        const { sal_code } = raw.regions.get(regionCode)!;
        const keys = pick([
          { salCode: sal_code, regionCode: "" },
          { salCode: "", regionCode },
          { salCode: sal_code, regionCode },
          { salCode: "10000", regionCode },
        ]);
        if (keys.salCode === "" && keys.regionCode === "") continue;
        const [windowDays, limit] = [someWindow(), upTo(200)];
        const listings = plainDropListings(raw, keys.salCode, keys.regionCode, windowDays, limit);
        rows += listings.length;
        await compare(method.listSuburbDropListings, { ...keys, windowDays, limit }, { listings });
      }
      expect(rows).toBeGreaterThan(REQUESTS / 2);
    });
  });

  describe("GetPropertyHistory", () => {
    it("tells an address's listings and events as a plain loop does", async () => {
      const keys = [...byAddress.keys()];
      const shared = keys.filter((key) => byAddress.get(key)!.length > 1);
      const valued = raw.valuations.map((v) => v.address_key).filter((key) => byAddress.has(key));
      let valuations = 0;
      for (let i = 0; i < REQUESTS; i++) {
        const addressKey = i % 20 === 0 ? `no-such-${i}` : pick([keys, shared, valued][i % 3]);
        const valuation = plainValuation(raw, addressKey);
        const history = plainHistory(raw, byAddress.get(addressKey) ?? []);
        if (valuation !== undefined) valuations++;
        await compare(
          method.getPropertyHistory,
          { addressKey },
          valuation === undefined ? history : { ...history, valuation },
        );
      }
      expect(valuations).toBeGreaterThan(0);
    });
  });

  describe("ListAddressPriceDrops", () => {
    it("ranks addresses by their chains as a plain loop does", async () => {
      let rows = 0;
      for (let i = 0; i < REQUESTS; i++) {
        const request = {
          state: someState(),
          windowDays: someWindow(),
          sort: pick(["pct", "abs", "recent"]),
          limit: upTo(200),
        };
        const addresses = plainAddressDrops(raw, byAddress, request);
        rows += addresses.length;
        await compare(method.listAddressPriceDrops, { ...request, stateCode: request.state }, { addresses });
      }
      expect(rows).toBeGreaterThan(REQUESTS / 2);
    });
  });

  describe("GetPriceDropsOverview", () => {
    it("sums up the country and its states as a plain loop does", async () => {
      const expected = { ...plainOverview(raw), ...stamps(newestSighting(raw)) };
      await compare(method.getPriceDropsOverview, {}, expected);
    });
  });

  describe("ListAgencyPriceStats", () => {
    it("ranks agencies as a plain loop does", async () => {
      const agencies = plainAgencies(raw);
      for (let i = 0; i < REQUESTS; i++) {
        const [stateCode, limit] = [someState(), upTo(130)];
        const sort = pick(["drops", "listings", "avg_cut", "value"]);
        const expected = rankAgencies(agencies, stateCode, sort, Math.min(limit, 100));
        await compare(method.listAgencyPriceStats, { stateCode, sort, limit }, { agencies: expected });
      }
      expect(agencies.length).toBeGreaterThan(10);
    });
  });

  describe("GetDropIndexSeries", () => {
    it("follows country, states and suburbs as a plain loop over days does", async () => {
      const index = plainDropIndex(raw);
      const first = dayNumberOf("2026-08-13")!;
      const last = Math.floor(raw.asOf / 86_400_000);
      const salCodes = [...new Set(raw.listings.map((l) => raw.regions.get(l.region_code)!.sal_code))].filter(
        (code) => code !== "",
      );
      let gaps = 0;
      for (let i = 0; i < REQUESTS; i++) {
        const [grain, grainKey] = pick([
          ["national", "AU"],
          ["state", pick(STATE_CODES)],
          ["suburb", i % 10 === 0 ? "19999" : pick(salCodes)],
          ["suburb", pick(salCodes)],
        ]);
        const fromDay = first + Math.floor(random() * (last - first + 1));
        const toDay = fromDay + Math.floor(random() * (last - fromDay + 1));
        const points = index.points(grainKey, fromDay, toDay);
        gaps += points.filter((p) => p.isGap).length;
        const request = { grain, grainKey, from: dateOfDay(fromDay), to: dateOfDay(toDay) };
        const lastDay = points.at(-1)?.snapshotDate;
        const through = Math.min(Date.parse(`${lastDay}T23:59:59Z`), newestSighting(raw));
        await compare(method.getDropIndexSeries, request, {
          points,
          trackingSince: "2026-08-13",
          ...(lastDay === undefined ? {} : stamps(through)),
        });
      }
      expect(gaps).toBeGreaterThan(0);
    });
  });
});
