import { clamp, type Random, roundTo } from "../../runtime/random.ts";
import { type Advert, delist, movePrice, relist, setStatus, sweepFrom } from "./adverts.ts";
import type { CrawledSuburb } from "./crawl.ts";

/** Mean days between two moves of an asking price. */
const MOVE_EVERY_DAYS = 42;
/** Mean days until an advert that ends does so, in a market that is neither slow nor fast. */
const ENDS_AFTER_DAYS = 42;

const OUTCOMES = [
  ["stays", 36],
  ["sold", 32],
  ["withdrawn", 20],
  ["pauses", 5],
  ["under_offer", 4],
  ["falls_through", 1],
  ["lost", 2],
  ["marked_withdrawn", 1],
] as const;

/** Plays the advert from its first day to its end or to the last sweep: moves, then an outcome. */
export function playLife(ad: Advert, place: CrawledSuburb, random: Random, outcome?: string): void {
  const fate = outcome ?? random.weighted(OUTCOMES);
  const planned = ad.firstDay + 3 + Math.floor(random.wait(ENDS_AFTER_DAYS * place.slowness));
  const end = fate === "stays" ? -1 : sweepFrom(place, planned);
  playMoves(ad, place, random, end === -1 ? place.lastDay : end - 1);
  if (end === -1) {
    ad.lastSeenDay = place.lastDay;
    return;
  }
  endings[fate](ad, place, random, end);
}

const endings: Record<string, (ad: Advert, place: CrawledSuburb, random: Random, end: number) => void> = {
  sold: sell,
  withdrawn: (ad, place, random, end) => {
    delist(ad, place, end, random.chance(0.85) ? "withdrawn" : "unknown");
  },
  pauses: (ad, place, random, end) => pause(ad, place, random, end, random.pick([3, 5, 7, 8, 12, 20, 35])),
  under_offer: (ad, place, _random, end) => {
    setStatus(ad, end, "under_offer");
    ad.lastSeenDay = place.lastDay;
  },
  falls_through: (ad, place, random, end) => {
    setStatus(ad, end, "under_offer");
    const back = sweepFrom(place, end + random.int(3, 20));
    if (back !== -1) setStatus(ad, back, "for_sale");
    ad.lastSeenDay = place.lastDay;
  },
  // The crawler stopped meeting the advert and never confirmed its end.
  lost: (ad, _place, _random, end) => {
    ad.lastSeenDay = end;
  },
  marked_withdrawn: (ad, _place, _random, end) => {
    setStatus(ad, end, "withdrawn");
    ad.active = false;
  },
};

function playMoves(ad: Advert, place: CrawledSuburb, random: Random, until: number): void {
  if (ad.price === null) return;
  for (let day = ad.firstDay; ; ) {
    day = sweepFrom(place, day + 4 + Math.floor(random.wait(MOVE_EVERY_DAYS)));
    if (day === -1 || day > until) return;
    const before = ad.price!;
    const part = random.chance(0.9)
      ? -(0.008 + Math.min(0.3, random.wait(0.033 * place.slowness)))
      : 0.01 + random.wait(0.02);
    movePrice(ad, day, roundTo(before * (1 + part), before > 400_000 ? 5000 : 1000));
  }
}

/** A sale, mostly after an offer; one in five hides its price. The portal shows it for a while, then drops it. */
export function sell(ad: Advert, place: CrawledSuburb, random: Random, end: number): void {
  let day = end;
  if (random.chance(0.6)) {
    setStatus(ad, day, "under_offer");
    const settled = sweepFrom(place, day + random.int(2, 14));
    if (settled === -1) {
      ad.lastSeenDay = place.lastDay;
      return;
    }
    day = settled;
  }
  const worth = ad.price ?? ad.address.worth;
  const paid = random.chance(0.2)
    ? null
    : roundTo(worth * clamp(0.98 + 0.04 * random.normal(), 0.85, 1.2), 1000);
  setStatus(ad, day, "sold", paid);
  const shown = sweepFrom(place, day + random.int(0, 12));
  if (shown === -1) {
    ad.lastSeenDay = place.lastDay;
  } else if (random.chance(0.85)) {
    delist(ad, place, shown, "sold");
  } else {
    ad.active = false;
  }
}

/** Delists the advert and relists it after exactly `gapDays`, or leaves it delisted when no sweep saw that day. */
export function pause(ad: Advert, place: CrawledSuburb, random: Random, end: number, gapDays: number): void {
  if (end === -1) {
    ad.lastSeenDay = place.lastDay;
    return;
  }
  const gone = delist(ad, place, end);
  if (gone === -1 || gone + gapDays > place.lastDay || place.swept[gone + gapDays] === 0) return;
  const price = ad.price !== null && random.chance(0.4) ? roundTo(ad.price * 0.96, 1000) : ad.price;
  relist(ad, gone + gapDays, price);
  ad.lastSeenDay = place.lastDay;
}
