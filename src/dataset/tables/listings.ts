import { STATE_CODES } from "../states.ts";
import {
  bool,
  double,
  int,
  isSource,
  json,
  licence,
  must,
  RESTRICTED_LICENCE,
  salCode,
  table,
  text,
  texts,
  timestamp,
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

const small = (doc: string, example: string) => int(doc, example, { min: 0, max: 1000 });

const price = (doc: string, example: string, missing = "unknown") =>
  double(doc, example, missing, { unit: "AUD", above: 0 });

const addressKey = text(
  "Physical address: street, suburb, state and postcode as slugs; aggregates ignore rows without it.",
  "12-mill-street-richmond-vic-3121",
  { default: "", keyCase: "lower" },
);

const source = text("Portal slug.", "rea", must);
const listingId = text("The portal's listing id.", "145001", must);
const regionCode = text("Suburb region.", "SUBURB:VIC-RICHMOND", must, {
  keyCase: "upper",
  references: "house_price_regions.region_code",
});

export const PROPERTY_LISTINGS = table("property_listings", "Listings", {
  key: ["source", "listing_id"],
  doc: "One row per advert on a portal, in its latest known state. Rows under the restricted licence, the default, are removed during the build, with their events.",
  columns: {
    id: int("Row number, unique.", "1", must, { unique: true, min: 0, wide: true }),
    source,
    listing_id: listingId,
    listing_url: text("URL of the advert.", "https://portal-a.example/145001", { default: "" }),
    region_code: regionCode,
    sal_code: salCode("the region is not linked to a suburb", "22170"),
    suburb: text("Suburb name as advertised.", "Richmond", { default: "" }),
    state_code: text("State as advertised.", "VIC", { values: [...STATE_CODES, "AU", ""], default: "" }),
    postcode: text("Postcode as advertised.", "3121", { default: "" }),
    display_address: text("Address as advertised.", "12 Mill Street, Richmond VIC 3121", { default: "" }),
    address_key: addressKey,
    property_type: text("Kind of property.", "house", { default: "" }),
    bedrooms: small("Bedrooms.", "3"),
    bathrooms: small("Bathrooms.", "2"),
    car_spaces: small("Car spaces.", "1"),
    land_size_sqm: double("Land size.", "412", { unit: "m²", min: 0 }),
    price: price("Asking price, or lower end of a range.", "1250000", "auction or on application"),
    price_high: price("Upper end of a range.", "1350000", "no range"),
    price_display: text("Price as advertised.", "$1,250,000 - $1,350,000", { default: "" }),
    price_kind: text("Kind of price.", "range_low", { default: "unknown", values: PRICE_KINDS }),
    listing_status: text("State of the advert.", "for_sale", {
      default: "unknown",
      values: LISTING_STATUSES,
    }),
    is_active: bool("True if the advert is on the portal.", "true", must),
    first_seen_at: timestamp("First sighting (UTC).", "2026-08-02T03:10:00Z", must),
    last_seen_at: timestamp("Latest sighting (UTC).", "2026-11-12T18:40:00Z", must),
    agency_id: text("The portal's agency id.", "A1042", "no agency"),
    agency_name: text("Agency name.", "Example & Daughters", "no agency"),
    agent_names: texts("Agent names as advertised.", "[]", "none"),
    source_licence: licence(RESTRICTED_LICENCE),
  },
});

export const PROPERTY_PRICE_EVENTS = table("property_price_events", "Listing events", {
  key: ["listing_pk", "event_type", "observed_at"],
  doc: "Changes of a listing with their times: first sightings, price changes, relistings, status changes, delistings.",
  columns: {
    id: int("Row number, unique; orders events at the same time.", "1", must, {
      unique: true,
      min: 0,
      wide: true,
    }),
    listing_pk: int("Listing to which the event belongs.", "1", must, {
      references: "property_listings.id",
      wide: true,
    }),
    source,
    listing_id: listingId,
    region_code: regionCode,
    sal_code: salCode("the region is not linked to a suburb", "22170"),
    address_key: addressKey,
    observed_at: timestamp("When it was observed (UTC).", "2026-09-14T02:00:00Z", must),
    event_type: text("Kind of event.", "price_drop", must, { values: EVENT_TYPES }),
    price: price("Price after the event.", "1180000", "not known"),
    prev_price: price("Price before the event.", "1250000", "not known"),
    price_kind: text("Kind of price.", "fixed", { default: "unknown", values: PRICE_KINDS }),
    drop_abs: double("prev_price - price: positive for a cut, negative for a rise.", "70000", "no move", {
      unit: "AUD",
    }),
    drop_pct: double("drop_abs / prev_price.", "0.056", "no move", { unit: "fraction", max: 1 }),
    listing_status: text("Status after the event.", "for_sale", {
      default: "unknown",
      values: LISTING_STATUSES,
    }),
    prev_status: text("Status before the event.", "for_sale", "no change", { values: LISTING_STATUSES }),
  },
});

export const PROPERTY_VALUATIONS = table("property_valuations", "Valuations", {
  key: ["address_key"],
  doc: "Automated valuations by address. Only rows fetched successfully under a public licence are served.",
  columns: {
    address_key: text("Physical address.", "12-mill-street-richmond-vic-3121", must, { keyCase: "lower" }),
    source: text("Source id.", "synthetic-valuations", must, isSource),
    profile_url: text("Page of the valuation.", "", { default: "" }),
    fetched_at: timestamp("When it was fetched (UTC).", "2026-10-30T00:00:00Z", must),
    fetch_status: text("Outcome of the fetch.", "ok", must, {
      values: ["ok", "blocked", "notfound", "error"],
    }),
    estimate_low: price("Low estimate.", "1100000"),
    estimate_mid: price("Mid estimate.", "1210000"),
    estimate_high: price("High estimate.", "1320000"),
    estimate_confidence: text("Confidence as published.", "medium"),
    valuation_granularity: text("Whether the estimate is for the dwelling or its building.", "exact", {
      default: "exact",
      values: ["exact", "building"],
    }),
    rent_estimate_mid: price("Weekly rent estimate.", "720"),
    bedrooms: small("Bedrooms.", "3"),
    bathrooms: small("Bathrooms.", "2"),
    car_spaces: small("Car spaces.", "1"),
    land_size_sqm: double("Land size.", "412", { unit: "m²", min: 0 }),
    building_size_sqm: double("Building size.", "160", { unit: "m²", min: 0 }),
    year_built: int("Year built.", "1924", { min: 1788, max: 2100 }),
    property_type: text("Kind of property.", "house", { default: "" }),
    sales_history: json("Past sales, an array of {date, price, agency, event_type}.", "[]", "none known"),
    source_licence: licence(RESTRICTED_LICENCE),
  },
});
