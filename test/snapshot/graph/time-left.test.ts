import { describe, expect, it } from "vitest";
import type { Step } from "../../../src/snapshot/graph/step.ts";
import { TimeLeft } from "../../../src/snapshot/graph/time-left.ts";

const step = (name: string): Step =>
  ({ kind: "load", name, reads: [], creates: new Map(), definition: "", run: async () => ({}) }) as never;

/** Expected seconds of a step, and of the longest chain from it on. */
const EXPECTED: Readonly<Record<string, readonly [cost: number, way: number]>> = {
  first: [2, 12],
  long: [10, 10],
  short: [4, 4],
  kept: [4, 4],
};
const steps = Object.keys(EXPECTED).map(step);
const [first, long, short, kept] = steps;

function timeLeft(lanes: number): TimeLeft<unknown> {
  const costOf = (name: string) => EXPECTED[name.replace("load ", "")][0];
  return new TimeLeft(steps, lanes, costOf, ({ name }) => EXPECTED[name][1]);
}

describe("TimeLeft", () => {
  it("is not known before a tenth is done that was not kept", () => {
    const left = timeLeft(2);
    expect(left.seconds()).toBeUndefined();
    left.end(kept);
    expect(left.seconds()).toBeUndefined();
    left.end(first, 2);
    expect(left.seconds()).toBe(10);
  });

  it("is the longest chain, or all that is left over the lanes, whichever takes longer", () => {
    const two = timeLeft(2);
    two.end(first, 2);
    expect(two.seconds()).toBe(10);
    const one = timeLeft(1);
    one.end(first, 2);
    expect(one.seconds()).toBe(18);
    one.end(long, 10);
    expect(one.seconds()).toBe(8);
  });

  it("is as much longer as steps took longer here, each counted once", () => {
    const left = timeLeft(1);
    left.end(first, 6);
    left.end(first, 60);
    expect(left.seconds()).toBe(18 * 3);
    left.end(long, 12);
    left.end(short, 8);
    left.end(kept);
    expect(left.seconds()).toBe(0);
  });
});
