import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { timestampOfInstant } from "../../../rpc/encoding/timestamps.ts";
import { DAY_MS } from "../../../runtime/time/calendar-date.ts";
import type { DropIndexQuery, DropListingsQuery } from "../rules.ts";

/** When a listing table was computed, and its newest observation, in epoch milliseconds. */
interface RefreshStamp {
  readonly name: ListingTable;
  readonly as_of: number;
  readonly data_through: number | null;
}

/** Epoch milliseconds; absent if unknown. */
export interface Freshness {
  readonly asOf?: number;
  readonly dataThrough?: number;
}

export type ListingTable = "suburb_listing_stats" | "suburb_price_drops" | "state_price_drops";

/** The oldest stamps of the tables behind a response; {} if one of them was never computed. */
export function freshnessOf(view: SnapshotView, tables: readonly ListingTable[]): Freshness {
  const stamps = view.derived(
    "refresh-stamps",
    () => view.pages.find("refresh_stamps", "all")?.json<RefreshStamp[]>(0) ?? [],
  );
  const found = stamps.filter((stamp) => tables.includes(stamp.name));
  if (found.length < tables.length) return {};
  const asOf = Math.min(...found.map((stamp) => stamp.as_of));
  if (found.some((stamp) => stamp.data_through === null)) return { asOf };
  return { asOf, dataThrough: Math.min(...found.map((stamp) => stamp.data_through!)) };
}

export function freshnessFields({ asOf, dataThrough }: Freshness) {
  return {
    ...(asOf === undefined ? {} : { asOf: timestampOfInstant(asOf) }),
    ...(dataThrough === undefined ? {} : { dataThrough: timestampOfInstant(dataThrough) }),
  };
}

/** Indices of the points from `fromDay` to `toDay`, oldest first. */
export function placesOfDays(page: Page, { fromDay, toDay }: DropIndexQuery): number[] {
  const places: number[] = [];
  for (let i = 0; i < page.count; i++) {
    const day = page.from(i);
    if (day >= fromDay && day <= toDay) places.push(i);
  }
  return places;
}

/** `dataThrough` is the last second of the last point's day, or the crawl horizon if that is earlier. */
export function indexFreshness(view: SnapshotView, lastDay: number | undefined): Freshness {
  const { asOf, dataThrough } = freshnessOf(view, ["state_price_drops"]);
  if (lastDay === undefined || asOf === undefined) return {};
  if (dataThrough === undefined) return { asOf };
  return { asOf, dataThrough: Math.min((lastDay + 1) * DAY_MS - 1000, dataThrough) };
}

/** The page of a suburb's cut listings; undefined if the region is of another suburb. */
export function dropListingsPage(
  view: SnapshotView,
  { salCode, regionCode }: DropListingsQuery,
): Page | undefined {
  if (regionCode === "") return view.pages.find("suburb_drop_listings", `sal:${salCode}`);
  const isOfSuburb =
    salCode === "" || view.pages.find("listing_regions", `${salCode} ${regionCode}`) !== undefined;
  return isOfSuburb ? view.pages.find("suburb_drop_listings", `region:${regionCode}`) : undefined;
}
