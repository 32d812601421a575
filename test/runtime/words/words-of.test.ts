import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placedWords, wordsOf } from "../../../src/runtime/words/words-of.ts";

describe("placedWords", () => {
  it("finds the same words in plain text, which it reads letter by letter, as beside a letter with an accent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 80 }), (text) => {
        const beside = placedWords(`${text} é`);
        expect(beside.pop()!.word).toBe("e");
        expect(placedWords(text)).toEqual(beside);
        expect(wordsOf(text)).toEqual(beside.map(({ word }) => word));
      }),
      { numRuns: 1000 },
    );
  });

  it("takes accents off and keeps the places of what it read", () => {
    expect(placedWords("Café-2 O'Neil")).toEqual([
      { word: "cafe", start: 0, end: 4 },
      { word: "2", start: 5, end: 6 },
      { word: "o", start: 7, end: 8 },
      { word: "neil", start: 9, end: 13 },
    ]);
  });
});
