import { thinnedPlaces } from "../../../engine/columns/grouped-days.ts";
import type { Market } from "../../../engine/columns/market/market.ts";
import { periodBefore } from "../../market/periods.ts";
import type { PricesQuery } from "../series-rules.ts";

export interface PriceWindow {
  /** Places of the sessions to show, oldest first. */
  readonly places: readonly number[];
  /** Sessions of the window before thinning. */
  readonly observations: number;
}

/** The sessions of a code in a window; a period ends with its own newest session. */
export function priceWindow({ prices }: Market, code: number | undefined, query: PricesQuery): PriceWindow {
  if (code === undefined) return { places: [], observations: 0 };
  const [begin, end] = prices.placesOf(code);
  if (begin === end) return { places: [], observations: 0 };
  const after = query.period === undefined ? undefined : periodBefore(prices.dayAt(end - 1), query.period);
  const firstDay = query.from ?? (after === undefined ? undefined : after + 1);
  const from = firstDay === undefined ? begin : prices.firstAfter(code, firstDay - 1);
  const to = query.to === undefined ? end : prices.firstAfter(code, query.to);
  const observations = Math.max(0, to - from);
  return { places: thinnedPlaces(observations, query.maxPoints).map((i) => from + i), observations };
}
