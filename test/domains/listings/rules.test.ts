import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  addressDropsQuery,
  agencyStatsQuery,
  dropListingsQuery,
  suburbDropsQuery,
} from "../../../src/domains/listings/rules.ts";
import {
  ListAddressPriceDropsRequestSchema,
  ListAgencyPriceStatsRequestSchema,
  ListSuburbDropListingsRequestSchema,
  ListSuburbPriceDropsRequestSchema,
} from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { askedNumbers, LEAST, MOST } from "../../support/data/asked-numbers.ts";

describe("suburbDropsQuery", () => {
  const query = (request = {}) => suburbDropsQuery(create(ListSuburbPriceDropsRequestSchema, request));

  it("asks for the country by count, 50 rows, when nothing is given", () => {
    expect(query()).toEqual({ scope: "AU", sort: "count", limit: 50 });
  });

  it.each(askedNumbers({ [LEAST]: 50, 0: 50, 1: 1, 500: 500, 501: 50, [MOST]: 50 }))(
    "reads a limit of %i as %i",
    (limit, expected) => {
      expect(query({ limit }).limit).toBe(expected);
    },
  );

  it.each(["count", "avg", "max", "asking", "sold", "share"])("knows the sort %s in any case", (sort) => {
    expect(query({ sort: ` ${sort.toUpperCase()} ` }).sort).toBe(sort);
  });

  it.each(["", "nonsense", "constructor", "counts", "pct"])("reads the sort %j as count", (sort) => {
    expect(query({ sort }).sort).toBe("count");
  });
});

describe("dropListingsQuery", () => {
  const query = (request = {}) =>
    dropListingsQuery(create(ListSuburbDropListingsRequestSchema, { salCode: "20001", ...request }));

  it("looks back 30 days for 30 listings, and trims and upper-cases codes", () => {
    expect(query({ salCode: " 20001\t", regionCode: " suburb:vic-x " })).toEqual({
      salCode: "20001",
      regionCode: "SUBURB:VIC-X",
      windowDays: 30,
      limit: 30,
    });
  });

  it.each(askedNumbers({ [LEAST]: 30, 0: 30, 1: 1, 365: 365, 366: 30, [MOST]: 30 }))(
    "reads a window of %i days as %i",
    (windowDays, expected) => {
      expect(query({ windowDays }).windowDays).toBe(expected);
    },
  );

  it.each(askedNumbers({ [-1]: 30, 200: 200, 201: 30 }))("reads a limit of %i as %i", (limit, expected) => {
    expect(query({ limit }).limit).toBe(expected);
  });
});

describe("addressDropsQuery", () => {
  const query = (request = {}) => addressDropsQuery(create(ListAddressPriceDropsRequestSchema, request));

  it("looks back 90 days for 50 addresses by fraction", () => {
    expect(query()).toEqual({ scope: "AU", sort: "pct", windowDays: 90, limit: 50 });
    expect(query({ stateCode: " wa", sort: "Recent" })).toMatchObject({ scope: "WA", sort: "recent" });
  });

  it.each([
    [-5, 90, 50],
    [200, 200, 200],
    [365, 365, 50],
    [366, 90, 50],
  ])("reads a window and a limit of %i as %i and %i", (asked, windowDays, limit) => {
    expect(query({ windowDays: asked, limit: asked })).toMatchObject({ windowDays, limit });
  });

  it("reads a limit of 201 as 50", () => {
    expect(query({ limit: 201 }).limit).toBe(50);
  });
});

describe("agencyStatsQuery", () => {
  const query = (request = {}) => agencyStatsQuery(create(ListAgencyPriceStatsRequestSchema, request));

  it.each(askedNumbers({ [LEAST]: 20, 0: 20, 1: 1, 100: 100, 101: 100, [MOST]: 100 }))(
    "reads a limit of %i as %i: above the maximum it is the maximum",
    (limit, expected) => {
      expect(query({ limit })).toEqual({ scope: "AU", sort: "drops", limit: expected });
    },
  );

  it.each(["drops", "listings", "avg_cut", "value"])("knows the sort %s", (sort) => {
    expect(query({ sort: sort.toUpperCase() }).sort).toBe(sort);
  });

  it("reads another sort as drops and refuses a state outside the eight", () => {
    expect(query({ sort: "avg" }).sort).toBe("drops");
    expect(() => query({ stateCode: "au" })).toThrow('state_code: "au" is not one of NSW');
  });
});
