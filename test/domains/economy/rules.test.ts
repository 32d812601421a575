import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { seriesDataQuery } from "../../../src/domains/economy/rules.ts";
import { GetEconomicSeriesRequestSchema } from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";

const dataQuery = (request: object) =>
  seriesDataQuery(create(GetEconomicSeriesRequestSchema, { seriesKeys: ["a"], ...request }));

describe("seriesDataQuery", () => {
  it("starts on the calendar date in UTC, whatever the time of day, before 1970 too", () => {
    const startDay = (seconds: bigint, nanos = 0) => dataQuery({ startPeriod: { seconds, nanos } }).startDay;
    expect(dataQuery({}).startDay).toBeUndefined();
    expect([startDay(0n), startDay(86_399n, 999_999_999), startDay(86_400n), startDay(-1n)]).toEqual([
      0, 0, 1, -1,
    ]);
  });
});
