import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { dropIndexQuery, suburbDropsQuery } from "../../../src/domains/listings/rules.ts";
import {
  GetDropIndexSeriesRequestSchema,
  ListSuburbPriceDropsRequestSchema,
} from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";

describe("suburbDropsQuery", () => {
  const query = (request = {}) => suburbDropsQuery(create(ListSuburbPriceDropsRequestSchema, request));

  it.each(["", "nonsense", "constructor", "counts", "pct"])("reads the sort %j as count", (sort) => {
    expect(query({ sort }).sort).toBe("count");
  });
});

describe("dropIndexQuery", () => {
  const day = (date: string) => dayNumberOf(date)!;
  const query = (request: object, today = "2026-11-15") =>
    dropIndexQuery(create(GetDropIndexSeriesRequestSchema, request), day(today));

  it.each([
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
