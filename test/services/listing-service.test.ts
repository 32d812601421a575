import { create, type DescMethodUnary, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Engine } from "../../src/engine/engine.ts";
import { derivedValues, type SnapshotView } from "../../src/engine/view.ts";
import { isTerraceError } from "../../src/errors.ts";
import { HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { listingMethods } from "../../src/services/listing-service.ts";
import type { Switches } from "../../src/services/switches.ts";
import { isEncodedAnswer } from "../../src/services/unary-method.ts";
import { LISTING_AGGREGATES } from "../../src/snapshot/aggregates/listing-aggregates.ts";
import { TEST_AS_OF } from "../support/build-db.ts";
import { at, type Crawl, daysAgo, newCrawl } from "../support/listing-fixture.ts";
import { serveAggregates } from "../support/serve-aggregates.ts";
import { smallManifest } from "../support/small-snapshot.ts";

const { listSuburbPriceDrops, listSuburbDropListings, getPropertyHistory } = HousingService.method;
const { listAddressPriceDrops, getPriceDropsOverview, listAgencyPriceStats } = HousingService.method;
const { getDropIndexSeries } = HousingService.method;

let engine: Engine;
let emptyEngine: Engine;
let switches: Switches;

/** 60 suburbs of Victoria with four cut houses each, and one address with a past and a valuation. */
function bigCrawl(): Crawl {
  const crawl = newCrawl();
  for (let s = 0; s < 60; s++) {
    const region_code = crawl.suburb(String(20_001 + s), "VIC");
    for (let i = 0; i < 4; i++) {
      // The first suburb is cut by 0.4, 0.3, 0.2 and 0.1, the others a little less.
      const price = 600_000 + 100_000 * i + ((s * 7) % 60) * 1000;
      const listing = crawl.listing({
        region_code,
        price,
        agency_id: `A${s}`,
        agency_name: "Example & Daughters",
        agent_names: ["Ann Example"],
        address_key: `${i}-s${s}`,
        first_seen_at: at("2026-08-01"),
      });
      const observed_at = at("2026-08-01");
      crawl.event(listing, { event_type: "first_seen", observed_at, price: 1_000_000 });
      crawl.cut({ listing, prev: 1_000_000, price, observed: daysAgo(5 + s) });
    }
  }
  crawl.valuation({
    address_key: "0-s0",
    fetched_at: daysAgo(10),
    estimate_mid: 640_000,
    sales_history: JSON.stringify([{ date: "2015-06-07", price: 410_000, event_type: "sold" }]),
  });
  return crawl;
}

async function serve(crawl: Crawl): Promise<Engine> {
  const database = await serveAggregates(await crawl.load(), LISTING_AGGREGATES);
  const view = { manifest: smallManifest(1), database, derived: derivedValues() };
  return new Engine({ view: view as unknown as SnapshotView, close: () => database.close() });
}

beforeAll(async () => {
  engine = await serve(bigCrawl());
  emptyEngine = await serve(newCrawl());
});

afterAll(() => Promise.all([engine.close(), emptyEngine.close()]));

type Json = Record<string, unknown>;

/** The answer as Connect JSON, with everything switched on unless said. */
async function call<M extends DescMethodUnary>(
  method: M,
  request: MessageInitShape<M["input"]>,
  options: { on?: Engine; now?: Date; off?: Partial<Switches> } = {},
): Promise<Json> {
  switches = { dropListings: true, valuations: true, ...options.off };
  const methods = listingMethods(options.on ?? engine, {
    now: () => options.now ?? TEST_AS_OF,
    switches: () => switches,
  });
  const found = methods.find(({ desc }) => desc === method)!;
  const message = create(method.input, request as never) as never;
  const answer = await found.answer(message, { signal: new AbortController().signal });
  if (isEncodedAnswer(answer)) throw new Error("a listing answer is a message");
  return toJson(method.output, answer) as Json;
}

async function rows<M extends DescMethodUnary>(
  method: M,
  request: MessageInitShape<M["input"]>,
  member: string,
) {
  return ((await call(method, request))[member] ?? []) as Json[];
}

/** The answer when one question cannot be read, and the parts that the service said were dropped. */
async function callWithout<M extends DescMethodUnary>(
  statementName: string,
  method: M,
  request: MessageInitShape<M["input"]>,
): Promise<{ answer: Json; heard: string[] }> {
  const heard: string[] = [];
  const pin = engine.pin();
  const broken = {
    ...pin.view,
    derived: derivedValues(),
    database: {
      ...pin.view.database,
      query: (question: { name: string }, ...rest: [never, never]) =>
        question.name === statementName
          ? Promise.reject(new Error("gone"))
          : pin.view.database.query(question as never, ...rest),
    },
  } as unknown as SnapshotView;
  const methods = listingMethods(new Engine({ view: broken, close: () => Promise.resolve() }), {
    now: () => TEST_AS_OF,
    switches: () => ({ dropListings: true, valuations: true }),
    onPartDropped: (part) => heard.push(part),
  });
  const found = methods.find(({ desc }) => desc === method)!;
  const message = create(method.input, request as never) as never;
  const answer = await found.answer(message, { signal: new AbortController().signal });
  pin.release();
  return { answer: toJson(method.output, answer as never) as Json, heard };
}

function queriesRun(): number {
  const pin = engine.pin();
  pin.release();
  return pin.view.database.load().queries;
}

/** The message of an invalid_argument; no query may have run. */
async function refusal<M extends DescMethodUnary>(
  method: M,
  request: MessageInitShape<M["input"]>,
  options: { now?: Date; off?: Partial<Switches> } = {},
): Promise<string> {
  const before = queriesRun();
  const error: unknown = await call(method, request, options).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!isTerraceError(error, "invalid_argument")) throw new Error(`not refused: ${String(error)}`);
  expect(queriesRun()).toBe(before);
  return error.message;
}

describe("ListSuburbPriceDrops", () => {
  const count = async (limit: number) => (await rows(listSuburbPriceDrops, { limit }, "suburbs")).length;

  it("gives 50 suburbs by default, below 1 and above 500", async () => {
    expect(await count(0)).toBe(50);
    expect(await count(-1)).toBe(50);
    expect(await count(501)).toBe(50);
    expect(await count(500)).toBe(60);
    expect(await count(1)).toBe(1);
  });

  it("normalises state and sort, and takes an unknown sort for count", async () => {
    const byCount = await call(listSuburbPriceDrops, {});
    expect(await call(listSuburbPriceDrops, { stateCode: " vic ", sort: "nonsense", windowDays: 7 })).toEqual(
      byCount,
    );
    expect(await call(listSuburbPriceDrops, { sort: " AVG " })).not.toEqual(byCount);
    expect(await rows(listSuburbPriceDrops, { stateCode: "NSW" }, "suburbs")).toEqual([]);
  });

  it("says how fresh it is: the older of the two aggregates", async () => {
    const { asOf, dataThrough } = await call(listSuburbPriceDrops, {});
    expect(asOf).toBe("2026-11-13T00:00:00Z");
    expect(dataThrough).toBe("2026-11-08T00:00:00Z");
  });

  it("refuses an unknown state by name", async () => {
    expect(await refusal(listSuburbPriceDrops, { stateCode: "AU" })).toContain(
      'state_code: "AU" is not one of NSW',
    );
  });
});

describe("ListSuburbDropListings", () => {
  const keys = async (request: MessageInitShape<typeof listSuburbDropListings.input>) =>
    (await rows(listSuburbDropListings, request, "listings")).map((l) => l.addressKey);

  it("finds a suburb by either code, and by both only when they belong together", async () => {
    const all = ["0-s0", "1-s0", "2-s0", "3-s0"];
    expect(await keys({ salCode: " 20001 " })).toEqual(all);
    expect(await keys({ regionCode: "suburb:vic-20001 " })).toEqual(all);
    expect(await keys({ salCode: "20001", regionCode: "SUBURB:VIC-20001" })).toEqual(all);
    expect(await keys({ salCode: "20002", regionCode: "SUBURB:VIC-20001" })).toEqual([]);
    expect(await keys({ salCode: "29999" })).toEqual([]);
  });

  it("looks back 30 days by default, below 1 and above 365", async () => {
    // Suburb 20041 was cut 45 days ago.
    for (const windowDays of [0, -3, 366, 44])
      expect(await keys({ salCode: "20041", windowDays })).toEqual([]);
    for (const windowDays of [45, 365]) expect(await keys({ salCode: "20041", windowDays })).toHaveLength(4);
  });

  it("tells a listing whole, with the link to its portal", async () => {
    const [listing] = await rows(listSuburbDropListings, { salCode: "20001", limit: 1 }, "listings");
    expect(listing).toEqual({
      source: "rea",
      listingUrl: "https://portal.example/1",
      prevPrice: 1_000_000,
      price: 600_000,
      dropPct: 0.4,
      dropAbs: 400_000,
      observedAt: "2026-11-08T00:00:00Z",
      addressKey: "0-s0",
      agencyName: "Example & Daughters",
      agentNames: ["Ann Example"],
    });
  });

  it("needs one of the codes", async () => {
    expect(await refusal(listSuburbDropListings, { salCode: " ", regionCode: "" })).toContain(
      "sal_code or region_code",
    );
  });
});

describe("GetPropertyHistory", () => {
  it("tells the address, its current listing, its events and its valuation", async () => {
    const history = await call(getPropertyHistory, { addressKey: " 0-S0 " });
    expect(history).toMatchObject({
      addressKey: "0-s0",
      stateCode: "VIC",
      numListings: 1,
      firstPrice: 1_000_000,
      currentPrice: 600_000,
      current: { listingId: "L1", isActive: true, firstSeenAt: "2026-08-01T00:00:00Z" },
      valuation: {
        estimateMid: 640_000,
        valuationGranularity: "exact",
        salesHistory: [{ date: "2015-06-07", price: 410_000, eventType: "sold" }],
      },
    });
    expect((history.events as Json[]).map((e) => e.eventType)).toEqual(["first_seen", "price_drop"]);
  });

  it("is entirely empty for an address nobody listed", async () => {
    expect(await call(getPropertyHistory, { addressKey: "nowhere" })).toEqual({});
  });

  it("leaves out the valuation alone when valuations are off", async () => {
    const on = await call(getPropertyHistory, { addressKey: "0-s0" });
    const off = await call(getPropertyHistory, { addressKey: "0-s0" }, { off: { valuations: false } });
    const { valuation, ...rest } = on;
    expect(valuation).toBeDefined();
    expect(off).toEqual(rest);
  });

  it("needs a key", async () => {
    expect(await refusal(getPropertyHistory, { addressKey: "  " })).toContain("address_key");
  });
});

describe("ListAddressPriceDrops", () => {
  const count = async (request: MessageInitShape<typeof listAddressPriceDrops.input>) =>
    (await rows(listAddressPriceDrops, request, "addresses")).length;

  it("looks back 90 days for 50 addresses by default, also when asked for more than allowed", async () => {
    expect(await count({})).toBe(50);
    expect(await count({ limit: 201 })).toBe(50);
    expect(await count({ limit: 200 })).toBe(200);
    expect(await count({ limit: 200, windowDays: 366 })).toBe(200);
    // Five days back only the first suburb was cut.
    expect(await count({ limit: 200, windowDays: 5 })).toBe(4);
    expect(await count({ stateCode: "tas" })).toBe(0);
  });

  it("refuses an unknown state by name", async () => {
    expect(await refusal(listAddressPriceDrops, { stateCode: "XX" })).toContain('state_code: "XX"');
  });
});

describe("GetPriceDropsOverview", () => {
  it("tells the country and its states, and when", async () => {
    const { national, states, ...rest } = await call(getPriceDropsOverview, {});
    expect(national).toMatchObject({ stateCode: "AU", totalActiveListings: 240, suburbsTracked: 60 });
    expect(states).toHaveLength(1);
    expect(rest).toEqual({ asOf: "2026-11-13T00:00:00Z", dataThrough: "2026-11-12T23:00:00Z" });
  });

  it("has no national row without listings", async () => {
    expect(await call(getPriceDropsOverview, {}, { on: emptyEngine })).toEqual({});
  });
});

describe("ListAgencyPriceStats", () => {
  it("gives 20 by default and cuts a larger limit down to 100, names of agents left out", async () => {
    const agencies = (limit: number) => rows(listAgencyPriceStats, { limit }, "agencies");
    expect(await agencies(0)).toHaveLength(20);
    expect(await agencies(-5)).toHaveLength(20);
    expect(await agencies(40)).toHaveLength(40);
    // Sixty agencies exist: a limit that fell back to the default would show.
    expect(await agencies(101)).toHaveLength(60);
    expect((await agencies(1))[0]).not.toHaveProperty("agentNames");
  });

  it("refuses an unknown state by name", async () => {
    expect(await refusal(listAgencyPriceStats, { stateCode: "ZZ" })).toContain('state_code: "ZZ"');
  });
});

describe("GetDropIndexSeries", () => {
  const dates = async (request: MessageInitShape<typeof getDropIndexSeries.input>, now?: Date) =>
    (
      (await call(getDropIndexSeries, request, now === undefined ? {} : { now })).points as Json[] | undefined
    )?.map((p) => p.snapshotDate);

  it("runs from the first tracked day to today, both ends inclusive", async () => {
    const all = await dates({});
    expect([all?.[0], all?.at(-1), all?.length]).toEqual(["2026-08-13", "2026-11-13", 93]);
    expect(
      await dates({ grain: "NATIONAL", grainKey: " au ", from: "2020-01-01", to: "2999-12-31" }),
    ).toEqual(all);
    const three = ["2026-10-01", "2026-10-02", "2026-10-03"];
    expect(await dates({ grain: "state", grainKey: "vic", from: three[0], to: three[2] })).toEqual(three);
    expect(await dates({ grain: "suburb", grainKey: "20001", from: three[1], to: three[1] })).toEqual([
      three[1],
    ]);
  });

  it("tells a suburb's day whole, and how far the data reaches", async () => {
    const answer = await call(getDropIndexSeries, {
      grain: "suburb",
      grainKey: "20001",
      from: "2026-11-09",
      to: "2026-11-09",
    });
    expect(answer).toEqual({
      points: [
        {
          snapshotDate: "2026-11-09",
          dropRate: 1,
          medianDropPct: 0.25,
          panelSuburbs: 1,
          coverageRatio: 1,
          activeAddresses: 4,
          droppedAddresses: 4,
        },
      ],
      trackingSince: "2026-08-13",
      asOf: "2026-11-13T00:00:00Z",
      dataThrough: "2026-11-09T23:59:59Z",
    });
    expect((await call(getDropIndexSeries, {})).dataThrough).toBe("2026-11-12T23:00:00Z");
  });

  it("flags gaps and withheld medians", async () => {
    const [point] = await rows(getDropIndexSeries, { to: "2026-08-13" }, "points");
    expect(point).toMatchObject({ isGap: true, medianWithheld: true });
    expect(point).not.toHaveProperty("medianDropPct");
  });

  it("has no points but the first tracked day for an unknown suburb and before tracking began", async () => {
    const nothing = { trackingSince: "2026-08-13" };
    for (const grainKey of ["99999", "00000", "00001"]) {
      expect(await call(getDropIndexSeries, { grain: "suburb", grainKey })).toEqual(nothing);
    }
    expect(await call(getDropIndexSeries, {}, { on: emptyEngine })).toEqual(nothing);
  });

  it("refuses what is no grain, key or calendar date, by name", async () => {
    const refused = (request: MessageInitShape<typeof getDropIndexSeries.input>) =>
      refusal(getDropIndexSeries, request);
    expect(await refused({ grain: "postcode" })).toBe(
      'grain: "postcode" is not one of national, state, suburb',
    );
    expect(await refused({ grainKey: "VIC" })).toContain('grain_key: "VIC" is not "AU"');
    expect(await refused({ grain: "state", grainKey: "AU" })).toContain('grain_key: "AU" is not one of NSW');
    expect(await refused({ grain: "state" })).toContain('grain_key: ""');
    expect(await refused({ grain: "suburb", grainKey: "2001" })).toContain("exactly five digits");
    expect(await refused({ from: "2026-02-31" })).toBe(
      'from: "2026-02-31" is not a calendar date written YYYY-MM-DD',
    );
    expect(await refused({ to: "13/11/2026" })).toContain('to: "13/11/2026"');
    expect(await refused({ to: "2026-08-12" })).toContain("from 2026-08-13 is later than to 2026-08-12");
    expect(await refused({ from: "2026-11-02", to: "2026-11-01" })).toContain("from 2026-11-02 is later");
    expect(await refused({ from: "2026-11-14" })).toContain("later than to 2026-11-13");
  });

  it("takes today from the clock once it is past the snapshot", async () => {
    expect(await dates({ from: "2026-11-14" }, new Date("2026-12-01T00:00:00Z"))).toBeUndefined();
    expect(await dates({ from: "2026-11-13" }, new Date("2020-01-01T00:00:00Z"))).toEqual(["2026-11-13"]);
  });
});

describe("listingMethods", () => {
  const requests = [
    [listSuburbPriceDrops, {}, {}],
    [listSuburbDropListings, { salCode: "20001" }, {}],
    [getPropertyHistory, { addressKey: "0-s0" }, {}],
    [listAddressPriceDrops, {}, {}],
    [getPriceDropsOverview, {}, { withheld: true }],
    [listAgencyPriceStats, {}, {}],
    [getDropIndexSeries, {}, { trackingSince: "2026-08-13" }],
  ] as const;

  it("answers an empty success from every method while listings are off, without a query", async () => {
    for (const [method, request, empty] of requests) {
      const before = queriesRun();
      expect(await call(method, request, { off: { dropListings: false } }), method.name).toEqual(empty);
      expect(queriesRun()).toBe(before);
      expect(await call(method, request), method.name).not.toEqual(empty);
    }
  });

  it("follows a flip on the next request of the same methods", async () => {
    let dropListings = true;
    const [method] = listingMethods(engine, {
      now: () => TEST_AS_OF,
      switches: () => ({ dropListings, valuations: true }),
    });
    const suburbs = async () => {
      const request = create(listSuburbPriceDrops.input) as never;
      const answer = await method.answer(request, { signal: new AbortController().signal });
      return (answer as unknown as { suburbs: unknown[] }).suburbs.length;
    };
    expect(await suburbs()).toBe(50);
    dropListings = false;
    expect(await suburbs()).toBe(0);
    dropListings = true;
    expect(await suburbs()).toBe(50);
  });

  it("still refuses bad arguments while listings are off", async () => {
    const off = { off: { dropListings: false } };
    expect(await refusal(listSuburbPriceDrops, { stateCode: "XX" }, off)).toContain("state_code");
    expect(await refusal(listSuburbDropListings, {}, off)).toContain("sal_code or region_code");
    expect(await refusal(getPropertyHistory, {}, off)).toContain("address_key");
    expect(await refusal(getDropIndexSeries, { from: "2026-02-31" }, off)).toContain("2026-02-31");
  });

  it("tells a history without its valuation when that cannot be read, and says so", async () => {
    const { answer, heard } = await callWithout("property-valuation", getPropertyHistory, {
      addressKey: "0-s0",
    });
    expect(answer).toMatchObject({ addressKey: "0-s0", events: expect.any(Array) });
    expect(answer.valuation).toBeUndefined();
    expect(heard).toEqual(["valuation"]);
  });

  it("tells the rows without their stamps when those cannot be read, and says so", async () => {
    for (const method of [listSuburbPriceDrops, getPriceDropsOverview, getDropIndexSeries]) {
      const { asOf, dataThrough, ...rest } = await call(method as DescMethodUnary, {});
      expect([typeof asOf, typeof dataThrough]).toEqual(["string", "string"]);
      const { answer, heard } = await callWithout("refresh-stamps", method as DescMethodUnary, {});
      expect(answer).toEqual(rest);
      expect(heard).toEqual(["freshness"]);
    }
  });
});
