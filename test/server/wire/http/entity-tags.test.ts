import { describe, expect, it } from "vitest";
import { isAnyTag, isTagMatch } from "../../../../src/server/wire/http/entity-tags.ts";

describe("isTagMatch", () => {
  it.each(["*", '"y"', 'W/"y"', '"x", "y"', 'W/"x", "y"', '"x",W/"y"', '"x,y","y"', ' "y" ', '"", "y"'])(
    'finds "y" in %s',
    (header) => {
      expect(isTagMatch(header, '"y"')).toBe(true);
      expect(isTagMatch(header, 'W/"y"')).toBe(true);
    },
  );

  it.each([undefined, "", "y", '"x"', '"x,y"', '"x", *', '"*"', '"Y"', 'W/y"', '"xy"'])(
    'does not find "y" in %s',
    (header) => {
      expect(isTagMatch(header, '"y"')).toBe(false);
    },
  );

  it("takes a header of many broken tags in no time that grows with its square", () => {
    expect(isTagMatch('"'.repeat(30_001), '"y"')).toBe(false);
    expect(isTagMatch(`${'W/"'.repeat(10_000)}`, '"y"')).toBe(false);
  });
});

describe("isAnyTag", () => {
  it("is true for the star alone", () => {
    expect(["*", " * ", "**", '"*"', "", null, undefined].map(isAnyTag)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
