import { COVERED_DIVIDENDS } from "./covered-dividends.ts";
import { LONG_BASE_BREAKOUT } from "./long-base-breakout.ts";
import { REASONABLE_GROWTH } from "./reasonable-growth.ts";
import type { Strategy } from "./strategy.ts";
import { TURNING_SHORTS } from "./turning-shorts.ts";

/** Every strategy that is offered: a file each. */
export const STRATEGIES: readonly Strategy[] = [
  LONG_BASE_BREAKOUT,
  REASONABLE_GROWTH,
  COVERED_DIVIDENDS,
  TURNING_SHORTS,
];
