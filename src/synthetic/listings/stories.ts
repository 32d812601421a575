import { Random, roundTo } from "../../runtime/random.ts";
import { choices } from "../places/names.ts";
import type { Address, Agency } from "./addresses.ts";
import { type Advert, delist, movePrice, openAdvert, play, type Stage, sweepFrom } from "./adverts.ts";

export interface Scene extends Stage {
  /** A fresh address; `hidden` leaves out the street. */
  readonly address: (hidden?: boolean) => Address;
  readonly agency: () => Agency | null;
}

/** Everything advertised at one address. */
type Story = (scene: Scene) => Advert[];

const KINDS = choices("fixed 46, range_low 22, range_high 3, offers_over 10, auction 10, poa 6, unknown 3");
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

/** The first asking price of a dwelling; null for kinds that name none. */
function askingPrice(random: Random, kind: string, worth: number): number | null {
  if (kind === "auction" || kind === "poa" || kind === "unknown") return null;
  const hope = worth * (1.02 + 0.05 * random.unit());
  const price = Math.max(60_000, roundTo(hope, hope > 1_500_000 ? 10_000 : 5000));
  return random.chance(0.25) ? price - 1000 : price;
}

function advertAt(scene: Scene, address: Address, kind: string, firstDay: number): Advert {
  const portal = somePortal(scene.random);
  const price = askingPrice(scene.random, kind, address.worth);
  return openAdvert({ portal, address, agency: scene.agency(), kind, firstDay, price });
}

/** An advert of any kind; `hidden` leaves out the street. */
function some(scene: Scene, hidden = false): Advert {
  return advertAt(scene, scene.address(hidden), scene.random.weighted(KINDS), startDay(scene));
}

/** An advert with an asking price that began early enough for a second act. */
function early(scene: Scene): Advert {
  const day = sweepFrom(scene.place, scene.place.firstDay + scene.random.int(0, 6));
  return advertAt(scene, scene.address(), scene.random.pick(PRICED), day);
}

/** The same dwelling again; keeps the agency and starts at or under the last ask. */
function again(scene: Scene, ad: Advert, portal: string, kind: string, firstDay: number): Advert {
  const part = scene.random.pick([1, 1, 0.97, 0.93]);
  const price = ad.price === null ? null : roundTo(ad.price * part, 1000);
  return openAdvert({ ...ad, portal, kind, firstDay, price });
}

/** One advert from its first day on; `hidden` leaves out the street. */
function single(hidden: boolean): Story {
  return (scene) => {
    const ad = some(scene, hidden);
    play(ad, scene);
    return [ad];
  };
}

/** Both portals; the second follows the first a little later, sometimes with another amount. */
function dual(scene: Scene): Advert[] {
  const { place, random } = scene;
  const first = some(scene);
  const joined = sweepFrom(place, first.firstDay + random.int(0, 3));
  const price = first.price !== null && random.chance(0.2) ? roundTo(first.price * 0.985, 1000) : first.price;
  const second = { ...first, portal: other(first.portal), firstDay: joined, price };
  const ads = joined === -1 ? [first] : [first, openAdvert(second)];
  // One stream for both: what happens on one portal happens on the other.
  const stream = `dual/${random.word()}`;
  for (const ad of ads) play(ad, { place, random: new Random(0, stream) });
  return ads;
}

/** Ends, and comes back on the portal so many days later under a new id. */
function succeeded(portalOf: (portal: string) => string, leastDays: number, mostDays: number): Story {
  return (scene) => {
    const { place, random } = scene;
    const first = early(scene);
    const end = sweepFrom(place, first.firstDay + random.int(8, 24));
    const day = end === -1 ? -1 : sweepFrom(place, end + random.int(leastDays, mostDays));
    if (day === -1) return [first];
    delist(first, place, end);
    const kind = random.chance(0.75) ? first.kind : random.pick(PRICED);
    const second = again(scene, first, portalOf(first.portal), kind, day);
    play(second, scene, "stays");
    return [first, second];
  };
}

/** A later advert on the same portal while the portal still shows the old one. */
function superseded(scene: Scene): Advert[] {
  const { place, random } = scene;
  const first = early(scene);
  play(first, scene, "stays");
  const day = sweepFrom(place, first.firstDay + random.int(20, 40));
  if (day === -1) return [first];
  const second = again(scene, first, first.portal, first.kind, day);
  play(second, scene, "stays");
  return [first, second];
}

/** A building advertised without unit numbers: one key, several dwellings. */
function building(scene: Scene): Advert[] {
  const { place, random } = scene;
  let found = scene.address();
  while (found.display.includes("/")) found = scene.address();
  return [1, 2, 3].map((bedrooms) => {
    const worth = place.housePrice * (0.35 + 0.16 * bedrooms);
    const dwelling = { propertyType: "apartment", landSqm: null, bedrooms, bathrooms: Math.min(2, bedrooms) };
    // The crawl of a suburb may last less than twenty days.
    const day = sweepFrom(place, Math.min(place.lastDay, place.firstDay + random.int(0, 20)));
    const ad = advertAt(scene, { ...found, ...dwelling, worth }, "fixed", day);
    play(ad, scene, bedrooms === 3 ? undefined : "stays");
    return ad;
  });
}

/**
 * One cut in the last weeks on the portal, and another on the other portal where two are given: fractions of the price, or
 * an amount. 0.40 is still believed, more is a typing error.
 */
function cut(...cuts: readonly number[]): Story {
  return (scene) => {
    const { place, random } = scene;
    const ad = early(scene);
    // A multiple of 50,000 keeps the fraction exact in whole thousands.
    const price = Math.max(100_000, roundTo(ad.price!, 50_000));
    return cuts.map((part, i) => {
      const one = openAdvert({ ...ad, portal: i === 0 ? ad.portal : other(ad.portal), price });
      const day = sweepFrom(place, Math.max(one.firstDay + 1, place.lastDay - random.int(1, 12)));
      movePrice(one, day, Math.round(part < 1 ? price * (1 - part) : price - part));
      one.lastSeenDay = place.lastDay;
      return one;
    });
  };
}

/** An advert that began early, with this outcome; a pause lasts so many days. */
function ending(outcome: string, pauseDays?: number): Story {
  return (scene) => {
    const ad = early(scene);
    play(ad, scene, outcome, pauseDays);
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
  [cut(0.05, 0.08), 6],
  [superseded, 6],
  [building, 5],
  [cut(0.4), 1],
  [cut(0.42), 2],
  [cut(0.9), 2],
  // The smallest move that ingest reports, on at most a million.
  [cut(5000), 3],
  [ending("pauses", 7), 4],
  [ending("pauses", 8), 4],
  [ending("pauses", 21), 4],
  [ending("lost"), 2],
  [ending("sold"), 2],
  [ending("under_offer"), 2],
  [ending("marked_withdrawn"), 1],
];
