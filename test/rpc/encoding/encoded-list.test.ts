import { create, fromBinary, fromJsonString, toBinary, toJsonString } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  HousingRegionSchema,
  ListHousingRegionsResponseSchema,
} from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { encodedList } from "../../../src/rpc/encoding/encoded-list.ts";

const Response = ListHousingRegionsResponseSchema;

describe("encodedList", () => {
  it("joins the same bytes as encoding the whole response", () => {
    const region = fc.record({
      regionCode: fc.string(),
      regionName: fc.string({ unit: "grapheme" }),
      latestValue: fc.double({ noNaN: true, noDefaultInfinity: true }),
    });
    fc.assert(
      fc.property(fc.array(region), fc.array(fc.nat()), (regions, picks) => {
        const list = encodedList(Response, HousingRegionSchema, regions.length, (i) =>
          create(HousingRegionSchema, regions[i]),
        );
        const places = regions.length === 0 ? [] : picks.map((p) => p % regions.length);
        for (const chosen of [places, [...regions.keys()], []]) {
          const expected = create(Response, { regions: chosen.map((i) => regions[i]) });
          const answer = list.answer(chosen);
          expect(Buffer.from(answer.binary())).toEqual(Buffer.from(toBinary(Response, expected)));
          expect(Buffer.from(answer.json()).toString()).toBe(toJsonString(Response, expected));
          expect(answer.message()).toEqual(fromBinary(Response, toBinary(Response, expected)));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("gives an element without fields its place in the list", () => {
    const list = encodedList(Response, HousingRegionSchema, 2, () => create(HousingRegionSchema));
    const json = Buffer.from(list.answer([0, 1]).json()).toString();
    expect(json).toBe('{"regions":[{},{}]}');
    expect(fromJsonString(Response, json).regions).toHaveLength(2);
    expect(fromBinary(Response, list.answer([1]).binary()).regions).toHaveLength(1);
  });

  it("is prepared in stretches that let others have their turn, once for all who wait", async () => {
    let encoded = 0;
    const list = encodedList(Response, HousingRegionSchema, 1000, (i) => {
      encoded++;
      return create(HousingRegionSchema, { regionCode: String(i) });
    });
    let turns = 0;
    const count = () => {
      if (++turns < 10_000 && encoded < 1000) setImmediate(count);
    };
    setImmediate(count);
    const answer = list.answer([1, 0]);
    await Promise.all([answer.prepare!("json"), list.answer([3]).prepare!("json")]);
    expect(encoded).toBe(1000);
    expect(turns).toBeGreaterThan(3);
    expect(answer.prepare!("json")).toBeUndefined();
    expect(Buffer.from(answer.json()).toString()).toBe('{"regions":[{"regionCode":"1"},{"regionCode":"0"}]}');
    expect(encoded).toBe(1000);
    expect(fromBinary(Response, answer.binary()).regions.map((region) => region.regionCode)).toEqual([
      "1",
      "0",
    ]);
  });
});
