import type { PageRow } from "../../../engine/pages/page-row.ts";
import { statement } from "../../../engine/sql/statement.ts";

/** An address with its current listing. Times are epoch milliseconds. */
export interface PropertyAddressRow {
  readonly address_key: string;
  readonly display_address: string;
  readonly suburb: string;
  readonly state_code: string;
  readonly postcode: string;
  readonly num_listings: number;
  readonly first_price: number | null;
  readonly distinct_dwellings: number;
  readonly source: string;
  readonly listing_id: string;
  readonly listing_url: string;
  readonly price: number | null;
  readonly price_display: string;
  readonly price_kind: string;
  readonly listing_status: string;
  readonly is_active: boolean;
  readonly bedrooms: number;
  readonly bathrooms: number;
  readonly car_spaces: number;
  readonly land_size_sqm: number;
  readonly property_type: string;
  readonly first_seen_at: number;
  readonly last_seen_at: number;
  readonly agency_name: string;
  readonly agent_names: readonly string[];
}

export interface PropertyEventRow {
  /** Epoch milliseconds. */
  readonly observed_at: number;
  readonly event_type: string;
  readonly source: string;
  readonly listing_id: string;
  readonly price: number | null;
  readonly prev_price: number | null;
  readonly drop_abs: number | null;
  readonly drop_pct: number | null;
  readonly listing_status: string;
  readonly prev_status: string;
}

/** The page that holds the line of an address, if any does; a line is `[hasValuation, address, events]`. */
export const PROPERTY_HISTORY = statement<PageRow>(
  "property-history",
  { addressHash: "ubigint" },
  `
SELECT lines
FROM property_histories
WHERE first_key <= $addressHash
  AND last_key >= $addressHash
`,
);

export interface PropertyValuationRow {
  readonly source: string;
  readonly profile_url: string;
  /** Epoch milliseconds. */
  readonly fetched_at: number;
  readonly estimate_low: number | null;
  readonly estimate_mid: number | null;
  readonly estimate_high: number | null;
  readonly estimate_confidence: string;
  readonly valuation_granularity: string;
  readonly rent_estimate_mid: number | null;
  readonly bedrooms: number;
  readonly bathrooms: number;
  readonly car_spaces: number;
  readonly land_size_sqm: number | null;
  readonly building_size_sqm: number | null;
  readonly year_built: number;
  readonly property_type: string;
  /** JSON array of {date, price, agency, event_type}, newest first. */
  readonly sales_history: string;
}

/** The valuation of one address. The build leaves restricted rows out; the licence is looked at once more here. */
export const PROPERTY_VALUATION = statement<PropertyValuationRow>(
  "property-valuation",
  { addressHash: "ubigint", addressKey: "varchar", restrictedLicence: "varchar" },
  `
SELECT
  source,
  profile_url,
  fetched_at,
  estimate_low,
  estimate_mid,
  estimate_high,
  estimate_confidence,
  valuation_granularity,
  rent_estimate_mid,
  bedrooms,
  bathrooms,
  car_spaces,
  land_size_sqm,
  building_size_sqm,
  year_built,
  property_type,
  sales_history
FROM property_valuations
WHERE address_hash = $addressHash
  AND address_key = $addressKey
  AND source_licence <> $restrictedLicence
`,
);
