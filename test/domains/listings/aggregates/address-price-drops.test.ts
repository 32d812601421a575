import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWindowReach } from "../../../../src/domains/listings/aggregates/address-drops.ts";

describe("createWindowReach", () => {
  it("reaches exactly the rows that a list cut at the limit shows in some window", () => {
    const span = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 6 }))
      .map(([from, length]) => ({ from, to: from + length }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (spans, limit) => {
        const shownSomewhere = new Set<number>();
        for (let window = 1; window <= 12; window++) {
          const shown = [...spans.keys()].filter((i) => spans[i].from <= window && window < spans[i].to);
          for (const i of shown.slice(0, limit)) shownSomewhere.add(i);
        }
        const reach = createWindowReach(12, limit);
        const reached = [...spans.keys()].filter((i) => reach.offer(spans[i].from, spans[i].to));
        expect(reached).toEqual([...shownSomewhere].sort((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });

  it("is full once every window shows its limit", () => {
    const reach = createWindowReach(3, 1);
    reach.offer(1, 3);
    expect(reach.isFull()).toBe(false);
    reach.offer(2, 366);
    expect(reach.isFull()).toBe(true);
    expect(reach.offer(1, 366)).toBe(false);
  });
});
