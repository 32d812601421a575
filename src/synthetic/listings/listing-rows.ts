import type { Row } from "../../dataset/csv-writer.ts";
import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import { type Random, round, roundTo } from "../../runtime/random.ts";
import { CRAWL_START_DAY, dateText } from "../calendar.ts";
import { choices } from "../places/names.ts";
import { PUBLIC_LICENCE } from "../sources.ts";
import { type Address, isStrata } from "./addresses.ts";
import type { Advert, AdvertEvent } from "./adverts.ts";
import { type CrawledSuburb, LAST_DAY } from "./crawl.ts";

const DATES = Array.from({ length: LAST_DAY + 1 }, (_, day) => dateText(CRAWL_START_DAY + day));

/** UTC instant of a portal's sweep on a day of the crawl. */
function sweepInstant(place: CrawledSuburb, portal: string, day: number): string {
  const minute = place.minutes[portal];
  const hours = String(Math.floor(minute / 60)).padStart(2, "0");
  return `${DATES[day]}T${hours}:${String(minute % 60).padStart(2, "0")}:00Z`;
}

export function listingRow(random: Random, place: CrawledSuburb, ad: Advert, id: number): Row {
  const { address } = ad;
  const priceHigh =
    ad.kind === "range_low" && ad.price !== null
      ? roundTo(ad.price * (1.04 + 0.06 * random.unit()), 5000)
      : null;
  const listingId = listingIdOf(id);
  const oddState = random.chance(0.003);
  return {
    id,
    source: ad.portal,
    listing_id: listingId,
    listing_url: random.chance(0.015) ? null : `https://${ad.portal}.example/listing/${listingId}`,
    region_code: place.regionCode,
    sal_code: place.salCode,
    suburb: place.name,
    state_code: oddState ? (random.chance(0.5) ? "AU" : null) : place.state,
    postcode: place.postcode,
    display_address: address.display,
    address_key: address.key,
    property_type: address.propertyType,
    bedrooms: address.bedrooms,
    bathrooms: address.bathrooms,
    car_spaces: address.carSpaces,
    land_size_sqm: address.landSqm,
    price: ad.price,
    price_high: priceHigh,
    price_display: displayPrice(ad, priceHigh),
    price_kind: ad.kind,
    listing_status: ad.status,
    is_active: ad.active,
    first_seen_at: sweepInstant(place, ad.portal, ad.firstDay),
    last_seen_at: sweepInstant(place, ad.portal, ad.lastSeenDay),
    agency_id: ad.agency?.ids[ad.portal] ?? null,
    agency_name: ad.agency?.name ?? null,
    agent_names: ad.agency === null ? null : JSON.stringify(agentsOf(random, ad.agency.agents)),
    source_licence: PUBLIC_LICENCE,
  };
}

export function eventRow(
  place: CrawledSuburb,
  ad: Advert,
  event: AdvertEvent,
  id: number,
  listing: number,
): Row {
  const moved = event.type === "price_drop" || event.type === "price_rise";
  const change = moved ? event.prevPrice! - event.price! : null;
  return {
    id,
    listing_pk: listing,
    source: ad.portal,
    listing_id: listingIdOf(listing),
    region_code: place.regionCode,
    sal_code: place.salCode,
    address_key: ad.address.key,
    observed_at: sweepInstant(place, ad.portal, event.day),
    event_type: event.type,
    price: event.price,
    prev_price: event.type === "delisted" ? null : event.prevPrice,
    price_kind: ad.kind,
    drop_abs: change,
    drop_pct: change === null ? null : round(change / event.prevPrice!, 6),
    listing_status: event.status,
    prev_status: event.prevStatus,
  };
}

function listingIdOf(id: number): string {
  return String(140_000_000 + id);
}

function agentsOf(random: Random, agents: readonly string[]): string[] {
  const first = random.pick(agents);
  return random.chance(0.3) && first !== agents[0] ? [first, agents[0]] : [first];
}

function displayPrice(ad: Advert, priceHigh: number | null): string {
  if (ad.price === null) return ad.kind === "auction" ? "Auction" : "Contact agent";
  const price = dollars(ad.price);
  if (priceHigh !== null) return `${price} - ${dollars(priceHigh)}`;
  if (ad.kind === "offers_over") return `Offers over ${price}`;
  return ad.kind === "range_high" ? `Up to ${price}` : price;
}

const AMOUNTS = new Intl.NumberFormat("en-US");

const dollars = (amount: number) => `$${AMOUNTS.format(amount)}`;

const STATUSES = choices("ok 82, blocked 8, notfound 6, error 4");

/** A valuation of the address. Half are restricted; a few failed and have no figures. */
export function valuationRow(random: Random, address: Address, slowness: number): Row {
  const status = random.weighted(STATUSES);
  const fetched = `2026-${String(random.int(8, 10)).padStart(2, "0")}-${String(random.int(1, 28)).padStart(2, "0")}T04:00:00Z`;
  const about = {
    address_key: address.key,
    source: "synthetic-valuations",
    profile_url: `https://valuations.example/${address.key}`,
    fetched_at: fetched,
    fetch_status: status,
    source_licence: random.chance(0.5) ? PUBLIC_LICENCE : RESTRICTED_LICENCE,
  };
  if (status !== "ok") return about;
  const middle = roundTo(address.worth, 5000);
  return {
    ...about,
    estimate_low: roundTo(middle * 0.9, 5000),
    estimate_mid: middle,
    estimate_high: roundTo(middle * 1.11, 5000),
    estimate_confidence: random.pick(["low", "medium", "high"]),
    valuation_granularity: isStrata(address.propertyType) && random.chance(0.4) ? "building" : "exact",
    rent_estimate_mid: roundTo(90 + middle * 0.00055, 5),
    bedrooms: address.bedrooms,
    bathrooms: address.bathrooms,
    car_spaces: address.carSpaces,
    land_size_sqm: address.landSqm,
    building_size_sqm: random.chance(0.6) ? random.int(55, 320) : null,
    year_built: random.chance(0.7) ? random.int(1890, 2024) : null,
    property_type: address.propertyType,
    sales_history: JSON.stringify(pastSales(random, middle, slowness)),
  };
}

/** Newest first; a null price is undisclosed. */
function pastSales(random: Random, worth: number, slowness: number) {
  const count = random.int(0, 3);
  return Array.from({ length: count }, (_, i) => {
    const year = 2024 - Math.round(i * random.int(5, 8) * slowness);
    return {
      date: random.chance(0.05) ? "" : `${year}-0${random.int(1, 9)}-1${random.int(0, 9)}`,
      price: random.chance(0.15) ? null : roundTo(worth * 0.94 ** (2026 - year), 1000),
      agency: random.chance(0.5) ? `Synthetic agency ${random.int(1, 90)}` : "",
      event_type: "sold",
    };
  });
}
