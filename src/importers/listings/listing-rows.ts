import type { ImportRow } from "../importer.ts";
import { type SuburbNames, suburbRegionCode } from "../places/suburb-names.ts";
import { suburbRegionRow } from "../prices/suburb-figures.ts";
import type { FollowedListing, ListingEvent } from "./follow-sweeps.ts";
import type { Sighting } from "./sighting.ts";

/** Collects the price regions of advertised suburbs; without exactly one match, a region has no suburb. */
export class ListingRegions {
  readonly rows = new Map<string, ImportRow>();
  readonly unlinked = new Set<string>();
  readonly #suburbs: SuburbNames;

  constructor(suburbs: SuburbNames) {
    this.#suburbs = suburbs;
  }

  of({ suburb, stateCode }: Sighting): { code: string; salCode: string | null } {
    const [only, ...others] = this.#suburbs.find(stateCode, suburb);
    if (only !== undefined && others.length === 0) {
      const row = suburbRegionRow(this.#suburbs, only);
      this.rows.set(row.region_code, row);
      return { code: row.region_code, salCode: only.salCode };
    }
    const code = suburbRegionCode(stateCode, suburb);
    const row = { region_code: code, region_type: "suburb", region_name: suburb, state_code: stateCode };
    this.unlinked.add(`${suburb} (${stateCode})`);
    this.rows.set(code, row);
    return { code, salCode: null };
  }
}

export function listingRow(id: number, listing: FollowedListing, regions: ListingRegions): ImportRow {
  const { latest, firstSeenAt, lastSeenAt, isActive } = listing;
  const { code, salCode } = regions.of(latest);
  return {
    id,
    source: latest.source,
    listing_id: latest.listingId,
    region_code: code,
    sal_code: salCode,
    suburb: latest.suburb,
    state_code: latest.stateCode,
    address_key: latest.addressKey,
    price: latest.price,
    price_kind: latest.priceKind,
    listing_status: latest.status,
    is_active: isActive,
    first_seen_at: firstSeenAt,
    last_seen_at: lastSeenAt,
    ...latest.cells,
  };
}

export function eventRow(id: number, event: ListingEvent, listing: ImportRow): ImportRow {
  const { id: listing_pk, source, region_code, sal_code, address_key } = listing;
  const { price, prev_price } = event;
  const drop_abs = prev_price === null || price === null ? null : prev_price - price;
  const drop_pct = drop_abs === null ? null : drop_abs / prev_price!;
  return { id, listing_pk, source, region_code, sal_code, address_key, ...event, drop_abs, drop_pct };
}
