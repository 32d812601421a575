import { create, type DescMessage, fromJson, type Message, toBinary, toJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  FilterSuburbsRequestSchema,
  FilterSuburbsResponseSchema,
  GetSuburbMetricColumnsResponseSchema,
  HousingMetricSchema,
  SuburbElevationSchema,
} from "../../src/gen/shorts/v1alpha1/housing_pb.ts";

function hex(schema: DescMessage, message: Message): string {
  return Buffer.from(toBinary(schema, message)).toString("hex");
}

describe("response bytes", () => {
  it("writes a filter answer as mask, count and version", () => {
    const message = create(FilterSuburbsResponseSchema, {
      matchMask: Uint8Array.of(0b0000_0101, 0b1000_0000),
      matchCount: 300,
      indexVersion: "v1-e3b0c44298fc",
    });
    const version = Buffer.from("v1-e3b0c44298fc").toString("hex");
    expect(hex(FilterSuburbsResponseSchema, message)).toBe(`0a020580${"10ac02"}${"1a0f"}${version}`);
  });

  it("packs column values as little-endian float32 and keeps a mask of zero bytes", () => {
    const message = create(GetSuburbMetricColumnsResponseSchema, {
      columns: [{ metricKey: "age", values: [0, 1.5], nullMask: Uint8Array.of(0) }],
    });
    expect(hex(GetSuburbMetricColumnsResponseSchema, message)).toBe(
      "0a12" + "0a03616765" + "1208000000000000c03f" + "1a0100",
    );
    expect(toJson(GetSuburbMetricColumnsResponseSchema, message)).toEqual({
      columns: [{ metricKey: "age", values: [0, 1.5], nullMask: "AA==" }],
    });
  });

  it("tells a bound of 0 from no bound", () => {
    const request = fromJson(FilterSuburbsRequestSchema, {
      stateCode: "NSW",
      predicates: [{ metricKey: "age", min: 0 }],
    });
    expect(request.predicates[0].min).toBe(0);
    expect(request.predicates[0].max).toBeUndefined();
    expect(hex(FilterSuburbsRequestSchema, request)).toBe(
      "0a034e5357" + "120a" + "0a03616765" + "1500000000",
    );
  });

  it("sends a measured zero in an optional field and leaves a plain zero out", () => {
    const elevation = create(SuburbElevationSchema, { elevationMinM: 0 });
    expect(toJson(SuburbElevationSchema, elevation)).toEqual({ elevationMinM: 0 });
    expect(hex(SuburbElevationSchema, elevation)).toBe("090000000000000000");
    const metric = create(HousingMetricSchema, { regionCode: "", value: 0, isPreliminary: false });
    expect(toJson(HousingMetricSchema, metric)).toEqual({});
    expect(hex(HousingMetricSchema, metric)).toBe("");
  });
});
