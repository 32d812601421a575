import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { DAY_MS } from "../../../runtime/time/calendar-date.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";

/** Day numbers, both inclusive. */
export interface DropIndexQuery {
  readonly grainKey: string;
  readonly fromDay: number;
  readonly toDay: number;
}

/** Places of the points between two days, oldest first. */
export function placesOfDays(page: Page, { fromDay, toDay }: DropIndexQuery): number[] {
  const places: number[] = [];
  for (let i = 0; i < page.count; i++) {
    const day = page.from(i);
    if (day >= fromDay && day <= toDay) places.push(i);
  }
  return places;
}

/** Observations reach to the last second of the last point's day, or to the crawl horizon if that is earlier. */
export function indexFreshness(view: SnapshotView, lastDay: number | undefined): Freshness {
  const { asOf, dataThrough } = freshnessOf(view, ["state_price_drops"]);
  if (lastDay === undefined || asOf === undefined) return {};
  if (dataThrough === undefined) return { asOf };
  return { asOf, dataThrough: Math.min((lastDay + 1) * DAY_MS - 1000, dataThrough) };
}
