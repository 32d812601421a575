import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  addressDropsQuery,
  agencyStatsQuery,
  dropIndexQuery,
  dropListingsQuery,
  suburbDropsQuery,
} from "../../../src/domains/listings/rules.ts";
import {
  GetDropIndexSeriesRequestSchema,
  ListAddressPriceDropsRequestSchema,
  ListAgencyPriceStatsRequestSchema,
  ListSuburbDropListingsRequestSchema,
  ListSuburbPriceDropsRequestSchema,
} from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";

describe("suburbDropsQuery", () => {
  const query = (request = {}) => suburbDropsQuery(create(ListSuburbPriceDropsRequestSchema, request));

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
});

describe("addressDropsQuery", () => {
  const query = (request = {}) => addressDropsQuery(create(ListAddressPriceDropsRequestSchema, request));

  it("looks back 90 days for 50 addresses by fraction", () => {
    expect(query()).toEqual({ stateCode: "AU", sort: "pct", windowDays: 90, limit: 50 });
    expect(query({ stateCode: " wa", sort: "Recent" })).toMatchObject({ stateCode: "WA", sort: "recent" });
  });
});

describe("agencyStatsQuery", () => {
  const query = (request = {}) => agencyStatsQuery(create(ListAgencyPriceStatsRequestSchema, request));

  it("asks for the country by drops, 20 rows, when nothing is given", () => {
    expect(query()).toEqual({ stateCode: "AU", sort: "drops", limit: 20 });
  });

  it.each(["drops", "listings", "avg_cut", "value"])("knows the sort %s", (sort) => {
    expect(query({ sort: sort.toUpperCase() }).sort).toBe(sort);
  });

  it("reads another sort as drops", () => {
    expect(query({ sort: "avg" }).sort).toBe("drops");
  });
});

describe("dropIndexQuery", () => {
  const day = (date: string) => dayNumberOf(date)!;
  const query = (request: object, today = "2026-11-15") =>
    dropIndexQuery(create(GetDropIndexSeriesRequestSchema, request), day(today));

  it("clamps the first day up and the last day down, both inclusive", () => {
    const days = (from: string, to: string) => {
      const { fromDay, toDay } = query({ from, to })!;
      return [fromDay, toDay];
    };
    const [first, today] = [day("2026-08-13"), day("2026-11-15")];
    expect(days("2026-08-12", "2026-11-16")).toEqual([first, today]);
    expect(days("0001-01-01", "9999-12-31")).toEqual([first, today]);
    expect(days("2026-08-13", "2026-08-13")).toEqual([first, first]);
    expect(days(" 2026-11-15 ", "2026-11-15")).toEqual([today, today]);
  });

  it.each([
    [{ grain: " National ", grainKey: "au" }, "AU"],
    [{ grainKey: " AU " }, "AU"],
    [{ grain: "suburb", grainKey: " 00001 " }, "00001"],
  ])("reads %j as the key %s", (request, grainKey) => {
    expect(query(request)?.grainKey).toBe(grainKey);
  });

  it.each([
    [{ grain: "national", grainKey: "AUS" }, 'grain_key: "AUS"'],
    [{ grainKey: "10001" }, 'grain_key: "10001"'],
    [{ grain: "suburb", grainKey: "" }, 'grain_key: ""'],
    [{ grain: "suburb", grainKey: "100011" }, 'grain_key: "100011"'],
    [{ grain: "suburb", grainKey: "1000a" }, 'grain_key: "1000a"'],
    [{ grain: "suburb", grainKey: "１２３４５" }, "grain_key: "],
    [{ to: "+02026-09-01" }, 'to: "+02026-09-01"'],
  ])("refuses %j by name", (request, message) => {
    expect(() => query(request)).toThrow(message);
  });

  it("has nothing to ask while today lies before the first tracked day, and still refuses bad arguments", () => {
    expect(query({}, "2026-08-12")).toBeUndefined();
    expect(query({ to: "2026-08-01" }, "2026-08-12")).toBeUndefined();
    expect(query({}, "2026-08-13")).toMatchObject({ fromDay: day("2026-08-13"), toDay: day("2026-08-13") });
    expect(() => query({ from: "2026-02-31" }, "2026-08-12")).toThrow('from: "2026-02-31"');
  });
});
