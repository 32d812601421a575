import type { SnapshotView } from "../../engine/view.ts";
import type { SnapshotSource } from "../../snapshot/manifest/manifest.ts";
import { sourcesOfColumns } from "../../snapshot/manifest/metric-sources.ts";

/** The dataset tables that everything about listings is computed from. */
export const LISTING_TABLES = ["property_listings", "property_price_events"];

/** The sources of those tables, in the order of the dataset. */
export function listingSources({ manifest: { sources } }: SnapshotView): SnapshotSource[] {
  return sources.filter((source) =>
    LISTING_TABLES.some((table) => sourcesOfColumns(table, undefined, [source]).length > 0),
  );
}
