import { create, type DescMessage, equals, fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { productServices } from "../../../../src/domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../../../../src/domains/samples.ts";
import { FilterSuburbsRequestSchema } from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { readPlainBinary } from "../../../../src/server/calls/codec/plain-binary.ts";

const methods = productServices.flatMap((service) => service.methods);

/** What the library makes of the bytes. */
function slow(desc: DescMessage, bytes: Uint8Array) {
  try {
    return fromBinary(desc, bytes);
  } catch {
    return undefined;
  }
}

/** Says the same as the library or nothing; tells whether it said anything. */
function agrees(desc: DescMessage, bytes: Buffer): boolean {
  const fast = readPlainBinary(desc, bytes);
  if (fast === undefined) return false;
  const expected = slow(desc, bytes);
  expect(expected, bytes.toString("hex")).toBeDefined();
  expect(equals(desc, fast, expected!), bytes.toString("hex")).toBe(true);
  expect(toBinary(desc, fast)).toEqual(toBinary(desc, expected!));
  return true;
}

const predicate = fc.record(
  {
    metricKey: fc.oneof(fc.constantFrom("age", "population", ""), fc.string({ maxLength: 200 })),
    min: fc.float({ noNaN: true }),
    max: fc.float({ noNaN: true }),
  },
  { requiredKeys: ["metricKey"] },
);
const filter = fc.record({
  stateCode: fc.oneof(fc.constantFrom("NSW", "é"), fc.string()),
  predicates: fc.array(predicate),
});

describe("readPlainBinary", () => {
  it("reads filters as the library does", () => {
    let plain = 0;
    fc.assert(
      fc.property(filter, (request) => {
        const message = create(FilterSuburbsRequestSchema, request);
        if (agrees(FilterSuburbsRequestSchema, Buffer.from(toBinary(FilterSuburbsRequestSchema, message))))
          plain++;
      }),
    );
    expect(plain).toBeGreaterThan(10);
  });

  it("says the same as the library, or nothing, for every request with bytes changed, cut or doubled", () => {
    for (const { parent, name, input } of methods) {
      const sample = SAMPLE_REQUESTS.get(`${parent.typeName}/${name}`) ?? {};
      const bytes = Buffer.from(toBinary(input, fromJson(input, sample as never)));
      agrees(input, bytes);
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 3 }),
          fc.nat(200),
          fc.boolean(),
          (changes, cut, isDoubled) => {
            const odd = Buffer.from(isDoubled ? Buffer.concat([bytes, bytes]) : bytes);
            for (const [at, value] of changes) if (odd.length > 0) odd[at % odd.length] = value;
            agrees(input, odd.subarray(0, cut > 150 ? odd.length : cut % (odd.length + 1)));
          },
        ),
      );
    }
  });

  it("reads the filters that callers send, and leaves what is odd to the library", () => {
    const read = (...bytes: number[]) => readPlainBinary(FilterSuburbsRequestSchema, Buffer.from(bytes));
    expect(read()).toEqual(create(FilterSuburbsRequestSchema));
    expect(read(0x0a, 3, 0x4e, 0x53, 0x57)).toMatchObject({ stateCode: "NSW" });
    const sample = SAMPLE_REQUESTS.get("shorts.v1alpha1.HousingService/FilterSuburbs");
    const message = fromJson(FilterSuburbsRequestSchema, sample as never);
    expect(
      readPlainBinary(FilterSuburbsRequestSchema, Buffer.from(toBinary(FilterSuburbsRequestSchema, message))),
    ).toEqual(message);
    // A text that is cut, one that is not an ASCII, a field nobody knows, a field of another wire type.
    for (const odd of [
      [0x0a, 3, 0x4e],
      [0x0a, 1, 0xe9],
      [0x7a, 0],
      [0x08, 1],
    ])
      expect(read(...odd)).toBeUndefined();
  });
});
