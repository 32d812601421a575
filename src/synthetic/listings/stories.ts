import { type Random, roundTo } from "../../runtime/random.ts";
import type { Address } from "./addresses.ts";
import { pause, playLife } from "./advert-lives.ts";
import {
  type Advert,
  askingPrice,
  delist,
  movePrice,
  openAdvert,
  randomKind,
  setStatus,
  sweepFrom,
} from "./adverts.ts";
import type { Agency } from "./agencies.ts";
import type { CrawledSuburb } from "./crawl.ts";

export interface Scene {
  readonly place: CrawledSuburb;
  readonly random: Random;
  /** A fresh address; `hidden` leaves out the street. */
  readonly address: (hidden?: boolean) => Address;
  readonly agency: () => Agency | null;
}

/** Everything advertised at one address. */
type Story = (scene: Scene) => Advert[];

const PRICED = ["fixed", "range_low", "offers_over", "fixed", "range_high"] as const;
const other = (portal: string) => (portal === "rea" ? "domain" : "rea");
const somePortal = (random: Random) => (random.chance(0.58) ? "rea" : "domain");

/** Days until the crawler has worked through the stock it found; a suburb starts thin. */
const BACKLOG_DAYS = 7;

/** Half of the stock was on the market when the crawl began. */
function startDay({ place, random }: Scene): number {
  if (random.chance(0.5)) return sweepFrom(place, place.firstDay + random.int(0, BACKLOG_DAYS));
  return sweepFrom(place, random.int(place.firstDay, place.lastDay));
}

function advertAt(scene: Scene, address: Address, portal: string, kind: string, day: number): Advert {
  const price = askingPrice(scene.random, kind, address.worth);
  return openAdvert(portal, address, scene.agency(), kind, day, price);
}

/** An advert with an asking price that began early enough for a second act. */
function early(scene: Scene, portal = somePortal(scene.random)): Advert {
  const day = sweepFrom(scene.place, scene.place.firstDay + scene.random.int(0, 6));
  return advertAt(scene, scene.address(), portal, scene.random.pick(PRICED), day);
}

/** A sweep among the suburb's last days, after the advert began. */
function lately({ place, random }: Scene, ad: Advert, daysBack: number): number {
  return sweepFrom(place, Math.max(ad.firstDay + 1, place.lastDay - random.int(1, daysBack)));
}

/** The same dwelling again; keeps the agency and starts at or under the last ask. */
function again(scene: Scene, ad: Advert, portal: string, kind: string, day: number): Advert {
  const last = ad.price === null ? null : roundTo(ad.price * scene.random.pick([1, 1, 0.97, 0.93]), 1000);
  return openAdvert(portal, ad.address, ad.agency, kind, day, last);
}

/** One advert from its first day on; `hidden` leaves out the street. */
function single(hidden: boolean): Story {
  return (scene) => {
    const { place, random } = scene;
    const address = scene.address(hidden);
    const ad = advertAt(scene, address, somePortal(random), randomKind(random), startDay(scene));
    playLife(ad, place, random);
    return [ad];
  };
}

/** The same advert on a portal, from a day and a price on. */
function copied({ address, agency, kind }: Advert, portal: string, day: number, price: number | null) {
  return openAdvert(portal, address, agency, kind, day, price);
}

/** Both portals; the second copies the first a little later, sometimes with another amount. */
function dual(scene: Scene): Advert[] {
  const { place, random } = scene;
  const first = advertAt(scene, scene.address(), somePortal(random), randomKind(random), startDay(scene));
  playLife(first, place, random);
  const joined = sweepFrom(place, first.firstDay + random.int(0, 3));
  if (joined === -1 || (first.events.length > 1 && joined >= first.events[1].day)) return [first];
  const second = copied(first, other(first.portal), joined, first.events[0].price);
  for (const event of first.events.slice(1)) copyEvent(scene, second, event);
  if (first.active && second.active) second.lastSeenDay = Math.max(first.lastSeenDay, second.lastSeenDay);
  else if (second.active)
    delist(second, place, Math.max(first.lastSeenDay, second.lastSeenDay), first.status);
  return [first, second];
}

function copyEvent({ place, random }: Scene, ad: Advert, event: Advert["events"][number]): void {
  const day = sweepFrom(
    place,
    Math.max(event.day, ad.events[ad.events.length - 1].day + 1) + random.int(0, 2),
  );
  if (day === -1) return;
  if (event.type === "price_drop" || event.type === "price_rise") {
    const amount = random.chance(0.7) ? event.price! : roundTo(event.price! * 0.985, 1000);
    movePrice(ad, day, amount);
  } else if (event.type === "status_change") {
    setStatus(ad, day, event.status, event.status === "sold" ? event.price : ad.price);
  }
}

/** Cut on both portals in the last fortnight, by different amounts. */
function dualCuts(scene: Scene): Advert[] {
  const { place } = scene;
  const first = early(scene);
  const second = copied(first, other(first.portal), first.firstDay, first.price);
  for (const [ad, part] of [
    [first, 0.95],
    [second, 0.92],
  ] as const) {
    movePrice(ad, lately(scene, ad, 12), roundTo(ad.price! * part, 1000));
    ad.lastSeenDay = place.lastDay;
  }
  return [first, second];
}

/** Ends, and comes back on the portal so many days later under a new id. */
function succeeded(portalOf: (portal: string) => string, leastDays: number, mostDays: number): Story {
  return (scene) => {
    const { place, random } = scene;
    const first = early(scene);
    const gapDays = random.int(leastDays, mostDays);
    const end = sweepFrom(place, first.firstDay + random.int(8, 24));
    const day = end === -1 ? -1 : sweepFrom(place, end + gapDays);
    if (day === -1) {
      playLife(first, place, random, "stays");
      return [first];
    }
    delist(first, place, end);
    const kind = random.chance(0.75) ? first.kind : random.pick(PRICED);
    const second = again(scene, first, portalOf(first.portal), kind, day);
    playLife(second, place, random, "stays");
    return [first, second];
  };
}

/** A later advert on the same portal while the portal still shows the old one. */
function superseded(scene: Scene): Advert[] {
  const { place, random } = scene;
  const first = early(scene);
  playLife(first, place, random, "stays");
  const day = sweepFrom(place, first.firstDay + random.int(20, 40));
  if (day === -1) return [first];
  const second = again(scene, first, first.portal, first.kind, day);
  playLife(second, place, random, "stays");
  return [first, second];
}

/** A building advertised without unit numbers: one key, several dwellings. */
function building(scene: Scene): Advert[] {
  const { place, random } = scene;
  let found = scene.address();
  while (found.display.includes("/")) found = scene.address();
  const address = { ...found, propertyType: "apartment", landSqm: null };
  return [1, 2, 3].map((bedrooms) => {
    const worth = place.housePrice * (0.35 + 0.16 * bedrooms);
    const unit = { ...address, bedrooms, bathrooms: Math.min(2, bedrooms), worth };
    const portal = somePortal(random);
    // The crawl of a suburb may last less than twenty days.
    const day = sweepFrom(place, Math.min(place.lastDay, place.firstDay + random.int(0, 20)));
    const ad = advertAt(scene, unit, portal, "fixed", day);
    playLife(ad, place, random, bedrooms === 3 ? undefined : "stays");
    return ad;
  });
}

/** One cut of this fraction in the last three weeks; 0.40 is still believed, more is a typing error. */
function oneCut(fraction: number): Story {
  return (scene) => {
    const ad = early(scene);
    // A multiple of 50,000 keeps the fraction exact in whole thousands.
    const price = Math.max(100_000, roundTo(ad.price!, 50_000));
    const exact = copied(ad, ad.portal, ad.firstDay, price);
    movePrice(exact, lately(scene, exact, 20), Math.round(price * (1 - fraction)));
    exact.lastSeenDay = scene.place.lastDay;
    return [exact];
  };
}

/** The smallest move that ingest reports: 5,000 AUD on at most a million. */
function smallestCut(scene: Scene): Advert[] {
  const ad = early(scene);
  const price = Math.min(1_000_000, ad.price!);
  const small = copied(ad, ad.portal, ad.firstDay, price);
  movePrice(small, lately(scene, small, 25), price - 5000);
  small.lastSeenDay = scene.place.lastDay;
  return [small];
}

function pausedFor(gapDays: number): Story {
  return (scene) => {
    const ad = early(scene);
    const end = sweepFrom(scene.place, ad.firstDay + scene.random.int(6, 40));
    pause(ad, scene.place, scene.random, end, gapDays);
    return [ad];
  };
}

function ending(outcome: string): Story {
  return (scene) => {
    const ad = early(scene);
    playLife(ad, scene.place, scene.random, outcome);
    return [ad];
  };
}

/** Every story and how often it occurs. */
export const STORIES: readonly (readonly [Story, number])[] = [
  [single(false), 740],
  [dual, 160],
  [single(true), 24],
  // The same portal under a new id; the other one well over a fortnight later, or within it.
  [succeeded((portal) => portal, 1, 12), 20],
  [succeeded(other, 15, 30), 8],
  [succeeded(other, 2, 14), 8],
  [dualCuts, 6],
  [superseded, 6],
  [building, 5],
  [oneCut(0.4), 1],
  [oneCut(0.42), 2],
  [oneCut(0.9), 2],
  [smallestCut, 3],
  [pausedFor(7), 4],
  [pausedFor(8), 4],
  [pausedFor(21), 4],
  [ending("lost"), 2],
  [ending("sold"), 2],
  [ending("under_offer"), 2],
  [ending("marked_withdrawn"), 1],
];
