import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { listingMethods } from "../../../src/domains/listings/service.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { isEncodedAnswer, ownCall } from "../../../src/rpc/unary-method.ts";
import { TEST_AS_OF } from "../../support/data/build-db.ts";
import {
  call,
  callWithout,
  fullEngine,
  queriesRun,
  useListingEngines,
} from "../../support/data/listing-calls.ts";

const { listSuburbPriceDrops, listSuburbDropListings, getPropertyHistory } = HousingService.method;
const { listAddressPriceDrops, getPriceDropsOverview, listAgencyPriceStats } = HousingService.method;
const { getDropIndexSeries } = HousingService.method;

useListingEngines();

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
    const [method] = listingMethods(fullEngine(), {
      now: () => TEST_AS_OF,
      switches: () => ({ dropListings, valuations: true, interestRegister: true, partyFunding: true }),
    });
    const suburbs = async () => {
      const request = create(listSuburbPriceDrops.input) as never;
      const answer = await method.answer(request, ownCall(new AbortController().signal));
      const message = isEncodedAnswer(answer) ? answer.message() : answer;
      return (message as unknown as { suburbs: unknown[] }).suburbs.length;
    };
    expect(await suburbs()).toBe(50);
    dropListings = false;
    expect(await suburbs()).toBe(0);
    dropListings = true;
    expect(await suburbs()).toBe(50);
  });

  it("tells the rows without their stamps when those cannot be read, and says so", async () => {
    for (const method of [listSuburbPriceDrops, getPriceDropsOverview, getDropIndexSeries]) {
      const { asOf, dataThrough, ...rest } = await call(method as DescMethodUnary, {});
      expect([typeof asOf, typeof dataThrough]).toEqual(["string", "string"]);
      const { answer, heard } = await callWithout("refresh_stamps", method as DescMethodUnary, {});
      expect(answer).toEqual(rest);
      expect(heard).toEqual(["freshness"]);
    }
  });
});
