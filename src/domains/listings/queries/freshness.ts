import type { ServingDatabase } from "../../../engine/sql/database.ts";
import { rowsOf } from "../../../engine/sql/rows-of.ts";
import { loadOnce } from "../../../runtime/lazy.ts";
import { REFRESH_STAMPS, type RefreshStampRow } from "./refresh-stamps.ts";

/** How fresh an answer is, epoch milliseconds; a member is absent when it is not known. */
export interface Freshness {
  readonly asOf?: number;
  readonly dataThrough?: number;
  /** Why the stamps could not be read; the answer goes without them. */
  readonly failure?: unknown;
}

export type ListingTable = "suburb_listing_stats" | "suburb_price_drops" | "state_price_drops";

/** The stamps of one snapshot, read once; a failed read is forgotten, so that the next call tries again. */
export function createFreshness(
  database: ServingDatabase,
): (tables: readonly ListingTable[]) => Promise<Freshness> {
  const read = loadOnce(async () => rowsOf(await database.query(REFRESH_STAMPS, {})));
  return (tables) =>
    read().then(
      (stamps) => oldestOf(stamps, tables),
      (failure: unknown) => ({ failure }),
    );
}

/** The older stamps of the tables joined in an answer: none when one of them was never computed. */
function oldestOf(stamps: readonly RefreshStampRow[], tables: readonly ListingTable[]): Freshness {
  const found = stamps.filter((stamp) => (tables as readonly string[]).includes(stamp.name));
  if (found.length < tables.length) return {};
  const asOf = Math.min(...found.map((stamp) => stamp.as_of));
  if (found.some((stamp) => stamp.data_through === null)) return { asOf };
  return { asOf, dataThrough: Math.min(...found.map((stamp) => stamp.data_through!)) };
}
