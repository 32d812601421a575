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

describe("seriesFilter", () => {
  it.each(askedNumbers({ [LEAST]: 200, 0: 200, 1: 1, 500: 500, 501: 500, [MOST]: 500 }))(
    "reads a limit of %i as %i",
    (limit, expected) => {
      expect(seriesFilter(create(ListEconomicSeriesRequestSchema, { limit })).limit).toBe(expected);
    },
  );
});

describe("seriesDataQuery", () => {
  const query = (request: object) => seriesDataQuery(create(GetEconomicSeriesRequestSchema, request));
  const keys = (count: number) => Array.from({ length: count }, (_, i) => `k.${i}`);

  it.each(askedNumbers({ [LEAST]: 1, [-1]: 1, 0: 600, 1: 1, 600: 600, 601: 600, [MOST]: 600 }))(
    "reads %i observations as %i",
    (maxObservations, expected) => {
      expect(query({ seriesKeys: ["a"], maxObservations }).maxObservations).toBe(expected);
    },
  );

  it("counts keys after trimming, lower-casing and removing empties and repeats", () => {
    const repeated = [...keys(50), ...keys(10).map((key) => ` ${key.toUpperCase()} `), "", " "];
    expect(query({ seriesKeys: repeated }).seriesKeys).toEqual(keys(50));
    expect(() => query({ seriesKeys: keys(51) })).toThrow("series_keys has 51 different keys; at most 50");
    expect(() => query({ seriesKeys: [" ", ""] })).toThrow("series_keys needs at least one");
  });

  it("starts on the calendar date in UTC, whatever the time of day, before 1970 too", () => {
    const startDay = (seconds: bigint, nanos = 0) =>
      query({ seriesKeys: ["a"], startPeriod: { seconds, nanos } }).startDay;
    expect(query({ seriesKeys: ["a"] }).startDay).toBeUndefined();
    expect([startDay(0n), startDay(86_399n, 999_999_999), startDay(86_400n), startDay(-1n)]).toEqual([
      0, 0, 1, -1,
    ]);
  });
});

describe("seriesCorrelationsQuery", () => {
  const query = (request: object) =>
    seriesCorrelationsQuery(create(ListSeriesCorrelationsRequestSchema, { baseSeriesKey: "b", ...request }));

  it.each(askedNumbers({ 0: 100, 1: 1, 250: 250, 251: 250, [MOST]: 250 }))(
    "reads a limit of %i as %i",
    (limit, expected) => {
      expect(query({ limit }).limit).toBe(expected);
    },
  );

  it("takes 24 months for 0 and any positive window as it is", () => {
    expect([0, 1, 12, 24, 120, MOST].map((windowMonths) => query({ windowMonths }).windowMonths)).toEqual([
      24,
      1,
      12,
      24,
      120,
      MOST,
    ]);
  });

  it("keeps |r| from 0 to 1, both ends inclusive, and refuses every other number", () => {
    expect([0, 0.5, 1].map((minAbsR) => query({ minAbsR }).minAbsR)).toEqual([0, 0.5, 1]);
    for (const minAbsR of [Number.NaN, Infinity, -Infinity, -1e-9, 1 + 1e-9]) {
      expect(() => query({ minAbsR })).toThrow(`min_abs_r: ${minAbsR} is not`);
    }
  });

  it("refuses what is negative or missing by name", () => {
    expect(() => query({ windowMonths: LEAST })).toThrow(`window_months: ${LEAST} is negative`);
    expect(() => query({ limit: -1 })).toThrow("limit: -1 is negative");
    expect(() => query({ baseSeriesKey: "\t" })).toThrow("base_series_key is required");
  });
});

describe("stateCompaniesQuery", () => {
  const query = (request: object) => stateCompaniesQuery(create(ListStateCompaniesRequestSchema, request));

  it.each(askedNumbers({ [LEAST]: 10, 0: 10, 1: 1, 50: 50, 51: 50, [MOST]: 50 }))(
    "reads a limit of %i as %i",
    (limit, expected) => {
      expect(query({ state: " WA", limit })).toEqual({ state: "wa", limit: expected });
    },
  );

  it.each(["", "international", "aus", "n sw"])("refuses the state %j by name", (state) => {
    expect(() => query({ state })).toThrow(`state: ${JSON.stringify(state)} is not one of nsw, vic`);
  });
});
