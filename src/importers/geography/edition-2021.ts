import type { SeifaIndex } from "./seifa-workbook.ts";

/** Areas of the 2021 edition by the first digit of their code, 1 (New South Wales) to 9 (other territories), special codes included. */
const COUNTS: Readonly<Record<"SAL" | "LGA", readonly number[]>> = {
  SAL: [4544, 2946, 3235, 1698, 1701, 778, 305, 138, 7],
  LGA: [131, 82, 80, 73, 141, 31, 21, 3, 3],
};

/** Suburbs with a published score by the same digit, 1 to 8. */
const SCORED: Readonly<Record<SeifaIndex, readonly number[]>> = {
  irsd: [4311, 2816, 3083, 1613, 1538, 727, 255, 114],
  irsad: [4311, 2816, 3083, 1613, 1538, 727, 255, 114],
  ier: [4312, 2816, 3083, 1613, 1539, 728, 255, 114],
  ieo: [4320, 2823, 3086, 1614, 1544, 729, 258, 116],
};

/** How many areas a published table of a state has. */
export function areaCount(level: "SAL" | "LGA", digit: string): number | undefined {
  return COUNTS[level][Number(digit) - 1];
}

/** How many suburbs of a state have a score: deciles of fewer would be deciles of something else. */
export function scoredCount(index: SeifaIndex, digit: string): number {
  return SCORED[index][Number(digit) - 1];
}
