import { thinnedPlaces } from "../../../engine/columns/grouped-days.ts";
import type { Market } from "../../../engine/columns/market/market.ts";
import { windowPlaces } from "../../market/rules.ts";
import type { PricesQuery } from "../rules.ts";

export type PriceWindow = ReturnType<typeof priceWindow>;

/** A code's sessions in a window, and their count before thinning. Periods end with its newest session. */
export function priceWindow({ prices }: Market, code: number | undefined, query: PricesQuery) {
  if (code === undefined) return { places: [], observations: 0 };
  const [begin, end] = prices.placesOf(code);
  if (begin === end) return { places: [], observations: 0 };
  const [from, to] = windowPlaces(prices, code, query, prices.dayAt(end - 1));
  const observations = to - from;
  return { places: thinnedPlaces(observations, query.maxPoints).map((i) => from + i), observations };
}
