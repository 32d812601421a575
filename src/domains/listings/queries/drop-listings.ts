import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";

/** One of the codes may be empty, not both. */
export interface DropListingsQuery {
  readonly salCode: string;
  readonly regionCode: string;
  readonly windowDays: number;
  readonly limit: number;
}

/** Where the cut listings of a suburb lie; a region of another suburb has none of this one. */
export function dropListingsPage(
  view: SnapshotView,
  { salCode, regionCode }: DropListingsQuery,
): Page | undefined {
  if (regionCode === "") return view.pages.find("suburb_drop_listings", `sal:${salCode}`);
  const isOfSuburb =
    salCode === "" || view.pages.find("listing_regions", `${salCode} ${regionCode}`) !== undefined;
  return isOfSuburb ? view.pages.find("suburb_drop_listings", `region:${regionCode}`) : undefined;
}
