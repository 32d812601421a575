import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { sharedTurn } from "../../../src/runtime/time/shared-turn.ts";

it("sharedTurn lets one of many go on in each turn of the event loop, in order", async () => {
  const went: string[] = [];
  let isOver = false;
  const work = async (name: string) => {
    for (let stretch = 0; stretch < 3; stretch++) {
      await sharedTurn();
      went.push(name);
    }
  };
  const turns = (async () => {
    while (!isOver) {
      await nextTurn();
      went.push("|");
    }
  })();
  await Promise.all(["a", "b", "c", "d"].map(work));
  isOver = true;
  await turns;
  expect(went.join("")).not.toMatch(/[a-d][a-d]/);
  expect(went.filter((one) => one !== "|").join("")).toBe("abcdabcdabcd");
  // Whoever comes when nobody waits goes on in the turn after.
  await Promise.all([work("e"), nextTurn()]);
  expect(went.slice(-3)).toEqual(["e", "e", "e"]);
});
