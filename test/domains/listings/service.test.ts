import type { DescMethodUnary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LISTING_AGGREGATES } from "../../../src/domains/listings/aggregates/index.ts";
import { LISTING_PAGES } from "../../../src/domains/listings/pages/index.ts";
import { listingMethods } from "../../../src/domains/listings/service.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { derivedValues, type SnapshotView } from "../../../src/engine/view.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { at, type Crawl, daysAgo, newCrawl } from "../../support/data/listing-fixture.ts";
import { ALL_ON, callMethod, type Json, methodCalls } from "../../support/data/method-calls.ts";
import { serveAggregates } from "../../support/data/serve-aggregates.ts";
import { opened } from "../../support/run/fixtures.ts";

const { method } = HousingService;

/** Suburbs of Victoria with four cut houses each, and one address with a valuation. */
function crawlOfCuts(): Crawl {
  const crawl = newCrawl();
  for (const code of ["20001", "20002", "20003"]) {
    const region_code = crawl.suburb(code, "VIC");
    for (let i = 0; i < 4; i++) {
      const price = 600_000 + 100_000 * i;
      const first_seen_at = at("2026-08-01");
      const row = { region_code, price, agency_id: code, address_key: `${i}-${code}`, first_seen_at };
      crawl.cut({ listing: crawl.listing(row), prev: 1_000_000, price, observed: daysAgo(5) });
    }
  }
  crawl.valuation({ address_key: "0-20001", fetched_at: daysAgo(10), estimate_mid: 640_000 });
  return crawl;
}

const serve = async (crawl: Crawl) =>
  new Engine(await serveAggregates(await crawl.load(), LISTING_AGGREGATES, LISTING_PAGES));
const engine = opened(() => serve(crawlOfCuts()));
const emptyEngine = opened(() => serve(newCrawl()));
const { call } = methodCalls(engine, listingMethods);

/** The response when one page set cannot be read, and the parts that the service reported as dropped. */
async function callWithout(set: string, desc: DescMethodUnary): Promise<{ answer: Json; dropped: string[] }> {
  const dropped: string[] = [];
  const { view, release } = engine.pin();
  const find = (name: string, key: string) => {
    if (name === set) throw new Error("gone");
    return view.pages.find(name, key);
  };
  const broken = { ...view, derived: derivedValues().derived, pages: { find } } as unknown as SnapshotView;
  const other = methodCalls(new Engine({ view: broken, close: async () => {} }), (own, options) =>
    listingMethods(own, { ...options, onPartDropped: (part) => dropped.push(part) }),
  );
  const answer = await other.call(desc, {});
  release();
  return { answer, dropped };
}

describe("listingMethods", () => {
  it("follow a flip on the next request of the same methods", async () => {
    let dropListings = true;
    const switches = () => ({ ...ALL_ON, dropListings });
    const methods = listingMethods(engine, { now: () => new Date(0), switches });
    const count = async () =>
      ((await callMethod(methods, method.listSuburbPriceDrops, {})).suburbs as Json[]).length;
    expect(await count()).toBe(3);
    dropListings = false;
    expect(await count()).toBe(0);
    dropListings = true;
    expect(await count()).toBe(3);
  });

  it.each([method.listSuburbPriceDrops, method.getPriceDropsOverview, method.getDropIndexSeries])(
    "give the rows without their stamps when those cannot be read, and report it: $name",
    async (desc) => {
      const { asOf, dataThrough, ...rest } = await call(desc as DescMethodUnary, {});
      expect([typeof asOf, typeof dataThrough]).toEqual(["string", "string"]);
      expect(await callWithout("refresh_stamps", desc)).toEqual({ answer: rest, dropped: ["freshness"] });
    },
  );
});

describe("ListSuburbPriceDrops", () => {
  it("says how fresh it is: the older of the two aggregates", async () => {
    const { asOf, dataThrough } = await call(method.listSuburbPriceDrops);
    expect([asOf, dataThrough]).toEqual(["2026-11-13T00:00:00Z", "2026-11-08T00:00:00Z"]);
  });
});

describe("a snapshot without listings", () => {
  it("has no national row and no points, but the first tracked day", async () => {
    const empty = methodCalls(emptyEngine, listingMethods);
    expect(await empty.call(method.getPriceDropsOverview)).toEqual({});
    expect(await empty.call(method.getDropIndexSeries)).toEqual({ trackingSince: "2026-08-13" });
  });
});

describe("GetDropIndexSeries", () => {
  it("takes today from the clock once it is past the snapshot", async () => {
    const days = async (from: string, now: string) => {
      const { points = [] } = await methodCalls(engine, listingMethods, { now: new Date(now) }).call(
        method.getDropIndexSeries,
        { from },
      );
      return points.map(({ snapshotDate }: Json) => snapshotDate);
    };
    expect(await days("2026-11-14", "2026-12-01T00:00:00Z")).toEqual([]);
    expect(await days("2026-11-13", "2020-01-01T00:00:00Z")).toEqual(["2026-11-13"]);
  });
});
