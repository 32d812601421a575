import { roundedTo } from "../../../runtime/decimals.ts";
import type { Screener } from "./screener.ts";

/** Percent short from which on a security is fought over. */
const LEAST_SHORT = 1;

export interface Battleground {
  /** Place in the screener. */
  readonly place: number;
  readonly squeeze: number;
  readonly divergence: number;
}

/** Every battleground by both scores, in the order of the screener. */
export function battlegrounds({ count, columns }: Screener): Battleground[] {
  const found: Battleground[] = [];
  for (let place = 0; place < count; place++) {
    const short = columns.short_pct[place];
    if (short < LEAST_SHORT) continue;
    const price = columns.price_change_1m[place];
    const change = columns.short_pct_change_4w[place];
    const squeeze =
      0.35 * capped(columns.days_to_cover[place] / 10) +
      0.3 * capped(short / 15) +
      0.2 * capped(Math.max(price, 0) / 20) +
      0.15 * capped(Math.max(change, 0) / 3);
    const divergence = price > 0 && change > 0 ? capped(price / 20) * capped(change / 3) : 0;
    found.push({ place, squeeze: roundedTo(100 * squeeze, 1), divergence: roundedTo(100 * divergence, 1) });
  }
  return found;
}

/** The rows of a view in its order. Places of the screener are in the order of codes, which ties follow. */
export function battlegroundsOf(
  all: readonly Battleground[],
  view: "squeeze" | "divergence",
): Battleground[] {
  const shown = view === "divergence" ? all.filter(({ divergence }) => divergence > 0) : all;
  return shown.toSorted((a, b) => b[view] - a[view] || a.place - b.place);
}

function capped(value: number): number {
  return Math.min(value, 1);
}
