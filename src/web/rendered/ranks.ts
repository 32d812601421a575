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
  const country = new Int32Array(values.length);
  const state = new Int32Array(values.length);
  const seen = new Map<string, { count: number; place: number; value: number }>();
  const place = (places: Int32Array, scope: string, row: number) => {
    const last = seen.get(scope) ?? { count: 0, place: 0, value: Number.NaN };
    seen.set(scope, last);
    last.count++;
    if (last.value !== values[row]) [last.place, last.value] = [last.count, values[row]];
    places[row] = last.place;
  };
  for (const row of rows) {
    place(country, "", row);
    place(state, stateCodes[row], row);
  }
  const rank = (places: Int32Array, scope: string, row: number) =>
    places[row] > 0 ? { place: places[row], of: seen.get(scope)!.count } : undefined;
  return {
    inState: (position) => rank(state, stateCodes[position], position),
    inCountry: (position) => rank(country, "", position),
  };
}
