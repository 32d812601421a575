import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  seriesCorrelationsQuery,
  seriesDataQuery,
  seriesFilter,
  stateCompaniesQuery,
} from "../../../src/domains/economy/rules.ts";
import {
  GetEconomicSeriesRequestSchema,
  ListEconomicSeriesRequestSchema,
  ListSeriesCorrelationsRequestSchema,
  ListStateCompaniesRequestSchema,
} from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { askedNumbers, LEAST, MOST } from "../../support/data/asked-numbers.ts";

const keys = (count: number) => Array.from({ length: count }, (_, i) => `k.${i}`);
const dataQuery = (request: object) =>
  seriesDataQuery(create(GetEconomicSeriesRequestSchema, { seriesKeys: ["a"], ...request }));
const correlationsQuery = (request: object) =>
  seriesCorrelationsQuery(create(ListSeriesCorrelationsRequestSchema, { baseSeriesKey: "b", ...request }));

describe.each([
  [
    ...(["a limit of series", { [LEAST]: 200, 0: 200, 1: 1, 500: 500, 501: 500, [MOST]: 500 }] as const),
    (limit: number) => seriesFilter(create(ListEconomicSeriesRequestSchema, { limit })).limit,
  ],
  [
    ...(["observations", { [LEAST]: 1, [-1]: 1, 0: 600, 1: 1, 600: 600, 601: 600, [MOST]: 600 }] as const),
    (maxObservations: number) => dataQuery({ maxObservations }).maxObservations,
  ],
  [
    ...(["a limit of correlations", { 0: 100, 1: 1, 250: 250, 251: 250, [MOST]: 250 }] as const),
    (limit: number) => correlationsQuery({ limit }).limit,
  ],
  [
    ...(["a window", { 0: 24, 1: 1, 12: 12, 24: 24, 120: 120, [MOST]: MOST }] as const),
    (windowMonths: number) => correlationsQuery({ windowMonths }).windowMonths,
  ],
  [
    ...(["a limit of companies", { [LEAST]: 10, 0: 10, 1: 1, 50: 50, 51: 50, [MOST]: 50 }] as const),
    (limit: number) =>
      stateCompaniesQuery(create(ListStateCompaniesRequestSchema, { state: "WA", limit })).limit,
  ],
] as const)("%s", (_, numbers, read) => {
  it.each(askedNumbers(numbers))("of %i is %i", (asked, expected) => {
    expect(read(asked)).toBe(expected);
  });
});

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

describe("stateCompaniesQuery", () => {
  it.each(["aus", "n sw"])("refuses the state %j by name", (state) => {
    const query = () => stateCompaniesQuery(create(ListStateCompaniesRequestSchema, { state }));
    expect(query).toThrow(`state: ${JSON.stringify(state)} is not one of nsw, vic`);
  });
});
