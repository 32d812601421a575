import { STATE_CODES } from "../states.ts";
import {
  type ColumnDefinition,
  column,
  licenceColumn,
  RESTRICTED_LICENCE,
  salCodeColumn,
  type TableDefinition,
} from "../table-definition.ts";

export const PRICE_KINDS = [
  "fixed",
  "range_low",
  "range_high",
  "offers_over",
  "auction",
  "poa",
  "unknown",
] as const;
export const LISTING_STATUSES = ["for_sale", "under_offer", "sold", "withdrawn", "unknown"] as const;
export const EVENT_TYPES = [
  "first_seen",
  "price_drop",
  "price_rise",
  "relisted",
  "status_change",
  "delisted",
] as const;

const small = (name: string, doc: string, example: string): ColumnDefinition =>
  column(name, "int", doc, example, { min: 0, max: 1000, nullMeaning: "unknown" });

const price = (name: string, doc: string, example: string, nullMeaning: string): ColumnDefinition =>
  column(name, "double", doc, example, { unit: "AUD", above: 0, nullMeaning });

const addressKey = column(
  "address_key",
  "text",
  "Physical address: street, suburb, state and postcode as slugs; empty rows count in no aggregate.",
  "12-mill-street-richmond-vic-3121",
  { default: "", keyCase: "lower" },
);

const source = column("source", "text", "Portal slug.", "rea", { required: true });
const listingId = column("listing_id", "text", "The portal's listing id.", "145001", { required: true });
const regionCode = column("region_code", "text", "Suburb region.", "SUBURB:VIC-RICHMOND", {
  required: true,
  keyCase: "upper",
  references: "house_price_regions.region_code",
});

export const PROPERTY_LISTINGS: TableDefinition = {
  name: "property_listings",
  title: "Listings",
  doc: "One row an advert on a portal, in its latest known state. Rows under the restricted licence, which is what a row without a licence is taken for, leave the build with their events.",
  key: ["source", "listing_id"],
  columns: [
    column("id", "int", "Row number, unique.", "1", { required: true, unique: true, min: 0, wide: true }),
    source,
    listingId,
    column("listing_url", "text", "Advert address.", "https://portal-a.example/145001", { default: "" }),
    regionCode,
    salCodeColumn({ nullMeaning: "the region is not linked to a suburb" }, "22170"),
    column("suburb", "text", "Suburb name as advertised.", "Richmond", { default: "" }),
    column("state_code", "text", "State as advertised.", "VIC", {
      values: [...STATE_CODES, "AU", ""],
      default: "",
    }),
    column("postcode", "text", "Postcode as advertised.", "3121", { default: "" }),
    column("display_address", "text", "Address as advertised.", "12 Mill Street, Richmond VIC 3121", {
      default: "",
    }),
    addressKey,
    column("property_type", "text", "Kind of property.", "house", { default: "" }),
    small("bedrooms", "Bedrooms.", "3"),
    small("bathrooms", "Bathrooms.", "2"),
    small("car_spaces", "Car spaces.", "1"),
    column("land_size_sqm", "double", "Land size.", "412", { unit: "m²", min: 0, nullMeaning: "unknown" }),
    price("price", "Asking price, or lower end of a range.", "1250000", "auction or on application"),
    price("price_high", "Upper end of a range.", "1350000", "no range"),
    column("price_display", "text", "Price as advertised.", "$1,250,000 - $1,350,000", { default: "" }),
    column("price_kind", "text", "How the price is meant.", "range_low", {
      default: "unknown",
      values: PRICE_KINDS,
    }),
    column("listing_status", "text", "State of the advert.", "for_sale", {
      default: "unknown",
      values: LISTING_STATUSES,
    }),
    column("is_active", "bool", "True while the advert is on the portal.", "true", { required: true }),
    column("first_seen_at", "timestamp", "First sighting (UTC).", "2026-08-02T03:10:00Z", { required: true }),
    column("last_seen_at", "timestamp", "Latest sighting (UTC).", "2026-11-12T18:40:00Z", { required: true }),
    column("agency_id", "text", "The portal's agency id.", "A1042", { nullMeaning: "no agency" }),
    column("agency_name", "text", "Agency name.", "Example & Daughters", { nullMeaning: "no agency" }),
    column("agent_names", "text[]", "Agent names as advertised.", "[]", { nullMeaning: "none" }),
    licenceColumn(RESTRICTED_LICENCE),
  ],
};

export const PROPERTY_PRICE_EVENTS: TableDefinition = {
  name: "property_price_events",
  title: "Listing events",
  doc: "What changed in a listing and when: first sight, price moves, relists, status changes, delistings.",
  key: ["listing_pk", "event_type", "observed_at"],
  columns: [
    column("id", "int", "Row number, unique; ties in time are read in this order.", "1", {
      required: true,
      unique: true,
      min: 0,
      wide: true,
    }),
    column("listing_pk", "int", "Listing the event belongs to.", "1", {
      required: true,
      references: "property_listings.id",
      wide: true,
    }),
    source,
    listingId,
    regionCode,
    salCodeColumn({ nullMeaning: "the region is not linked to a suburb" }, "22170"),
    addressKey,
    column("observed_at", "timestamp", "When it was observed (UTC).", "2026-09-14T02:00:00Z", {
      required: true,
    }),
    column("event_type", "text", "Kind of event.", "price_drop", { required: true, values: EVENT_TYPES }),
    price("price", "Price after the event.", "1180000", "not known"),
    price("prev_price", "Price before the event.", "1250000", "not known"),
    column("price_kind", "text", "How the price is meant.", "fixed", {
      default: "unknown",
      values: PRICE_KINDS,
    }),
    column("drop_abs", "double", "prev_price - price: positive for a cut, negative for a rise.", "70000", {
      unit: "AUD",
      nullMeaning: "no move",
    }),
    column("drop_pct", "double", "drop_abs / prev_price.", "0.056", {
      unit: "fraction",
      max: 1,
      nullMeaning: "no move",
    }),
    column("listing_status", "text", "Status after the event.", "for_sale", {
      default: "unknown",
      values: LISTING_STATUSES,
    }),
    column("prev_status", "text", "Status before the event.", "for_sale", {
      values: LISTING_STATUSES,
      nullMeaning: "no change",
    }),
  ],
};

export const PROPERTY_VALUATIONS: TableDefinition = {
  name: "property_valuations",
  title: "Valuations",
  doc: "Automated valuations by address. Only rows fetched successfully under a public licence are served.",
  key: ["address_key"],
  columns: [
    column("address_key", "text", "Physical address.", "12-mill-street-richmond-vic-3121", {
      required: true,
      keyCase: "lower",
    }),
    column("source", "text", "Source id.", "synthetic-valuations", { required: true, sourceId: true }),
    column("profile_url", "text", "Page of the valuation.", "", { default: "" }),
    column("fetched_at", "timestamp", "When it was fetched (UTC).", "2026-10-30T00:00:00Z", {
      required: true,
    }),
    column("fetch_status", "text", "Outcome of the fetch.", "ok", {
      required: true,
      values: ["ok", "blocked", "notfound", "error"],
    }),
    price("estimate_low", "Low estimate.", "1100000", "unknown"),
    price("estimate_mid", "Mid estimate.", "1210000", "unknown"),
    price("estimate_high", "High estimate.", "1320000", "unknown"),
    column("estimate_confidence", "text", "Confidence as published.", "medium", { nullMeaning: "unknown" }),
    column(
      "valuation_granularity",
      "text",
      "Whether the estimate is for the dwelling or its building.",
      "exact",
      {
        default: "exact",
        values: ["exact", "building"],
      },
    ),
    price("rent_estimate_mid", "Weekly rent estimate.", "720", "unknown"),
    small("bedrooms", "Bedrooms.", "3"),
    small("bathrooms", "Bathrooms.", "2"),
    small("car_spaces", "Car spaces.", "1"),
    column("land_size_sqm", "double", "Land size.", "412", { unit: "m²", min: 0, nullMeaning: "unknown" }),
    column("building_size_sqm", "double", "Building size.", "160", {
      unit: "m²",
      min: 0,
      nullMeaning: "unknown",
    }),
    column("year_built", "int", "Year built.", "1924", { min: 1788, max: 2100, nullMeaning: "unknown" }),
    column("property_type", "text", "Kind of property.", "house", { default: "" }),
    column("sales_history", "json", "Past sales, an array of {date, price, agency, event_type}.", "[]", {
      nullMeaning: "none known",
    }),
    licenceColumn(RESTRICTED_LICENCE),
  ],
};
