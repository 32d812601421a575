import type { FrameColumn } from "terrace/client";
import type { Rank } from "./page-model.ts";

/** The places of all suburbs by one metric. */
export interface Ranks {
  inState(position: number): Rank | undefined;
  inCountry(position: number): Rank | undefined;
}

/**
 * Places among the suburbs of each state and of the country, the largest value first. Those without a value have none, nor
 * those for which `isRanked` says no.
 */
export function ranksOf(
  column: FrameColumn,
  stateCodes: readonly string[],
  isRanked: (position: number) => boolean,
): Ranks {
  const { values } = column;
  const isPlaced = (i: number) => column.at(i) !== undefined && isRanked(i);
  const rows = Array.from(values.keys()).filter(isPlaced);
  const sorted = (some: readonly number[]) => Float32Array.from(some, (row) => values[row]).sort();
  const inCountry = sorted(rows);
  const byState = Map.groupBy(rows, (row) => stateCodes[row]);
  const inState = new Map([...byState].map(([state, own]) => [state, sorted(own)]));
  const rank = (position: number, ascending: Float32Array | undefined) =>
    ascending === undefined || !isPlaced(position) ? undefined : rankIn(ascending, values[position]);
  return {
    inState: (position) => rank(position, inState.get(stateCodes[position])),
    inCountry: (position) => rank(position, inCountry),
  };
}

function rankIn(ascending: Float32Array, value: number): Rank {
  const countBelow = (isBelow: (other: number) => boolean) => {
    let [low, high] = [0, ascending.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBelow(ascending[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const upTo = countBelow((other) => other <= value);
  const same = upTo - countBelow((other) => other < value);
  return { place: ascending.length - upTo + 1, same, of: ascending.length };
}
