import { isStateCode } from "../../dataset/states.ts";
import { LISTING_STATUSES, PRICE_KINDS } from "../../dataset/tables/listings.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { nameSlug } from "../places/suburb-names.ts";
import type { FeedRows } from "./feed-rows.ts";
import type { FeedColumn, ListingMapping } from "./listing-mapping.ts";

/** Licence of listings whose mapping names none: the operator's agreement with the portal. */
export const OPERATOR_LICENCE = "operator-agreement";

export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** An advert as found by one sweep. */
export type Sighting = NonNullable<ReturnType<typeof sightingOf>>;

/** Parses the rows of a feed file; calls `reject` for unusable rows. */
export function sightingsOf(
  feed: FeedRows,
  mapping: ListingMapping,
  reject: (rule: string, row: number, reason: string) => undefined,
): Sighting[] {
  const at = new Map(feed.columns.map((column, i) => [column, i]));
  const sightings: Sighting[] = [];
  for (const { row, cells } of feed.rows) {
    const text = (column: FeedColumn): string => {
      const from = mapping.columns[column];
      const raw =
        from === undefined ? "" : typeof from === "string" ? (cells[at.get(from) ?? -1] ?? "") : from.value;
      const words = mapping.values?.[column];
      return words !== undefined && Object.hasOwn(words, raw) ? words[raw] : raw;
    };
    const source = mapping.source === "" ? (cells[at.get("source") ?? -1] ?? "") : mapping.source;
    const made = sightingOf(text, source, mapping.licence, row, (rule, reason) => reject(rule, row, reason));
    if (made !== undefined) sightings.push(made);
  }
  return sightings;
}

function sightingOf(
  text: (column: FeedColumn) => string,
  source: string,
  licence: string | undefined,
  row: number,
  reject: (rule: string, reason: string) => undefined,
) {
  const at = instantOf(text("sweep"));
  if (at === undefined) return reject("no sweep time", `"${text("sweep")}" is not a date or ISO time`);
  const listingId = text("listing_id");
  if (listingId === "") return reject("no listing id", "the listing id is empty");
  if (source === "") return reject("no source", "the source is empty");
  const stateCode = text("state_code").toUpperCase();
  if (!isStateCode(stateCode)) return reject("unknown state", `state "${text("state_code")}"`);
  const suburb = text("suburb");
  if (suburb === "") return reject("no suburb", "the suburb is empty");
  const status = text("listing_status") || "for_sale";
  if (!isOneOf(status, LISTING_STATUSES))
    return reject("unknown status", `status "${status}"; map it to ${LISTING_STATUSES.join(", ")}`);
  const asked = numberOf(text("price"));
  const shown = priceFromDisplay(text("price_display") || text("price"));
  const price = asked ?? shown.price;
  const kind = text("price_kind") || (price === shown.price ? shown.kind : "fixed");
  if (!isOneOf(kind, PRICE_KINDS))
    return reject("unknown price kind", `price kind "${kind}"; map it to ${PRICE_KINDS.join(", ")}`);
  const postcode = text("postcode");
  const street = text("street");
  const place = `${suburb} ${stateCode}${postcode === "" ? "" : ` ${postcode}`}`;
  const shownAddress = text("display_address") || (street === "" ? place : `${street}, ${place}`);
  return {
    source,
    listingId,
    /** Time of the sweep, ISO 8601 in UTC. */
    at,
    suburb,
    stateCode,
    addressKey: addressKeyOf(street, suburb, stateCode, postcode),
    price: price !== null && price > 0 ? price : null,
    priceKind: kind,
    status,
    /** The remaining cells of the `property_listings` row. */
    cells: {
      listing_url: text("listing_url"),
      postcode,
      display_address: shownAddress,
      property_type: text("property_type").toLowerCase(),
      bedrooms: numberOf(text("bedrooms")),
      bathrooms: numberOf(text("bathrooms")),
      car_spaces: numberOf(text("car_spaces")),
      land_size_sqm: numberOf(text("land_size_sqm")),
      price_high: text("price_high") === "" ? shown.priceHigh : numberOf(text("price_high")),
      price_display: text("price_display"),
      agency_id: text("agency_id") || null,
      agency_name: text("agency_name") || null,
      agent_names: namesOf(text("agent_names")),
      source_licence: licence ?? OPERATOR_LICENCE,
    },
    row,
  };
}

/** Keeps a JSON list; turns plain text, split at semicolons, into one. */
function namesOf(text: string): string | null {
  if (text === "" || text.startsWith("[")) return text || null;
  return JSON.stringify(text.split(";").map((name) => name.trim()));
}

/** Slug of street, suburb, state and postcode; "" when street, suburb or postcode is missing. */
export function addressKeyOf(street: string, suburb: string, stateCode: string, postcode: string): string {
  const parts = [nameSlug(street), nameSlug(suburb), stateCode.toLowerCase(), nameSlug(postcode)];
  return parts.includes("") ? "" : parts.join("-");
}

/** UTC instant of `2026-08-13` (midnight) or of an ISO time with a time zone. */
function instantOf(text: string): string | undefined {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (dayNumberOf(text.slice(0, 10)) === undefined || text < "1970" || text >= "2200") return undefined;
  if (!isDate && !/^\d{4}-\d{2}-\d{2}[T ][\d:.]+(Z|[+-]\d{2}(:?\d{2})?)$/.test(text)) return undefined;
  // Databases write whole-hour offsets without minutes.
  const whole = text.replace(" ", "T").replace(/([+-]\d{2})$/, "$1:00");
  const ms = Date.parse(isDate ? `${text}T00:00:00Z` : whole);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().replace(".000Z", "Z");
}

function numberOf(text: string): number | null {
  const value = Number(text.replace(/[$,\s]/g, ""));
  return text === "" || !Number.isFinite(value) ? null : value;
}

function isOneOf<T extends string>(text: string, allowed: readonly T[]): text is T {
  return (allowed as readonly string[]).includes(text);
}

export type PriceKind = (typeof PRICE_KINDS)[number];

interface AdvertisedPrice {
  /** AUD; null for auctions and price on application. */
  readonly price: number | null;
  readonly priceHigh: number | null;
  readonly kind: PriceKind;
}

/** Smaller amounts are rents, deposits or parts of phone numbers. */
const LOWEST_PRICE = 10_000;

/** Characters of the display text to search; prices come early. */
const MAX_WORDS = 500;

/** Parses a display price: `$1.25m - $1.35m`, `Offers over $900,000`, `Auction`, `Contact agent`. */
export function priceFromDisplay(text: string): AdvertisedPrice {
  const amounts = [...text.slice(0, MAX_WORDS).matchAll(/(\d[\d,]*(?:\.\d+)?)\s*(million|mil|m|k)?\b/gi)]
    .map(([, digits, unit]) => Number(digits.replaceAll(",", "")) * factorOf(unit))
    .filter((amount) => amount >= LOWEST_PRICE);
  const [price, next] = amounts;
  const none = { price: null, priceHigh: null };
  if (price === undefined) {
    if (/auction/i.test(text)) return { ...none, kind: "auction" };
    const isAsked =
      /contact|application|\bpoa\b|call|enquire|on request|expressions? of interest|\beoi\b/i.test(text);
    return { ...none, kind: isAsked ? "poa" : "unknown" };
  }
  if (next !== undefined && next > price) return { price, priceHigh: next, kind: "range_low" };
  if (/over|above|from|\+|starting|excess/i.test(text))
    return { price, priceHigh: null, kind: "offers_over" };
  return { price, priceHigh: null, kind: "fixed" };
}

function factorOf(unit: string | undefined): number {
  if (unit === undefined) return 1;
  return unit.toLowerCase() === "k" ? 1e3 : 1e6;
}
