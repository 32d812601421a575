import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { seriesCorrelationsQuery, seriesDataQuery } from "../../../src/domains/economy/rules.ts";
import {
  GetEconomicSeriesRequestSchema,
  ListSeriesCorrelationsRequestSchema,
} from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";

const keys = (count: number) => Array.from({ length: count }, (_, i) => `k.${i}`);
const dataQuery = (request: object) =>
  seriesDataQuery(create(GetEconomicSeriesRequestSchema, { seriesKeys: ["a"], ...request }));
const correlationsQuery = (request: object) =>
  seriesCorrelationsQuery(create(ListSeriesCorrelationsRequestSchema, { baseSeriesKey: "b", ...request }));

describe("seriesDataQuery", () => {
  it("counts keys after trimming, lower-casing and removing empties and repeats", () => {
    const repeated = [...keys(50), ...keys(10).map((key) => ` ${key.toUpperCase()} `), "", " "];
    expect(dataQuery({ seriesKeys: repeated }).seriesKeys).toEqual(keys(50));
    expect(() => dataQuery({ seriesKeys: keys(51) })).toThrow(
      "series_keys has 51 different keys; at most 50",
    );
  });

  it("starts on the calendar date in UTC, whatever the time of day, before 1970 too", () => {
    const startDay = (seconds: bigint, nanos = 0) => dataQuery({ startPeriod: { seconds, nanos } }).startDay;
    expect(dataQuery({}).startDay).toBeUndefined();
    expect([startDay(0n), startDay(86_399n, 999_999_999), startDay(86_400n), startDay(-1n)]).toEqual([
      0, 0, 1, -1,
    ]);
  });
});

describe("seriesCorrelationsQuery", () => {
  it("keeps |r| from 0 to 1, both ends inclusive, and refuses every other number", () => {
    expect([0, 0.5, 1].map((minAbsR) => correlationsQuery({ minAbsR }).minAbsR)).toEqual([0, 0.5, 1]);
    for (const minAbsR of [Number.NaN, Infinity, -Infinity, -1e-9, 1 + 1e-9]) {
      expect(() => correlationsQuery({ minAbsR })).toThrow(`min_abs_r: ${minAbsR} is not`);
    }
  });
});
