import type { DescMessage, Message } from "@bufbuild/protobuf";
import { create, fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { productServices } from "../../src/domains/public-methods.ts";
import {
  FilterSuburbsRequestSchema,
  FilterSuburbsResponseSchema,
  GetSuburbMetricColumnsResponseSchema,
  HousingMetricSchema,
  SuburbElevationSchema,
} from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { joinFieldTables, readFieldTable } from "../support/run/field-table.ts";
import { sampleMessage } from "../support/wire/sample-message.ts";

const shorts = joinFieldTables(
  readFieldTable("contract-fields.txt"),
  readFieldTable("added-fields.txt"),
  readFieldTable("market-fields.txt"),
  readFieldTable("stock-fields.txt"),
  readFieldTable("strategy-fields.txt"),
);
const tables = {
  "shorts.v1alpha1": shorts,
  "stocks.v1alpha1": shorts,
  "marketdata.v1": readFieldTable("market-data-fields.txt"),
  // GetColumns answers with columns of the housing service.
  "terrace.v1": joinFieldTables(readFieldTable("explorer-fields.txt"), shorts),
};
const responses = productServices.flatMap((service) => service.methods.map((method) => method.output));

/** The members of a decoded message without the type marks, nested messages too. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "$typeName")
      .map(([name, member]) => [name, plain(member)]),
  );
}

function hex(schema: DescMessage, message: Message): string {
  return Buffer.from(toBinary(schema, message)).toString("hex");
}

/** Whether a message, or one within it, has a map. */
function hasMap(schema: DescMessage, seen = new Set<DescMessage>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return schema.fields.some(
    (field) => field.fieldKind === "map" || (field.message !== undefined && hasMap(field.message, seen)),
  );
}

describe("response bytes", () => {
  it("covers the responses of every method but those with a map, of which the tables tell the values only", () => {
    expect(new Set(responses).size).toBeGreaterThanOrEqual(66);
    expect(responses.filter((schema) => hasMap(schema)).map(({ name }) => name)).toEqual([
      "StockDetails",
      "GetStockFinancialHighlightsResponse",
      "GetMultipleStockPricesResponse",
      "GetStockCorrelationsResponse",
    ]);
  });

  it.each(responses.filter((schema) => !hasMap(schema)).map((schema) => [schema.typeName, schema] as const))(
    "%s built by hand decodes to its fields, and encodes to the same bytes and JSON",
    (typeName, schema) => {
      const packageName = typeName.slice(0, typeName.lastIndexOf(".")) as keyof typeof tables;
      const { bytes, members, json } = sampleMessage(tables[packageName], schema.name);
      const message = fromBinary(schema, bytes);
      expect(plain(message)).toEqual(members);
      expect(Buffer.from(toBinary(schema, message)).equals(bytes)).toBe(true);
      expect(toJson(schema, message)).toEqual(json);
      expect(fromJson(schema, json as never)).toEqual(message);
    },
  );

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
