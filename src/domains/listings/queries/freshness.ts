import type { SnapshotView } from "../../../engine/view.ts";
import { timestampOfInstant } from "../../../rpc/encoding/timestamps.ts";

/** When a listing aggregate was computed and the newest observation behind it, epoch milliseconds. */
interface RefreshStamp {
  readonly name: string;
  readonly as_of: number;
  readonly data_through: number | null;
}

/** How fresh an answer is, epoch milliseconds; a member is absent when it is not known. */
export interface Freshness {
  readonly asOf?: number;
  readonly dataThrough?: number;
}

export type ListingTable = "suburb_listing_stats" | "suburb_price_drops" | "state_price_drops";

/** The older stamps of the tables joined in an answer: none when one of them was never computed. */
export function freshnessOf(view: SnapshotView, tables: readonly ListingTable[]): Freshness {
  const stamps = view.derived(
    "refresh-stamps",
    () => view.pages.find("refresh_stamps", "all")?.json<RefreshStamp[]>(0) ?? [],
  );
  const found = stamps.filter((stamp) => (tables as readonly string[]).includes(stamp.name));
  if (found.length < tables.length) return {};
  const asOf = Math.min(...found.map((stamp) => stamp.as_of));
  if (found.some((stamp) => stamp.data_through === null)) return { asOf };
  return { asOf, dataThrough: Math.min(...found.map((stamp) => stamp.data_through!)) };
}

/** The fields of a message that tell it. */
export function freshnessFields({ asOf, dataThrough }: Freshness) {
  return {
    ...(asOf === undefined ? {} : { asOf: timestampOfInstant(asOf) }),
    ...(dataThrough === undefined ? {} : { dataThrough: timestampOfInstant(dataThrough) }),
  };
}
