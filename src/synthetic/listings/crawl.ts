import { clamp, Random } from "../../runtime/random.ts";
import { AS_OF_DAY, AS_OF_MINUTE, CRAWL_START_DAY } from "../calendar.ts";
import { inventPlace, slug } from "../places/names.ts";
import type { Suburb } from "../places/suburbs.ts";
import { STATE_PROFILES } from "../state-profiles.ts";

const ADVERTS_AT_SCALE_ONE = 150_000;
/** Mean adverts per crawled suburb at scale 1; keeps most suburbs above twenty live addresses. */
const ADVERTS_PER_SUBURB = 57;

/** Last day, counted from the start of the crawl (0 is 2026-07-14). */
export const LAST_DAY = AS_OF_DAY - CRAWL_START_DAY;

/** Days on which the crawler reached few suburbs. */
const POOR_DAYS: ReadonlySet<number> = new Set([38, 66, 67, 95]);

export type CrawledSuburb = ReturnType<typeof crawledSuburbs>[number];

/** Plans the crawl: suburbs, periods and numbers of adverts. */
export function planCrawl(seed: number, scale: number, suburbs: readonly Suburb[]): CrawledSuburb[] {
  const crawled = crawledSuburbs(seed, scale, suburbs);
  return [...crawled, ...unlinkedPlaces(seed, crawled)];
}

function crawledSuburbs(seed: number, scale: number, suburbs: readonly Suburb[]) {
  const chosen = chooseSuburbs(seed, scale, suburbs);
  const weights = chosen.map((s) => advertWeight(seed, s.code));
  const total = weights.reduce((sum, w) => sum + w, 0);
  const adverts = Math.max(ADVERTS_AT_SCALE_ONE * scale, ADVERTS_PER_SUBURB * chosen.length);
  return chosen.map((suburb, rank) => {
    const random = new Random(seed, `crawl/${suburb.code}`);
    return {
      regionCode: regionCodeOf(suburb.state, suburb.name),
      name: suburb.name,
      state: suburb.state as string,
      postcode: suburb.postcode,
      /** Null for a region without a linked suburb. */
      salCode: suburb.code as string | null,
      housePrice: suburb.housePrice,
      /** Slowness of the market, around 1: higher means longer on the market, deeper cuts, less turnover. */
      slowness: clamp(Math.exp(0.5 * new Random(seed, `crawl-slowness/${suburb.code}`).normal()), 0.4, 2.5),
      agencyArea: `${suburb.state}/${suburb.metro ? Math.floor(suburb.capitalKm / 5) : `c${suburb.centre}`}`,
      adverts: Math.max(1, Math.round((weights[rank] / total) * adverts)),
      /** Position in the plan; decides which suburbs show all cases. */
      rank,
      ...sweeps(random, suburb.state),
    };
  });
}

export function regionCodeOf(state: string, name: string): string {
  return `SUBURB:${state}-${slug(name).toUpperCase()}`;
}

function chooseSuburbs(seed: number, scale: number, suburbs: readonly Suburb[]): Suburb[] {
  const share = scale <= 1 ? 0.17 : Math.min(0.6, 0.17 * scale ** 0.45);
  const wanted = Math.max(Math.min(66, suburbs.length * 0.5), suburbs.length * share);
  const byState = Map.groupBy(suburbs, (s) => s.state);
  return STATE_PROFILES.flatMap((profile) => {
    const random = new Random(seed, `crawl-order/${profile.code}`);
    const people = byState.get(profile.code)!.filter((s) => (s.population ?? 0) >= 20);
    const ranked = people
      .map((suburb) => ({ suburb, key: suburb.population! * Math.exp(0.5 * random.normal()) }))
      .sort((a, b) => b.key - a.key || (a.suburb.code < b.suburb.code ? -1 : 1));
    const count = Math.max(2, Math.round(wanted * profile.crawlShare));
    return ranked.slice(0, count).map((r) => r.suburb);
  });
}

/** One suburb in five has few adverts; the others have similar numbers. */
function advertWeight(seed: number, code: string): number {
  const random = new Random(seed, `crawl-weight/${code}`);
  return random.chance(0.2) ? random.between(0.02, 0.3) : 1.05 * Math.exp(0.22 * random.normal());
}

function sweeps(random: Random, state: string) {
  const firstDay = joinDay(random, state);
  /** Minute of the day (UTC) of each portal's sweep. */
  const minutes: Record<string, number> = { rea: random.int(0, 1439), domain: random.int(0, 1439) };
  const horizon = Math.max(minutes.rea, minutes.domain) <= AS_OF_MINUTE ? LAST_DAY : LAST_DAY - 1;
  const lastDay = stopDay(random, state, firstDay, horizon);
  /** 1 for each day with a sweep, by day of the crawl. */
  const swept = new Uint8Array(LAST_DAY + 1);
  for (let day = firstDay; day <= lastDay; day++) {
    const reached = random.chance(POOR_DAYS.has(day) ? 0.1 : 0.985);
    swept[day] = reached || day === firstDay || day === lastDay ? 1 : 0;
  }
  return { firstDay, lastDay, swept, minutes };
}

/** Over half of the suburbs join just before the index begins, so its first days are thin; WA joins late. */
function joinDay(random: Random, state: string): number {
  if (state === "WA" && random.chance(0.6)) return random.int(60, 66);
  return random.chance(0.42) ? random.int(0, 3) : random.int(26, 36);
}

/** Some suburbs are dropped; in TAS half of them, which puts the state below the coverage floor. */
function stopDay(random: Random, state: string, firstDay: number, horizon: number): number {
  const stops = random.chance(state === "TAS" ? 0.55 : 0.02);
  return stops && firstDay < 80 ? random.int(82, 98) : horizon;
}

/** Estates that portals name but that have no linked suburb. */
function unlinkedPlaces(seed: number, crawled: readonly CrawledSuburb[]): CrawledSuburb[] {
  const random = new Random(seed, "crawl-unlinked");
  const taken = new Set(crawled.map((c) => c.regionCode));
  return Array.from({ length: Math.max(3, Math.round(crawled.length / 200)) }, (_, i) => {
    const host = crawled[Math.floor((i * crawled.length) / 7) % crawled.length];
    let name = `${inventPlace(random, false)} Estate`;
    while (taken.has(regionCodeOf(host.state, name))) name = `${inventPlace(random, false)} Estate`;
    const regionCode = regionCodeOf(host.state, name);
    taken.add(regionCode);
    return { ...host, regionCode, name, salCode: null, adverts: random.int(8, 30), rank: crawled.length + i };
  });
}
