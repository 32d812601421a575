import type { Page } from "../../../engine/pages/page.ts";
import { GROWTH_PLACE } from "../growth-place.ts";
import type { FundamentalsQuery } from "../rules.ts";

/** Places of the periods that a query asks for, newest first, and of the growth record. */
export function fundamentalsPlaces(
  page: Page,
  { type, limit }: FundamentalsQuery,
): { readonly periods: readonly number[]; readonly growth: readonly number[] } {
  const periods: number[] = [];
  const growth: number[] = [];
  for (let place = 0; place < page.count; place++) {
    const from = page.from(place);
    if (from === GROWTH_PLACE) growth.push(place);
    else if ((type === undefined || from === type) && periods.length < limit) periods.push(place);
  }
  return { periods, growth };
}
