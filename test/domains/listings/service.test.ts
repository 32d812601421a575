import type { MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { call, type Json, rows, useListingEngines } from "../../support/data/listing-calls.ts";

const { listSuburbPriceDrops, listSuburbDropListings, getPropertyHistory } = HousingService.method;
const { getPriceDropsOverview } = HousingService.method;

useListingEngines();

describe("ListSuburbPriceDrops", () => {
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
});

describe("GetPriceDropsOverview", () => {
  it("tells the country and its states, and when", async () => {
    const { national, states, ...rest } = await call(getPriceDropsOverview, {});
    expect(national).toMatchObject({ stateCode: "AU", totalActiveListings: 240, suburbsTracked: 60 });
    expect(states).toHaveLength(1);
    expect(rest).toEqual({ asOf: "2026-11-13T00:00:00Z", dataThrough: "2026-11-12T23:00:00Z" });
  });

  it("has no national row without listings", async () => {
    expect(await call(getPriceDropsOverview, {}, { isEmpty: true })).toEqual({});
  });
});
