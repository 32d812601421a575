import { describe, expect, it } from "vitest";
import { isLongRun } from "../../support/run/test-form.ts";
import { exploreWorld } from "./explore-world.ts";
import type { Scenario } from "./lane-world.ts";

interface Named extends Scenario {
  readonly name: string;
}

const SHORT: readonly Named[] = [
  { name: "fewer calls than slots", slots: 4, lanes: 1, outside: [{ kind: "calls", count: 3 }] },
  { name: "more calls than slots", slots: 2, lanes: 1, outside: [{ kind: "calls", count: 5 }] },
  {
    name: "calls come while others are answered",
    slots: 2,
    lanes: 1,
    outside: [
      { kind: "calls", count: 3 },
      { kind: "calls", count: 2 },
    ],
  },
  { name: "two lanes", slots: 1, lanes: 2, outside: [{ kind: "calls", count: 3 }] },
  {
    name: "calls are canceled in the queue and in the ring",
    slots: 1,
    lanes: 1,
    outside: [
      { kind: "calls", count: 3 },
      { kind: "cancel", call: 0 },
      { kind: "cancel", call: 2 },
    ],
  },
  {
    name: "a snapshot closes while the ring is full of another's calls",
    slots: 1,
    lanes: 1,
    outside: [
      { kind: "calls", count: 1, view: 0 },
      { kind: "calls", count: 2, view: 1 },
      { kind: "close", view: 0 },
    ],
  },
  {
    name: "the worker dies while the end of a snapshot waits for a slot",
    slots: 1,
    lanes: 1,
    outside: [
      { kind: "calls", count: 1, view: 0 },
      { kind: "calls", count: 2, view: 1 },
      { kind: "close", view: 0 },
      { kind: "death", lane: 0 },
    ],
  },
  {
    name: "the only worker dies, and another takes its place",
    slots: 1,
    lanes: 1,
    outside: [
      { kind: "calls", count: 2 },
      { kind: "death", lane: 0 },
      { kind: "birth" },
      { kind: "calls", count: 1 },
    ],
  },
  {
    name: "one of two workers dies",
    slots: 1,
    lanes: 2,
    outside: [
      { kind: "calls", count: 3 },
      { kind: "death", lane: 0 },
    ],
  },
];

const LONG: readonly Named[] = [
  {
    name: "calls come again and again",
    slots: 2,
    lanes: 1,
    outside: [
      { kind: "calls", count: 3 },
      { kind: "calls", count: 2 },
      { kind: "calls", count: 1 },
    ],
  },
  {
    name: "calls come to two lanes while others are answered",
    slots: 1,
    lanes: 2,
    outside: [
      { kind: "calls", count: 3 },
      { kind: "calls", count: 1 },
    ],
  },
  {
    name: "calls come before, between and after the death of a worker and the start of another",
    slots: 2,
    lanes: 1,
    outside: [
      { kind: "calls", count: 3 },
      { kind: "death", lane: 0 },
      { kind: "calls", count: 1 },
      { kind: "birth" },
      { kind: "calls", count: 1 },
    ],
  },
  {
    name: "both workers die, one after the other",
    slots: 1,
    lanes: 2,
    outside: [
      { kind: "calls", count: 3 },
      { kind: "death", lane: 0 },
      { kind: "death", lane: 1 },
    ],
  },
];

describe("FilterLane, FilterQueue and LaneLoop", () => {
  it.each(isLongRun ? [...SHORT, ...LONG] : SHORT)(
    "answer every call in every order of their steps: $name",
    async ({ name, ...scenario }) => {
      const { states, runs, ends, complaint } = await exploreWorld(scenario);
      console.log(`every order, ${name}: ${states} states, ${runs} runs, ${ends} different ends`);
      expect(complaint).toBeUndefined();
      expect(ends).toBeGreaterThan(1);
    },
  );
});
