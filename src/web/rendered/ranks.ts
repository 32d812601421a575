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
  const rows = Array.from(values.keys()).filter((i) => column.at(i) !== undefined && isRanked(i));
  rows.sort((a, b) => values[b] - values[a]);
  const byState = Map.groupBy(rows, (row) => stateCodes[row]);
  const inCountry = placesOf(rows, values);
  const inState = new Map([...byState].map(([state, own]) => [state, placesOf(own, values)]));
  return {
    inState: (position) => inState.get(stateCodes[position])?.(position),
    inCountry,
  };
}

/** Places of rows that are in order already. */
function placesOf(rows: readonly number[], values: Float32Array): (position: number) => Rank | undefined {
  const order = Uint32Array.from(rows);
  const firstAt = (isAfter: (value: number) => boolean) => {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(values[order[middle]])) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const ranked = new Set(rows);
  return (position) => {
    if (!ranked.has(position)) return undefined;
    const value = values[position];
    const first = firstAt((other) => other <= value);
    return { place: first + 1, same: firstAt((other) => other < value) - first, of: order.length };
  };
}
