import { clamp, type Random, roundTo } from "../../runtime/random.ts";
import { choices } from "../places/names.ts";
import type { Address, Agency } from "./addresses.ts";
import type { CrawledSuburb } from "./crawl.ts";

/** Minimum price move, as for imported feeds; both must be reached. */
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

/** First day from `day` on with a sweep of the suburb; -1 if there is none. */
export function sweepFrom(place: CrawledSuburb, day: number): number {
  for (let d = Math.max(0, day); d <= place.lastDay; d++) if (place.swept[d] === 1) return d;
  return -1;
}

type Beginning = Pick<Advert, "portal" | "address" | "agency" | "kind" | "firstDay" | "price">;

export function openAdvert(begun: Beginning): Advert {
  const { portal, address, agency, kind, firstDay, price } = begun;
  const status = "for_sale";
  const first = { day: firstDay, type: "first_seen", price, prevPrice: null, status, prevStatus: null };
  const state = { price, status, active: true, lastSeenDay: firstDay, events: [first] };
  return { portal, address, agency, kind, firstDay, ...state };
}

/** Records an event with a price, a status, or both, and updates the advert. */
function record(ad: Advert, type: string, day: number, price: number | null, status: string): void {
  ad.events.push({ day, type, price, prevPrice: ad.price, status, prevStatus: ad.status });
  ad.price = price;
  ad.status = status;
  ad.lastSeenDay = Math.max(ad.lastSeenDay, day);
}

/** Records a new asking price if the move is large enough. */
export function movePrice(ad: Advert, day: number, price: number): void {
  const before = ad.price;
  if (before === null || price <= 0) return;
  const change = Math.abs(before - price);
  if (change < MIN_MOVE_AUD || change / before < MIN_MOVE_FRACTION) return;
  record(ad, price < before ? "price_drop" : "price_rise", day, price, ad.status);
}

/** Records a change of status. A sale may have a price, which does not count as a price move. */
function setStatus(ad: Advert, day: number, status: string, price: number | null = ad.price): void {
  record(ad, "status_change", day, price, status);
}

/** Ends the advert: it is delisted in the second sweep after `lastSeen`. Returns that day, or -1. */
export function delist(ad: Advert, place: CrawledSuburb, lastSeen: number, status = "withdrawn"): number {
  ad.lastSeenDay = lastSeen;
  const missed = sweepFrom(place, lastSeen + 1);
  const gone = missed === -1 ? -1 : sweepFrom(place, missed + 1);
  if (gone === -1) return -1;
  record(ad, "delisted", gone, ad.price, status);
  ad.lastSeenDay = lastSeen;
  ad.active = false;
  return gone;
}

const MOVE_EVERY_DAYS = 42;
/** Mean days until an advert ends, if it does, in an average market. */
const ENDS_AFTER_DAYS = 42;
/** Lengths in days of a pause, after which an advert returns under its old id. */
const PAUSES = [3, 5, 7, 8, 12, 20, 35];

const OUTCOMES = choices(
  "stays 36, sold 32, withdrawn 20, pauses 5, under_offer 4, falls_through 1, lost 2, marked_withdrawn 1",
);

/** The suburb of an advert, and the random stream that decides its outcome. */
export interface Stage {
  readonly place: CrawledSuburb;
  readonly random: Random;
}

/** Simulates the advert from its first day to its end or the last sweep: price moves, then an outcome. */
export function play(
  ad: Advert,
  stage: Stage,
  fate: string = stage.random.weighted(OUTCOMES),
  pauseDays: number = stage.random.pick(PAUSES),
): void {
  const { place, random } = stage;
  const planned = ad.firstDay + 3 + Math.floor(random.wait(ENDS_AFTER_DAYS * place.slowness));
  const end = fate === "stays" ? -1 : sweepFrom(place, planned);
  playMoves(ad, stage, end === -1 ? place.lastDay : end - 1);
  const isShown = end === -1 || ENDINGS[fate](ad, stage, end, pauseDays);
  if (isShown) ad.lastSeenDay = place.lastDay;
}

/** Simulates an outcome on its day; returns true if the portal still shows the advert. */
const ENDINGS: Readonly<
  Record<string, (ad: Advert, stage: Stage, end: number, pauseDays: number) => boolean>
> = {
  sold: sell,
  withdrawn(ad, { place, random }, end) {
    delist(ad, place, end, random.chance(0.85) ? "withdrawn" : "unknown");
    return false;
  },
  /** Returns after exactly `pauseDays`, unless that day had no sweep. */
  pauses(ad, { place, random }, end, pauseDays) {
    const gone = delist(ad, place, end);
    const back = gone + pauseDays;
    if (gone === -1 || back > place.lastDay || place.swept[back] === 0) return false;
    const price = ad.price !== null && random.chance(0.4) ? roundTo(ad.price * 0.96, 1000) : ad.price;
    record(ad, "relisted", back, price, "for_sale");
    ad.active = true;
    return true;
  },
  under_offer(ad, _stage, end) {
    setStatus(ad, end, "under_offer");
    return true;
  },
  falls_through(ad, { place, random }, end) {
    setStatus(ad, end, "under_offer");
    const back = sweepFrom(place, end + random.int(3, 20));
    if (back !== -1) setStatus(ad, back, "for_sale");
    return true;
  },
  /** The crawler no longer saw the advert, but never confirmed its end. */
  lost(ad, _stage, end) {
    ad.lastSeenDay = end;
    return false;
  },
  marked_withdrawn(ad, _stage, end) {
    setStatus(ad, end, "withdrawn");
    ad.active = false;
    return false;
  },
};

/** A sale, usually after an offer; one in five hides its price. The portal keeps showing it for a while. */
function sell(ad: Advert, { place, random }: Stage, end: number): boolean {
  let day = end;
  if (random.chance(0.6)) {
    setStatus(ad, day, "under_offer");
    day = sweepFrom(place, day + random.int(2, 14));
    if (day === -1) return true;
  }
  const worth = ad.price ?? ad.address.worth;
  const paid = roundTo(worth * clamp(0.98 + 0.04 * random.normal(), 0.85, 1.2), 1000);
  setStatus(ad, day, "sold", random.chance(0.2) ? null : paid);
  const dropped = sweepFrom(place, day + random.int(0, 12));
  if (dropped === -1) return true;
  if (random.chance(0.85)) delist(ad, place, dropped, "sold");
  else ad.active = false;
  return false;
}

function playMoves(ad: Advert, { place, random }: Stage, until: number): void {
  for (let day = ad.firstDay; ad.price !== null; ) {
    day = sweepFrom(place, day + 4 + Math.floor(random.wait(MOVE_EVERY_DAYS)));
    if (day === -1 || day > until) return;
    const part = random.chance(0.9)
      ? -(0.008 + Math.min(0.3, random.wait(0.033 * place.slowness)))
      : 0.01 + random.wait(0.02);
    movePrice(ad, day, roundTo(ad.price * (1 + part), ad.price > 400_000 ? 5000 : 1000));
  }
}
