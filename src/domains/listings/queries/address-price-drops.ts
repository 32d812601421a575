import type { PackedRow } from "../../../engine/pages/packed-row-statement.ts";
import { statement } from "../../../engine/sql/statement.ts";

export interface AddressPriceDropRow {
  readonly address_key: string;
  readonly display_address: string;
  readonly suburb: string;
  readonly state_code: string;
  readonly postcode: string;
  readonly first_price: number;
  readonly current_price: number;
  readonly drop_abs: number;
  readonly drop_pct: number;
  readonly num_listings: number;
  readonly latest_source: string;
  readonly latest_listing_url: string;
  /** Epoch milliseconds. */
  readonly last_observed_at: number;
  readonly property_type: string;
  readonly bedrooms: number;
  readonly bathrooms: number;
  readonly agency_name: string;
  readonly agent_names: readonly string[];
}

/** The first addresses of a scope and window, in rank order. */
export const ADDRESS_PRICE_DROPS = statement<PackedRow>(
  "address-price-drops",
  { scope: "varchar", sort: "varchar", windowDays: "integer", limit: "integer" },
  `
SELECT packed
FROM address_price_drops
WHERE scope = $scope
  AND sort = $sort
  AND min_window <= $windowDays
  AND max_window > $windowDays
LIMIT $limit
`,
);
