import { BORDER, type IdentityBuffer } from "./rasterise.ts";

/**
 * Finds border pixels along the coast, between states and between councils of one state, where neighbouring
 * pixels differ: outlines share their borders. `stateOf` and `councilOf` are indexed by a suburb's number.
 * Coast pixels are on the water's side, so that they hide no suburb.
 */
export function findBorders(
  { ids, width, height }: IdentityBuffer,
  stateOf: Uint16Array,
  councilOf: Uint16Array,
): { readonly coast: number[]; readonly states: number[]; readonly councils: number[] } {
  const [coast, states, councils]: number[][] = [[], [], []];
  const look = (i: number, a: number, b: number, step: number, hasBeyond: boolean) => {
    if (a === 0 || b === 0) {
      // A gap of one pixel between shapes is not water.
      const [water, beyond] = a === 0 ? [i, i - step] : [i + step, i + 2 * step];
      if (!hasBeyond || ids[beyond] === 0) coast.push(water);
    } else if (stateOf[a] !== stateOf[b]) states.push(i);
    else if (councilOf[a] !== councilOf[b]) councils.push(i);
  };
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const id = ids[i] & ~BORDER;
      const right = column + 1 < width ? ids[i + 1] & ~BORDER : id;
      const below = row + 1 < height ? ids[i + width] & ~BORDER : id;
      if (right !== id) look(i, id, right, 1, id === 0 ? column > 0 : column + 2 < width);
      if (below !== id) look(i, id, below, width, id === 0 ? row > 0 : row + 2 < height);
    }
  }
  return { coast, states, councils };
}
