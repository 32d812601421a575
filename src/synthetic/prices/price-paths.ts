import { clamp, Random } from "../../runtime/random.ts";
import { QUARTER_ENDS } from "../calendar.ts";
import { STATE_PROFILES } from "../state-profiles.ts";

/** Yearly growth of the national market in percent, a boom and a pause at a time: [from quarter, growth]. */
const ERAS: readonly (readonly [number, number])[] = [
  [0, 13],
  [8, 4],
  [16, 9],
  [24, -2],
  [28, 10],
  [36, -1],
  [44, 7],
  [60, -4],
  [70, 3],
  [74, 19],
  [80, -5],
  [84, 6],
  [92, 4],
];

/** Price level by quarter relative to the newest quarter (which is 1), for "AUS" and every state. */
export function pricePaths(seed: number): ReadonlyMap<string, Float64Array> {
  const paths = new Map<string, Float64Array>();
  paths.set("AUS", path(new Random(seed, "price-path/AUS"), 0));
  for (const { code } of STATE_PROFILES) paths.set(code, path(new Random(seed, `price-path/${code}`), 1));
  return paths;
}

function path(random: Random, own: number): Float64Array {
  const levels = new Float64Array(QUARTER_ENDS.length);
  let log = 0;
  let drift = 0;
  for (let q = 0; q < levels.length; q++) {
    const era = ERAS.findLast(([from]) => from <= q)!;
    drift = 0.8 * drift + own * 0.006 * random.normal();
    log += clamp(era[1] / 400 + drift + 0.004 * random.normal(), -0.06, 0.09);
    levels[q] = log;
  }
  for (let q = 0; q < levels.length; q++) levels[q] = Math.exp(levels[q] - log);
  return levels;
}
