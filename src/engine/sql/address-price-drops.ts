import { statement } from "./statement.ts";

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
export const ADDRESS_PRICE_DROPS = statement<AddressPriceDropRow>(
  "address-price-drops",
  { scope: "varchar", sort: "varchar", windowDays: "integer", limit: "integer" },
  `
SELECT
  address_key,
  display_address,
  suburb,
  state_code,
  postcode,
  first_price,
  current_price,
  drop_abs,
  drop_pct,
  num_listings,
  latest_source,
  latest_listing_url,
  last_observed_at,
  property_type,
  bedrooms,
  bathrooms,
  agency_name,
  agent_names
FROM address_price_drops
WHERE scope = $scope
  AND sort = $sort
  AND min_window <= $windowDays
  AND max_window > $windowDays
LIMIT $limit
`,
);
