import { type DescMessage, equals, fromJsonString, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { productServices } from "../../../../src/domains/public-methods.ts";
import { FilterSuburbsRequestSchema } from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { jsonValue } from "../../../../src/server/calls/codec/decode-text.ts";
import { plainQuotes, readPlainJson } from "../../../../src/server/calls/codec/plain-json.ts";

const inputs = productServices.flatMap((service) => service.methods.map((method) => method.input));
const read = (desc: DescMessage, text: string) => {
  const quotes = plainQuotes(Buffer.from(text));
  return quotes < 0 ? undefined : readPlainJson(desc, jsonValue(text), quotes);
};

/** Values that a client might send for a field, right or wrong. */
const loose: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom("NSW", "", "population", "1", "é", 'a"b', "NaN"),
  fc.constantFrom(0, -0, 1, -1, 0.1, 16777217, 2 ** 31, -(2 ** 31), 3.5e38, 1e300, -2.5),
  fc.boolean(),
  fc.constant(null),
);

/** JSON objects shaped after a message: mostly its fields under either name, sometimes others. */
function shapedAfter(desc: DescMessage, depth: number): fc.Arbitrary<unknown> {
  if (depth === 0) return fc.constant({});
  const members = desc.fields.map((field) => {
    const single =
      field.fieldKind === "message" || (field.fieldKind === "list" && field.listKind === "message")
        ? fc.oneof({ weight: 5, arbitrary: shapedAfter(field.message!, depth - 1) }, loose)
        : loose;
    const value =
      field.fieldKind === "list" ? fc.oneof({ weight: 5, arbitrary: fc.array(single) }, single) : single;
    return fc.tuple(fc.constantFrom(field.name, field.jsonName), value);
  });
  const member = fc.oneof(...members, fc.tuple(fc.constantFrom("other", "__proto__"), loose));
  return fc.array(member, { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs));
}

/** The library's result for a JSON string. */
function slow(desc: DescMessage, text: string) {
  try {
    return fromJsonString(desc, text, { ignoreUnknownFields: true });
  } catch {
    return undefined;
  }
}

describe("readPlainJson", () => {
  it("says the same as the library, or nothing, for every request", () => {
    let plain = 0;
    let refused = 0;
    for (const desc of inputs) {
      fc.assert(
        fc.property(shapedAfter(desc, 3), (value) => {
          const text = JSON.stringify(value);
          const fast = read(desc, text);
          const expected = slow(desc, text);
          if (expected === undefined) refused++;
          if (fast === undefined) return;
          plain++;
          expect(expected, text).toBeDefined();
          expect(equals(desc, fast, expected!), text).toBe(true);
          expect(toBinary(desc, fast)).toEqual(toBinary(desc, expected!));
        }),
        { numRuns: 300, seed: 7 },
      );
    }
    console.log(`${plain} texts were plain, ${refused} were refused by the library`);
    expect(plain).toBeGreaterThan(1000);
    expect(refused).toBeGreaterThan(1000);
  });

  it("reads what callers usually send", () => {
    const text =
      '{"stateCode":"NSW","predicates":[{"metricKey":"income","min":1000,"max":3e3},{"metric_key":"age"}]}';
    const message = read(FilterSuburbsRequestSchema, text);
    expect(message).toEqual(fromJsonString(FilterSuburbsRequestSchema, text));
    expect(Object.keys(message!)).toEqual(Object.keys(fromJsonString(FilterSuburbsRequestSchema, text)));
  });

  it.each([
    ["a name given twice", '{"stateCode":"NSW","stateCode":"VIC"}'],
    ["a name given twice with the same value", '{"predicates":[{"metricKey":"age","min":1,"min":1}]}'],
    ["a field under both its names", '{"stateCode":"NSW","state_code":"NSW"}'],
    ["an unknown member", '{"stateCode":"NSW","more":1}'],
    ["an escape", '{"stateCode":"\\u004eSW"}'],
    ["letters outside ASCII", '{"stateCode":"é"}'],
    ["a null", '{"stateCode":null}'],
    ["a number as text", '{"predicates":[{"min":"1"}]}'],
    ["a number no float can hold", '{"predicates":[{"min":1e39}]}'],
    ["text that is not JSON", '{"stateCode":"NSW"'],
    ["no bytes", ""],
    ["a list", "[]"],
    ["more than 64 KiB", `{"stateCode":"${"a".repeat(70_000)}"}`],
  ])("leaves %s to the library", (_what, text) => {
    expect(read(FilterSuburbsRequestSchema, text)).toBeUndefined();
  });
});
