import type { SetPlaces } from "./set-columns.ts";

/** A set of suburbs as it travels to the thread that counts: a byte each, 1 for what is in it. */
export interface SetMembers {
  /** A suburb a position of the national order. */
  readonly members: Uint8Array;
  /** The same, but none where the set is made of whole states: then listings count by state alone. */
  readonly suburbs: Uint8Array;
  /** A state, in the order of STATES: is all of it in the set? And a last one for no state: the country. */
  readonly states: Uint8Array;
}

/** A byte a place: 1 where its suburb, or all of its state, is in the set. */
export function placesInSet({ position, state }: SetPlaces, { suburbs, states }: SetMembers): Uint8Array {
  const isIn = new Uint8Array(position.length);
  for (let place = 0; place < isIn.length; place++) {
    isIn[place] = states[state[place]] | (position[place] < 0 ? 0 : suburbs[position[place]]);
  }
  return isIn;
}
