/**
 * Fields of the rows that serving tables hold as one JSON array of values each, in this order. A request reads whole
 * rows of these tables and never a part of them, and one text costs it a tenth of what a column for every field does.
 * Instants are epoch milliseconds.
 */
export const SUBURB_DROP_FIELDS = [
  "region_code",
  "sal_code",
  "sal_name",
  "state_code",
  "dropped_listing_count",
  "avg_drop_pct",
  "median_drop_pct",
  "max_drop_pct",
  "max_drop_abs",
  "total_active_listings",
  "dropped_share",
  "postcode",
  "for_sale_count",
  "avg_asking",
  "median_asking",
  "sold_count",
  "avg_sold",
  "median_sold",
  "dropped_value",
] as const;

export const DROP_LISTING_FIELDS = [
  "source",
  "listing_url",
  "display_address",
  "property_type",
  "bedrooms",
  "bathrooms",
  "car_spaces",
  "prev_price",
  "price",
  "drop_pct",
  "drop_abs",
  "observed_at",
  "address_key",
  "agency_name",
  "agent_names",
] as const;

/** What a line of drop listings holds: its suburb and region as well. */
export const DROP_LISTING_LINE_FIELDS = ["sal_code", "region_code", ...DROP_LISTING_FIELDS] as const;

export const ADDRESS_DROP_FIELDS = [
  "address_key",
  "display_address",
  "suburb",
  "state_code",
  "postcode",
  "first_price",
  "current_price",
  "drop_abs",
  "drop_pct",
  "num_listings",
  "latest_source",
  "latest_listing_url",
  "last_observed_at",
  "property_type",
  "bedrooms",
  "bathrooms",
  "agency_name",
  "agent_names",
] as const;

export const AGENCY_FIELDS = [
  "source",
  "agency_id",
  "agency_name",
  "state_code",
  "active_listings",
  "priced_listings",
  "avg_asking",
  "median_asking",
  "suburbs_covered",
  "dropped_count",
  "avg_drop_pct",
  "total_drop_value",
] as const;

export const PROPERTY_ADDRESS_FIELDS = [
  "address_key",
  "display_address",
  "suburb",
  "state_code",
  "postcode",
  "num_listings",
  "first_price",
  "distinct_dwellings",
  "source",
  "listing_id",
  "listing_url",
  "price",
  "price_display",
  "price_kind",
  "listing_status",
  "is_active",
  "bedrooms",
  "bathrooms",
  "car_spaces",
  "land_size_sqm",
  "property_type",
  "first_seen_at",
  "last_seen_at",
  "agency_name",
  "agent_names",
] as const;

export const PROPERTY_EVENT_FIELDS = [
  "observed_at",
  "event_type",
  "source",
  "listing_id",
  "price",
  "prev_price",
  "drop_abs",
  "drop_pct",
  "listing_status",
  "prev_status",
] as const;

/** The row whose fields hold these values. */
export function unpackRow<Row extends object>(
  fields: readonly (keyof Row & string)[],
  values: readonly unknown[],
): Row {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < fields.length; i++) row[fields[i]] = values[i];
  return row as Row;
}
