import type { PackedRow } from "./packed-rows.ts";
import { statement } from "./statement.ts";

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

/** The cut listings of one suburb in one window, in table order; an empty code matches every row of the hash. */
export const SUBURB_DROP_LISTINGS = statement<PackedRow>(
  "suburb-drop-listings",
  {
    suburbHash: "ubigint",
    salCode: "varchar",
    regionCode: "varchar",
    windowDays: "integer",
    limit: "integer",
  },
  `
SELECT packed
FROM suburb_drop_listings
WHERE suburb_hash = $suburbHash
  AND min_window <= $windowDays
  AND max_window > $windowDays
  AND ($salCode = '' OR sal_code = $salCode)
  AND ($regionCode = '' OR region_code = $regionCode)
LIMIT $limit
`,
);
