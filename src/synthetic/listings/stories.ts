import { Random, roundTo } from "../../runtime/random.ts";
import { choices } from "../places/names.ts";
import type { Address, Agency } from "./addresses.ts";
import { type Advert, delist, movePrice, openAdvert, play, type Stage, sweepFrom } from "./adverts.ts";

export interface Scene extends Stage {
  /** Returns a new address; `hidden` omits the street. */
  readonly address: (hidden?: boolean) => Address;
  readonly agency: () => Agency | null;
}

type Story = (scene: Scene) => Advert[];

const KINDS = choices("fixed 46, range_low 22, range_high 3, offers_over 10, auction 10, poa 6, unknown 3");
const PRICED = ["fixed", "range_low", "offers_over", "fixed", "range_high"] as const;
const other = (portal: string) => (portal === "rea" ? "domain" : "rea");
const somePortal = (random: Random) => (random.chance(0.58) ? "rea" : "domain");

/** Days that the crawler needs for the initial stock; a suburb starts thin. */
const BACKLOG_DAYS = 7;

/** Half of the adverts were on the market when the crawl began. */
function startDay({ place, random }: Scene): number {
  if (random.chance(0.5)) return sweepFrom(place, place.firstDay + random.int(0, BACKLOG_DAYS));
  return sweepFrom(place, random.int(place.firstDay, place.lastDay));
}

/** First asking price of a dwelling; null for kinds without a price. */
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

/** An advert of any kind; `hidden` omits the street. */
function some(scene: Scene, hidden = false): Advert {
  return advertAt(scene, scene.address(hidden), scene.random.weighted(KINDS), startDay(scene));
}

/** A priced advert that started early enough for later events. */
function early(scene: Scene): Advert {
  const day = sweepFrom(scene.place, scene.place.firstDay + scene.random.int(0, 6));
  return advertAt(scene, scene.address(), scene.random.pick(PRICED), day);
}

/** A new advert of the same dwelling by the same agency, at or below the last price. */
function again(scene: Scene, ad: Advert, portal: string, kind: string, firstDay: number): Advert {
  const part = scene.random.pick([1, 1, 0.97, 0.93]);
  const price = ad.price === null ? null : roundTo(ad.price * part, 1000);
  return openAdvert({ ...ad, portal, kind, firstDay, price });
}

/** One advert, simulated from its first day; `hidden` omits the street. */
function single(hidden: boolean): Story {
  return (scene) => {
    const ad = some(scene, hidden);
    play(ad, scene);
    return [ad];
  };
}

/** Both portals: the second follows a little later, sometimes with another price. */
function dual(scene: Scene): Advert[] {
  const { place, random } = scene;
  const first = some(scene);
  const joined = sweepFrom(place, first.firstDay + random.int(0, 3));
  const price = first.price !== null && random.chance(0.2) ? roundTo(first.price * 0.985, 1000) : first.price;
  const second = { ...first, portal: other(first.portal), firstDay: joined, price };
  const ads = joined === -1 ? [first] : [first, openAdvert(second)];
  // Same stream for both, so that both portals show the same events.
  const stream = `dual/${random.word()}`;
  for (const ad of ads) play(ad, { place, random: new Random(0, stream) });
  return ads;
}

/** An advert ends and returns after `leastDays` to `mostDays` with a new id. */
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

/** A later advert on the same portal while the old one is still shown. */
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

/** A building advertised without unit numbers: several dwellings share one address key. */
function building(scene: Scene): Advert[] {
  const { place, random } = scene;
  let found = scene.address();
  while (found.display.includes("/")) found = scene.address();
  return [1, 2, 3].map((bedrooms) => {
    const worth = place.housePrice * (0.35 + 0.16 * bedrooms);
    const dwelling = { propertyType: "apartment", landSqm: null, bedrooms, bathrooms: Math.min(2, bedrooms) };
    // The crawl of a suburb may be shorter than twenty days.
    const day = sweepFrom(place, Math.min(place.lastDay, place.firstDay + random.int(0, 20)));
    const ad = advertAt(scene, { ...found, ...dwelling, worth }, "fixed", day);
    play(ad, scene, bedrooms === 3 ? undefined : "stays");
    return ad;
  });
}

/** One late price cut per portal: a fraction or an amount. The API takes cuts above 0.40 as typing errors. */
function cut(...cuts: readonly number[]): Story {
  return (scene) => {
    const { place, random } = scene;
    const ad = early(scene);
    // Multiples of 50,000 keep the fraction exact in whole thousands.
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

function ending(outcome: string, pauseDays?: number): Story {
  return (scene) => {
    const ad = early(scene);
    play(ad, scene, outcome, pauseDays);
    return [ad];
  };
}

export const STORIES: readonly (readonly [Story, number])[] = [
  [single(false), 740],
  [dual, 160],
  [single(true), 24],
  // Same portal with a new id; the other portal more than a fortnight later, or within it.
  [succeeded((portal) => portal, 1, 12), 20],
  [succeeded(other, 15, 30), 8],
  [succeeded(other, 2, 14), 8],
  [cut(0.05, 0.08), 6],
  [superseded, 6],
  [building, 5],
  [cut(0.4), 1],
  [cut(0.42), 2],
  [cut(0.9), 2],
  // The smallest move that counts, for prices up to a million.
  [cut(5000), 3],
  [ending("pauses", 7), 4],
  [ending("pauses", 8), 4],
  [ending("pauses", 21), 4],
  [ending("lost"), 2],
  [ending("sold"), 2],
  [ending("under_offer"), 2],
  [ending("marked_withdrawn"), 1],
];
