import { setImmediate as nextTurn } from "node:timers/promises";
import { LaneWorld, type Scenario } from "./lane-world.ts";

export interface Explored {
  /** Different states in which somebody had to be chosen. */
  readonly states: number;
  /** Runs from the beginning, each along a way that no other took. */
  readonly runs: number;
  /** Runs that came to an end; the others met a state that was seen before. */
  readonly ends: number;
  /** What is wrong at the first bad end, with the steps that lead there; undefined when all are good. */
  readonly complaint: string | undefined;
}

/** A way to go on that nobody took yet: choices from the beginning, the last one out of state `from`. */
interface OpenWay {
  readonly choices: number[];
  readonly from: number;
}

/**
 * Takes a scenario through every order in which its threads can touch what they share. A state that was seen before
 * is not gone on from, since the same follows from it.
 */
export async function exploreWorld(scenario: Scenario): Promise<Explored> {
  const numbers = new Map<string, number>();
  const following: number[][] = [];
  const open: OpenWay[] = [{ choices: [], from: -1 }];
  let runs = 0;
  let ends = 0;
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const { choices } = way;
    const path: string[] = [];
    let { from } = way;
    runs++;
    const world = new LaneWorld(scenario, (ways, stateOf) => {
      if (path.length === choices.length) {
        const state = stateOf();
        const known = numbers.get(state);
        const number = known ?? numbers.size;
        if (from >= 0) following[from].push(number);
        if (known !== undefined) return undefined;
        numbers.set(state, number);
        following.push([]);
        from = number;
        for (let other = 1; other < ways.length; other++) {
          open.push({ choices: [...choices, other], from });
        }
        choices.push(0);
      }
      const choice = choices[path.length];
      path.push(ways[choice]);
      return choice;
    });
    const hasEnded = world.run();
    // The end of a view is awaited, so it is told a moment later.
    if (hasEnded) await nextTurn();
    const complaint = hasEnded ? world.complaint() : undefined;
    world.close();
    if (hasEnded) ends++;
    if (complaint !== undefined) {
      return { states: numbers.size, runs, ends, complaint: `${complaint} after: ${path.join("; ")}` };
    }
  }
  const complaint = goesRound(following) ? "some order of steps goes round for ever" : undefined;
  return { states: numbers.size, runs, ends, complaint };
}

/** Whether a way leads from some state back to it. */
function goesRound(following: readonly (readonly number[])[]): boolean {
  const before = new Int32Array(following.length);
  for (const next of following) for (const state of next) before[state]++;
  const first = [...before.keys()].filter((state) => before[state] === 0);
  let passed = 0;
  for (let state = first.pop(); state !== undefined; state = first.pop()) {
    passed++;
    for (const next of following[state]) if (--before[next] === 0) first.push(next);
  }
  return passed < following.length;
}
