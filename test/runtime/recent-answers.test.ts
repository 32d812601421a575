import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RecentAnswers } from "../../src/runtime/recent-answers.ts";

describe("RecentAnswers", () => {
  it("drops the answer that was used least recently", () => {
    const answers = new RecentAnswers<number>(2);
    answers.set("a", 1);
    answers.set("b", 2);
    expect(answers.get("a")).toBe(1);
    answers.set("c", 3);
    expect(["a", "b", "c"].map((key) => answers.get(key))).toEqual([1, undefined, 3]);
  });

  it("keeps the newest keys of any run of uses, as a plain list does", () => {
    const use = fc.record({ key: fc.constantFrom("a", "b", "c", "d", "e"), isSet: fc.boolean() });
    fc.assert(
      fc.property(fc.array(use, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (uses, capacity) => {
        const answers = new RecentAnswers<number>(capacity);
        let list: [string, number][] = [];
        uses.forEach(({ key, isSet }, i) => {
          const known = list.find(([name]) => name === key);
          const value = isSet ? i : known?.[1];
          if (isSet) answers.set(key, i);
          else expect(answers.get(key)).toBe(value);
          if (value === undefined) return;
          list = [...list.filter(([name]) => name !== key), [key, value] as [string, number]].slice(
            -capacity,
          );
        });
        for (const [key, value] of list) expect(answers.get(key)).toBe(value);
      }),
    );
  });
});
