import { type Random, roundTo } from "../../runtime/random.ts";
import type { Address } from "./addresses.ts";
import type { Agency } from "./agencies.ts";
import type { CrawledSuburb } from "./crawl.ts";

/** Ingest ignores smaller moves: both floors must be reached. */
const MIN_MOVE_AUD = 5000;
const MIN_MOVE_FRACTION = 0.005;

export interface AdvertEvent {
  readonly day: number;
  readonly type: string;
  readonly price: number | null;
  readonly prevPrice: number | null;
  readonly status: string;
  readonly prevStatus: string | null;
}

/** One advert on one portal; the events carry its story and the rest its newest state. */
export interface Advert {
  readonly portal: string;
  readonly address: Address;
  readonly agency: Agency | null;
  readonly kind: string;
  readonly firstDay: number;
  price: number | null;
  status: string;
  active: boolean;
  lastSeenDay: number;
  readonly events: AdvertEvent[];
}

const KINDS = [
  ["fixed", 46],
  ["range_low", 22],
  ["range_high", 3],
  ["offers_over", 10],
  ["auction", 10],
  ["poa", 6],
  ["unknown", 3],
] as const;

export const randomKind = (random: Random): string => random.weighted(KINDS);

/** The first asking price of a dwelling; null for kinds that name none. */
export function askingPrice(random: Random, kind: string, worth: number): number | null {
  if (kind === "auction" || kind === "poa" || kind === "unknown") return null;
  const hope = worth * (1.02 + 0.05 * random.unit());
  const step = hope > 1_500_000 ? 10_000 : 5000;
  const price = Math.max(60_000, roundTo(hope, step));
  return random.chance(0.25) ? price - 1000 : price;
}

/** First day from `day` on when the suburb was swept, or -1 when the crawl saw it no more. */
export function sweepFrom(place: CrawledSuburb, day: number): number {
  for (let d = Math.max(0, day); d <= place.lastDay; d++) if (place.swept[d] === 1) return d;
  return -1;
}

export function openAdvert(
  portal: string,
  address: Address,
  agency: Agency | null,
  kind: string,
  day: number,
  price: number | null,
): Advert {
  const status = "for_sale";
  const first = { day, type: "first_seen", price, prevPrice: null, status, prevStatus: null };
  return {
    portal,
    address,
    agency,
    kind,
    firstDay: day,
    price,
    status,
    active: true,
    lastSeenDay: day,
    events: [first],
  };
}

/** Records a new asking price; returns false when ingest would not call it a move. */
export function movePrice(ad: Advert, day: number, price: number): boolean {
  const before = ad.price;
  if (before === null || price <= 0) return false;
  const change = Math.abs(before - price);
  if (change < MIN_MOVE_AUD || change / before < MIN_MOVE_FRACTION) return false;
  const type = price < before ? "price_drop" : "price_rise";
  ad.events.push({ day, type, price, prevPrice: before, status: ad.status, prevStatus: ad.status });
  ad.price = price;
  ad.lastSeenDay = Math.max(ad.lastSeenDay, day);
  return true;
}

/** Records a change of status. A sale may name its price; that is never a price move. */
export function setStatus(ad: Advert, day: number, status: string, price: number | null = ad.price): void {
  ad.events.push({ day, type: "status_change", price, prevPrice: ad.price, status, prevStatus: ad.status });
  ad.price = price;
  ad.status = status;
  ad.lastSeenDay = Math.max(ad.lastSeenDay, day);
}

/** Ends the advert after `lastSeen`: it counts as gone once two sweeps missed it. Returns that day, or -1. */
export function delist(ad: Advert, place: CrawledSuburb, lastSeen: number, status = "withdrawn"): number {
  ad.lastSeenDay = lastSeen;
  const missed = sweepFrom(place, lastSeen + 1);
  const gone = missed === -1 ? -1 : sweepFrom(place, missed + 1);
  if (gone === -1) return -1;
  ad.events.push({
    day: gone,
    type: "delisted",
    price: ad.price,
    prevPrice: null,
    status,
    prevStatus: ad.status,
  });
  ad.status = status;
  ad.active = false;
  return gone;
}

/** Brings the advert back under its old id. */
export function relist(ad: Advert, day: number, price: number | null): void {
  const prevStatus = ad.status;
  ad.events.push({ day, type: "relisted", price, prevPrice: ad.price, status: "for_sale", prevStatus });
  ad.price = price;
  ad.status = "for_sale";
  ad.active = true;
  ad.lastSeenDay = day;
}
