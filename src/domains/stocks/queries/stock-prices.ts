import { thinnedPlaces } from "../../../engine/columns/grouped-days.ts";
import type { Market } from "../../../engine/columns/market/market.ts";
import { windowPlaces } from "../../market/periods.ts";
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
  const [from, to] = windowPlaces(prices, code, query, prices.dayAt(end - 1));
  const observations = to - from;
  return { places: thinnedPlaces(observations, query.maxPoints).map((i) => from + i), observations };
}
