import { draws } from "../run/seeded-random.ts";
import type { PartialRow } from "./build-db.ts";
import { type Crawl, daysAgo, newCrawl } from "./listing-fixture.ts";
import type { Tables } from "./method-calls.ts";

/** Days, and milliseconds more, before the as-of instant. */
type Moment = readonly [days: number, extraMs?: number];

/** Days and milliseconds before the as-of instant at which the rules of windows, chains and gaps change. */
const EDGES: readonly Moment[] = [
  ...[93, 80, 62, 61, 60, 44, 40, 31, 30, 20, 15, 14, 10, 8, 7, 5, 4, 1, 0].map((days) => [days] as const),
  ...([44, 30, 14, 7, 5] as const).map((days) => [days, 1] as const),
  ...([44, 30, 14, 7] as const).map((days) => [days, -1] as const),
];

/** Prices whose fractions of each other are at, just above and just below 0.03 and 0.40. */
const ASKS = [1_000_000, 1_000_000, 970_000, 970_001, 900_000, 700_000, 600_000, 599_999, 582_000];

/** Cuts of one advert: equal sums with another largest cut, and equal largest cuts with another sum. */
const CUTS: readonly (readonly (readonly [prev: number, price: number])[])[] = [
  [[1_000_000, 900_000]],
  [[500_000, 400_000]],
  [
    [1_000_000, 950_000],
    [950_000, 900_000],
  ],
  [
    [1_000_000, 950_000],
    [950_000, 870_000],
  ],
  [[1_000_000, 700_000]],
];

const OBSERVED: readonly Moment[] = [[3], [9], [29], [30], [30], [30, 1], [365], [365, 1], [366]];

const PORTALS = [["rea"], ["rea", "domain"], ["rea", "domain"], ["rea", "rea"]];

const SOLD_AT = [daysAgo(40), "2025-11-13T00:00:00Z", "2025-11-12T23:59:59Z"];

/** The key of an address in a region; keys are in lower case. */
const keyIn = (region: string, name: string | number) => `${name}-${region.toLowerCase()}`;

type Draws = ReturnType<typeof draws>;

/** Active addresses of suburbs on both sides of every minimum, by state; VIC and NSW at coverage 0.6 and 0.4. */
const PANELS: Readonly<Record<string, readonly number[]>> = {
  VIC: [20, 20, 21, 19, 1],
  NSW: [20, 40, 19, 3, 2],
  WA: [3],
  TAS: [2],
  ACT: [0, 0],
};

/** Listings at the edges of every rule: suburbs of exact sizes, and adverts that repeat and end at edges. */
export function edgeListings(seed: number): Tables {
  const drawn = draws(seed);
  const { pick, chance, below } = drawn;
  const crawl = newCrawl();
  let count = 0;
  for (const [state, sizes] of Object.entries(PANELS)) {
    for (const [i, size] of sizes.entries()) {
      const code = `${{ NSW: 1, VIC: 2, WA: 5, TAS: 6, ACT: 8 }[state]}000${i + 1}`;
      addPanel(crawl, crawl.suburb(code, state), size, drawn);
    }
  }
  for (const last_seen_at of [daysAgo(14), daysAgo(14, 1), daysAgo(40)]) {
    const region_code = crawl.suburb(String(40_001 + count++), "SA");
    const listing = crawl.listing({ region_code, is_active: false, last_seen_at });
    for (const [i, days] of [95, 70, 65, 41].entries()) {
      crawl.event(listing, { event_type: i % 2 === 0 ? "delisted" : "relisted", observed_at: daysAgo(days) });
    }
  }
  crawl.listing({ region_code: crawl.suburb("30099", "QLD"), address_key: "" });
  const agency = { region_code: crawl.suburb("80009", "ACT"), agency_id: "two addresses" };
  for (const address_key of ["once", "twice", "twice"]) crawl.listing({ ...agency, address_key });
  const places = Array.from({ length: 14 }, (_, i) => crawl.suburb(String(30_001 + i), "QLD"));
  places.push(crawl.region("SUBURB:QLD-SECOND", "30001", "QLD"));
  places.push(crawl.region("SUBURB:NT-UNLINKED", null, "NT"));
  for (const region_code of places) {
    const keys = [
      ...["a", "b", "c", "d", "e"].map((key) => keyIn(region_code, key)),
      "shared",
      "shared too",
      "",
    ];
    for (let i = 0; i < 12; i++) drawAdvert({ region_code, address_key: pick(keys) });
    for (const address_key of keys.slice(0, 5)) addValuation(address_key);
    for (let i = 0; i < 10; i++) addChain({ region_code, address_key: keyIn(region_code, i) });
  }
  return crawl.rows();

  function drawAdvert(place: PartialRow): void {
    const [from, to] = [edge(), edge()].sort();
    const asks = Array.from({ length: 1 + below(4) }, () => pick(ASKS));
    const price_kind = pick(["fixed", "fixed", "fixed", "offers_over", "range_low", "range_high", "auction"]);
    const isOpen = chance(0.6);
    const price = chance(0.1) ? null : asks.at(-1)!;
    const listing_status = pick(["for_sale", "for_sale", "under_offer", "sold", "withdrawn", "unknown"]);
    const own = {
      price,
      price_kind,
      listing_status,
      source: pick(["rea", "domain"]),
      listing_id: `${below(20)}-${count++}`,
      listing_url: chance(0.1) ? "" : "https://portal.example",
      bedrooms: pick([null, 0, 1, 3, 3]),
      agency_id: pick(["A", "B", "C", "D", "", null]),
      agency_name: pick(["Old Name", "New Name", "", null]),
      first_seen_at: from,
      last_seen_at: isOpen ? pick([daysAgo(0), daysAgo(14), daysAgo(14, 1), daysAgo(1)]) : to,
      is_active: isOpen || chance(0.5),
      ...(chance(0.05) && { source_licence: "proprietary-tos-restricted" }),
      ...(chance(0.05) && { state_code: pick(["", "AU"]) }),
    };
    const listing = crawl.listing({
      ...place,
      ...own,
      ...(from > own.last_seen_at && { last_seen_at: from }),
    });
    crawl.event(listing, { event_type: "first_seen", observed_at: from, price: asks[0], ...wrongDrop() });
    for (let i = 1; i < asks.length; i++) {
      const [prev_price, next] = [asks[i - 1], asks[i]];
      const move = next < prev_price ? "price_drop" : "price_rise";
      const event_type = chance(0.15) ? pick(["price_drop", "price_rise", "relisted"]) : move;
      const known = { prev_price: chance(0.05) ? null : prev_price, price: chance(0.05) ? null : next };
      crawl.event(listing, { event_type, observed_at: edge(), ...known, ...wrongDrop() });
    }
    if (listing_status === "sold") {
      crawl.sale(
        listing,
        pick([edge(), "2025-11-13T00:00:00Z", "2025-11-12T23:59:59Z"]),
        pick(["sold", "for_sale"]),
      );
    }
    for (let i = below(7); i > 0; i--) {
      crawl.event(listing, { event_type: pick(["delisted", "relisted"]), observed_at: edge() });
    }
  }

  /** An advert that was cut, after one that ended when a chain of both just begins or ends. */
  function addChain(place: PartialRow): void {
    const kinds = ["fixed", "fixed", "offers_over", "range_low", "range_high"];
    const of = () => ({
      ...place,
      source: pick(["rea", "domain"]),
      bedrooms: pick([0, 2, 3, 3]),
      price_kind: pick(kinds),
    });
    const ended = daysAgo(pick([44, 44, 30]), pick([0, 1, -1]));
    const isShown = chance(0.3);
    const old = {
      ...of(),
      first_seen_at: daysAgo(80),
      last_seen_at: isShown ? daysAgo(pick([0, 1])) : ended,
    };
    const before = crawl.listing({ ...old, price: isShown ? 970_000 : 1_200_000, is_active: isShown });
    crawl.event(before, { event_type: "first_seen", observed_at: daysAgo(80), price: 1_200_000 });
    const gone = pick([80, 60, 44]);
    crawl.event(before, { event_type: "delisted", observed_at: daysAgo(gone) });
    crawl.event(before, {
      event_type: "relisted",
      observed_at: pick([ended, daysAgo(gone - 7, pick([0, 1, -1]))]),
    });
    const after = crawl.listing({
      ...of(),
      first_seen_at: daysAgo(30),
      price: 900_000,
      last_seen_at: daysAgo(pick([0, 1])),
    });
    crawl.event(after, { event_type: "first_seen", observed_at: daysAgo(30), price: 1_000_000 });
    crawl.cut({ listing: after, prev: 1_000_000, price: 900_000, observed: daysAgo(pick([5, 5, 30])) });
    // Implausible, so its previous price is no first ask.
    if (chance(0.3)) crawl.cut({ listing: before, prev: 1_100_000, price: 650_000, observed: daysAgo(60) });
    if (isShown) crawl.cut({ listing: before, prev: 1_200_000, price: 970_000, observed: daysAgo(5) });
  }

  function addValuation(address_key: string): void {
    const sale = () => ({
      date: pick(["2001-02-03", "2015-06-07", "some day"]),
      price: pick([250_000, 710_000.5, null]),
    });
    const sales = pick([{ date: "2015-06-07" }, Array.from({ length: below(4) }, sale)]);
    crawl.valuation({
      address_key,
      fetched_at: edge(),
      fetch_status: chance(0.1) ? "blocked" : "ok",
      sales_history: JSON.stringify(sales),
      ...(chance(0.1) && { source_licence: "proprietary-tos-restricted" }),
    });
  }

  /** An instant at an edge, mostly a midnight. */
  function edge(): string {
    return daysAgo(...pick(EDGES));
  }

  /** Columns that must not count: prices decide what was cut. */
  function wrongDrop(): PartialRow {
    return chance(0.5) ? { drop_abs: 5000, drop_pct: 0.9 } : {};
  }
}

/** A suburb with exactly `size` active addresses, some of them cut, or on two portals; and sold ones. */
function addPanel(crawl: Crawl, region_code: string, size: number, { pick, below }: Draws): void {
  const cuts = below(5);
  const first_seen_at = daysAgo(pick([400, 93]));
  for (let i = 0; i < size; i++) {
    const address = { region_code, address_key: keyIn(region_code, i), first_seen_at };
    for (const source of i < cuts ? pick(PORTALS) : ["rea"]) {
      const scale = pick([1, 1, 2]);
      const price = scale * (900_000 - 50_000 * (i % 3));
      const listing = crawl.listing({ ...address, source, price, agency_id: pick(["A", region_code]) });
      if (i >= cuts) continue;
      for (const [prev, next] of pick(CUTS)) {
        const observed = daysAgo(...pick(OBSERVED));
        crawl.cut({ listing, prev: scale * prev, price: scale * next, observed });
      }
    }
  }
  for (let i = below(14); i > 0; i--) {
    const address_key = keyIn(region_code, `sold ${pick([1, 2, 3, i])}`);
    const price = pick([null, 700_000, 800_000, 1_200_000]);
    const left = {
      listing_status: pick(["sold", "sold", "withdrawn"]),
      last_seen_at: daysAgo(pick([30, 40])),
    };
    const listing = crawl.listing({ region_code, address_key, price, is_active: false, ...left });
    for (let j = below(3); j >= 0; j--) {
      crawl.sale(listing, pick(SOLD_AT), pick(["for_sale", "under_offer", "sold"]));
    }
    crawl.event(listing, {
      event_type: "status_change",
      observed_at: daysAgo(50),
      listing_status: "withdrawn",
    });
  }
}
