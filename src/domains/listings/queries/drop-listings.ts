import { DROP_LISTING_LINE_FIELDS, unpackRow } from "../../../engine/pages/packed-rows.ts";
import { payloadsOf } from "../../../engine/pages/paged-lines.ts";
import type { ServingDatabase } from "../../../engine/sql/database.ts";
import { keyHash } from "./key-hash.ts";
import {
  SUBURB_DROP_LISTINGS,
  type SuburbDropListingLine,
  type SuburbDropListingRow,
} from "./suburb-drop-listings.ts";

/** One of the codes may be empty, not both. */
export interface DropListingsQuery {
  readonly salCode: string;
  readonly regionCode: string;
  readonly windowDays: number;
  readonly limit: number;
}

/** The first cut listings of one suburb in one window; an empty code matches every row of the other's. */
export async function suburbDropListings(
  database: ServingDatabase,
  { salCode, regionCode, windowDays, limit }: DropListingsQuery,
  signal?: AbortSignal,
): Promise<SuburbDropListingRow[]> {
  const suburbHash = keyHash(regionCode === "" ? `sal:${salCode}` : `region:${regionCode}`);
  const pages = await database.query(SUBURB_DROP_LISTINGS, { suburbHash }, signal);
  const shown: SuburbDropListingRow[] = [];
  if (limit < 1) return shown;
  for (const line of payloadsOf(pages.columns.lines, suburbHash)) {
    // Windows are three digits each: the first that shows the cut, and the first that shows a better one instead.
    if (Number(line.slice(0, 3)) > windowDays || Number(line.slice(3, 6)) <= windowDays) continue;
    const row = unpackRow<SuburbDropListingLine>(DROP_LISTING_LINE_FIELDS, JSON.parse(line.slice(6)));
    if (salCode !== "" && row.sal_code !== salCode) continue;
    if (regionCode !== "" && row.region_code !== regionCode) continue;
    if (shown.push(row) === limit) break;
  }
  return shown;
}
