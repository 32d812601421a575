import type { PageRow } from "../../../engine/pages/page-row.ts";
import { statement } from "../../../engine/sql/statement.ts";

export interface SuburbDropListingRow {
  readonly source: string;
  readonly listing_url: string;
  readonly display_address: string;
  readonly property_type: string;
  readonly bedrooms: number;
  readonly bathrooms: number;
  readonly car_spaces: number;
  readonly prev_price: number;
  readonly price: number;
  readonly drop_pct: number;
  readonly drop_abs: number;
  /** Epoch milliseconds. */
  readonly observed_at: number;
  readonly address_key: string;
  readonly agency_name: string;
  readonly agent_names: readonly string[];
}

/** A line of a page: the listing with its suburb and region. */
export interface SuburbDropListingLine extends SuburbDropListingRow {
  readonly sal_code: string;
  readonly region_code: string;
}

/** The pages that hold the lines of one suburb, in answer order. */
export const SUBURB_DROP_LISTINGS = statement<PageRow>(
  "suburb-drop-listings",
  { suburbHash: "ubigint" },
  `
SELECT lines
FROM suburb_drop_listings
WHERE first_key <= $suburbHash
  AND last_key >= $suburbHash
`,
);
