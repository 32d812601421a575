import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchAnswer } from "../../../src/domains/search/word-service.ts";
import { SearchResponseSchema } from "../../../src/gen/terrace/v1/explorer_pb.ts";

/** Strings whose lengths encode in one, two and three bytes, with characters of one to four bytes. */
const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ maxLength: 60, unit: "grapheme" }) },
  { weight: 2, arbitrary: fc.string({ minLength: 100, maxLength: 300, unit: "grapheme" }) },
  { weight: 1, arbitrary: fc.integer({ min: 16_000, max: 17_000 }).map((length) => "é".repeat(length)) },
);
const hit = fc.record({
  kind: fc.constantFrom("suburb", "stock", "member"),
  id: text,
  title: text,
  detail: text,
  score: fc.oneof(fc.constant(0), fc.double({ noNaN: true, noDefaultInfinity: true })),
  highlights: fc.array(fc.record({ start: fc.nat(400), length: fc.integer({ min: 1, max: 300 }) }), {
    maxLength: 4,
  }),
});

describe("searchAnswer", () => {
  it("writes the bytes that the general encoding writes", () => {
    fc.assert(
      fc.property(
        fc.array(hit, { maxLength: 12 }),
        fc.nat(100_000),
        fc.uniqueArray(fc.constantFrom("suburb", "stock", "member", "take")),
        (hits, totalCount, knownKinds) => {
          const message = create(SearchResponseSchema, { hits, totalCount, knownKinds });
          const answer = searchAnswer({ hits, totalCount, knownKinds });
          expect(Buffer.from(answer.binary()).equals(toBinary(SearchResponseSchema, message))).toBe(true);
          expect(answer.message()).toEqual(message);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("says in JSON what the general encoding says of hits with a score", () => {
    const highlights = [{ start: 0, length: 3 }];
    const hits = [{ kind: "stock", id: "ABC", title: "Abc “Ltd”", detail: "", score: 1.25, highlights }];
    const found = { hits, totalCount: 1, knownKinds: ["stock"] };
    const json = toJsonString(SearchResponseSchema, create(SearchResponseSchema, found));
    expect(JSON.parse(Buffer.from(searchAnswer(found).json!()).toString())).toEqual(JSON.parse(json));
  });
});
