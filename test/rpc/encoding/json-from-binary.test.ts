import {
  create,
  type DescField,
  type DescMessage,
  fromBinary,
  type MessageShape,
  ScalarType,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DOMAINS } from "../../../src/domains/index.ts";
import {
  GetCouncilProfileResponseSchema,
  GetSuburbProfileResponseSchema,
} from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { jsonFromBinary } from "../../../src/rpc/encoding/json-from-binary.ts";
import { testSeed } from "../../support/run/seeded-random.ts";

const ANSWERS = [...new Set(DOMAINS.flatMap(({ samples }) => samples.map(({ desc }) => desc.output)))];

const scalars = new Map<ScalarType, fc.Arbitrary<unknown>>([
  [ScalarType.DOUBLE, fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 0.1, 1e21, 5e-324))],
  [ScalarType.FLOAT, fc.float()],
  [ScalarType.INT32, fc.integer()],
  [ScalarType.UINT32, fc.integer({ min: 0, max: 0xffff_ffff })],
  [ScalarType.INT64, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
  [ScalarType.BOOL, fc.boolean()],
  [
    ScalarType.STRING,
    fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom('"', "\\", "\n\0\u007f\u2028", "Zoë 🏠"),
    ),
  ],
  [ScalarType.BYTES, fc.uint8Array()],
]);

function messages(desc: DescMessage, depth: number): fc.Arbitrary<MessageShape<DescMessage>> {
  if (desc.typeName === "google.protobuf.Timestamp") {
    const instant = {
      seconds: fc.bigInt({ min: -62_135_596_800n, max: 253_402_300_799n }),
      nanos: fc.constantFrom(0, 1, 120_000_000, 123_456_000, 999_999_999),
    };
    return fc.record(instant).map((init) => create(desc, init as never));
  }
  const single = (field: DescField): fc.Arbitrary<unknown> =>
    field.message !== undefined
      ? messages(field.message, depth - 1)
      : field.enum !== undefined
        ? fc.constantFrom(...field.enum.values.map(({ number }) => number))
        : scalars.get(field.scalar!)!;
  const members = desc.fields
    .filter((field) => field.oneof === undefined && (field.message === undefined || depth > 0))
    .map((field) => {
      const value =
        field.fieldKind === "list"
          ? fc.array(single(field), { maxLength: 3 })
          : field.fieldKind === "map"
            ? fc.dictionary(fc.string({ minLength: 1 }), single(field), { maxKeys: 2 })
            : single(field);
      return [field.localName, value] as const;
    });
  return fc
    .record(Object.fromEntries(members), { requiredKeys: [] })
    .map((init) => create(desc, init as never));
}

const plain = (desc: DescMessage, binary: Uint8Array) => toJsonString(desc, fromBinary(desc, binary));
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe("jsonFromBinary", () => {
  it("gives what the runtime gives, for messages of every answer", () => {
    for (const desc of ANSWERS) {
      fc.assert(
        fc.property(messages(desc, 3), (message) => {
          const binary = toBinary(desc, message);
          expect(text(jsonFromBinary(desc, binary))).toBe(plain(desc, binary));
        }),
        { numRuns: 8, seed: testSeed() },
      );
    }
  });

  it("gives it for parts of answers one behind the other, in any order", () => {
    const desc: DescMessage = GetSuburbProfileResponseSchema;
    fc.assert(
      fc.property(fc.array(messages(desc, 2), { maxLength: 3 }), (parts) => {
        const binary = Buffer.concat(parts.map((part) => toBinary(desc, part)));
        expect(text(jsonFromBinary(desc, binary))).toBe(plain(desc, binary));
      }),
      { numRuns: 40, seed: testSeed() },
    );
  });

  it("leaves out a field that it does not know, as the runtime does", () => {
    const desc = GetCouncilProfileResponseSchema;
    const binary = Buffer.concat([
      toBinary(desc, create(desc, { profile: { lgaVintage: "2024" } })),
      Buffer.from([0xf8, 0x7f, 0x01]),
    ]);
    expect(text(jsonFromBinary(desc, binary))).toBe(plain(desc, binary));
  });
});
