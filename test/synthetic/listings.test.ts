import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { Random } from "../../src/runtime/random.ts";
import { addressMaker } from "../../src/synthetic/listings/addresses.ts";
import type { CrawledSuburb } from "../../src/synthetic/listings/crawl.ts";
import { STORIES } from "../../src/synthetic/listings/stories.ts";
import { type CsvRow, readCsv } from "../support/data/read-csv.ts";

interface Advert {
  readonly row: CsvRow;
  readonly events: readonly CsvRow[];
}

/** The adverts of a generated dataset with their events, and by address. */
interface Market {
  readonly adverts: readonly Advert[];
  /** Adverts that share an address key; adverts without a key are omitted. */
  readonly addresses: readonly (readonly Advert[])[];
}

function readMarket(dir: string): Market {
  const events = Map.groupBy(readCsv(join(dir, "property_price_events.csv")), (e) => e.listing_pk);
  const adverts = readCsv(join(dir, "property_listings.csv")).map((row) => ({
    row,
    events: events.get(row.id) ?? [],
  }));
  const keyed = adverts.filter((a) => a.row.address_key !== "");
  return { adverts, addresses: [...Map.groupBy(keyed, (a) => a.row.address_key).values()] };
}

const AS_OF_MS = Date.parse("2026-11-13T14:00:00Z");
const DAY_MS = 86_400_000;

function isLive({ row }: Advert): boolean {
  return row.is_active === "true" && Date.parse(row.last_seen_at) >= AS_OF_MS - 14 * DAY_MS;
}

function relistGapDays({ events }: Advert): number[] {
  return events.flatMap((event, i) =>
    event.event_type === "relisted"
      ? [(Date.parse(event.observed_at) - Date.parse(events[i - 1].observed_at)) / DAY_MS]
      : [],
  );
}

function cuts({ events }: Advert): CsvRow[] {
  return events.filter((e) => e.event_type === "price_drop");
}

/** Pairs of adverts at one address, the earlier first. */
function successions(market: Market): { first: Advert; second: Advert; gapDays: number }[] {
  return market.addresses.flatMap((adverts) =>
    adverts.flatMap((first) =>
      adverts
        .filter((second) => second.row.first_seen_at > first.row.first_seen_at)
        .map((second) => {
          const gap = Date.parse(second.row.first_seen_at) - Date.parse(first.row.last_seen_at);
          return { first, second, gapDays: gap / DAY_MS };
        }),
    ),
  );
}

const fraction = (e: Readonly<Record<string, string>>) => Number(e.drop_abs) / Number(e.prev_price);
const samePortal = (m: Market) => successions(m).filter((s) => s.first.row.source === s.second.row.source);
const otherPortal = (m: Market) => successions(m).filter((s) => s.first.row.source !== s.second.row.source);
const liveByRegion = (m: Market) =>
  [...Map.groupBy(m.adverts.filter(isLive), (a) => a.row.region_code).values()].map((adverts) => ({
    state: adverts[0].row.region_code.slice(7, 10).replace("-", ""),
    addresses: new Set(adverts.map((a) => a.row.address_key).filter((key) => key !== "")).size,
  }));
const agencies = (m: Market) =>
  [
    ...Map.groupBy(
      m.adverts.filter((a) => isLive(a) && a.row.agency_id !== ""),
      (a) => `${a.row.source}/${a.row.agency_id}`,
    ).values(),
  ].map((adverts) => adverts.length);
const sweptPerDay = (m: Market) => {
  const days = new Map<string, number>();
  for (const { events } of m.adverts) {
    for (const e of events)
      days.set(e.observed_at.slice(0, 10), (days.get(e.observed_at.slice(0, 10)) ?? 0) + 1);
  }
  return days;
};

const withEvent = (test: (event: CsvRow) => boolean) => (a: Advert) => a.events.some(test);
const withStatus = (status: string) => (a: Advert) => a.row.listing_status === status;
const relistedAfter = (test: (days: number) => boolean) => (a: Advert) => relistGapDays(a).some(test);

/** Properties that at least one advert must have. */
const ADVERTS: Readonly<Record<string, (a: Advert) => boolean>> = {
  "a relist after exactly 7 days": relistedAfter((days) => days === 7),
  "a relist after exactly 8 days": relistedAfter((days) => days === 8),
  "a relist after less than 7 days": relistedAfter((days) => days < 7),
  "a relist after weeks": relistedAfter((days) => days > 14),
  "a cut of exactly 0.40": (a) => cuts(a).some((e) => fraction(e) === 0.4),
  "a cut above 0.40": (a) => cuts(a).some((e) => fraction(e) > 0.4),
  "a cut of exactly 5,000 AUD": (a) => cuts(a).some((e) => e.drop_abs === "5000"),
  "several cuts of one advert": (a) => cuts(a).length > 1,
  "a price rise": withEvent((e) => e.event_type === "price_rise"),
  "an active advert not seen for 14 days": (a) => a.row.is_active === "true" && !isLive(a),
  "a withdrawn advert": withStatus("withdrawn"),
  "a sold advert with a price": (a) => withStatus("sold")(a) && a.row.price !== "",
  "a sale that hides its price": (a) => withStatus("sold")(a) && a.row.price === "",
  "a sold advert still on show": (a) => withStatus("sold")(a) && a.row.is_active === "true",
  "an advert under offer": withStatus("under_offer"),
  "an offer that fell through": withEvent(
    (e) => e.prev_status === "under_offer" && e.listing_status === "for_sale",
  ),
  "a missing address key": ({ row }) => row.address_key === "",
  "a cut without an address key": (a) => a.row.address_key === "" && cuts(a).length > 0,
  "a missing URL": ({ row }) => row.listing_url === "",
  "unknown bedrooms": ({ row }) => row.bedrooms === "",
  "no agency": ({ row }) => row.agency_id === "",
  "an empty state": ({ row }) => row.state_code === "",
  "the state AU": ({ row }) => row.state_code === "AU",
  "no suburb behind the region": ({ row }) => row.sal_code === "",
  ...Object.fromEntries(
    ["fixed", "range_low", "range_high", "offers_over", "auction", "poa", "unknown"].map((kind) => [
      `the price kind ${kind}`,
      (a: Advert) => a.row.price_kind === kind && isLive(a),
    ]),
  ),
};

/** A cut on each portal at one address, which pass the test together. */
const twoCuts = (test: (one: CsvRow, two: CsvRow) => boolean) => (m: Market) =>
  m.addresses.some(([a, b]) => {
    if (b === undefined || a.row.source === b.row.source) return false;
    const [[one], [two]] = [cuts(a), cuts(b)];
    return one !== undefined && two !== undefined && test(one, two);
  });

/** Properties that the adverts together must have. */
const MARKETS: Readonly<Record<string, (m: Market) => boolean>> = {
  "one address live on both portals": (m) =>
    m.addresses.some((ads) => new Set(ads.filter(isLive).map((a) => a.row.source)).size === 2),
  "a cut on both portals by different amounts": twoCuts((one, two) => one.drop_abs !== two.drop_abs),
  "a cut on both portals by the same amount": twoCuts((one, two) => one.drop_abs === two.drop_abs),
  "one key with several bedroom counts": (m) =>
    m.addresses.some((ads) => new Set(ads.map((a) => a.row.bedrooms)).size > 1),
  "an agency with fewer than 3 live adverts": (m) => agencies(m).some((n) => n < 3),
  "an agency with many live adverts": (m) => agencies(m).some((n) => n > 20),
  "a relist under a new id on the same portal": (m) =>
    samePortal(m).some((s) => s.gapDays > 0 && isLive(s.second)),
  "an advert superseded while still live": (m) =>
    samePortal(m).some(
      (s) => s.gapDays < 0 && isLive(s.first) && s.first.row.bedrooms === s.second.row.bedrooms,
    ),
  "another portal's advert that ended over 14 days before": (m) =>
    otherPortal(m).some((s) => s.gapDays > 14 && isLive(s.second)),
  "another portal's advert that ended within 14 days": (m) =>
    otherPortal(m).some((s) => s.gapDays > 0 && s.gapDays <= 14 && isLive(s.second)),
  "price kinds that cannot be compared": (m) =>
    successions(m).some((s) => s.gapDays > 0 && s.first.row.price_kind !== s.second.row.price_kind),
  "a suburb whose crawl stopped": (m) =>
    [...Map.groupBy(m.adverts, (a) => a.row.region_code).values()].some((ads) =>
      ads.every((a) => Date.parse(a.row.last_seen_at) < AS_OF_MS - 14 * DAY_MS),
    ),
  "a day that the crawl mostly missed": (m) => {
    const days = sweptPerDay(m);
    const usual = [...days.values()].sort((a, b) => a - b)[Math.floor(days.size / 2)];
    return [...days.values()].some((n) => n < usual / 2);
  },
  "a suburb with fewer than 3 live addresses": (m) => liveByRegion(m).some((r) => r.addresses < 3),
  "an even count of live addresses": (m) => liveByRegion(m).some((r) => r.addresses % 2 === 0),
};

describe("generateSyntheticDataset, listings at scale 0.02", () => {
  const market = readMarket(inject("country").datasetDir);

  it.each(Object.entries(ADVERTS))("holds %s", (_, test) => {
    expect(market.adverts.some(test)).toBe(true);
  });

  it.each(Object.entries(MARKETS))("holds %s", (_, test) => {
    expect(test(market)).toBe(true);
  });

  it("has suburbs with twenty live addresses in every populous state", () => {
    const full = liveByRegion(market).filter((r) => r.addresses >= 20);
    for (const state of ["NSW", "VIC", "QLD", "SA", "WA"]) {
      expect(
        full.some((r) => r.state === state),
        state,
      ).toBe(true);
    }
  });

  it("reports only moves of at least 5,000 AUD and half a percent, with amounts that agree", () => {
    const moves = market.adverts.flatMap((a) => a.events).filter((e) => e.drop_abs !== "");
    for (const e of moves) {
      const change = Number(e.prev_price) - Number(e.price);
      expect(Number(e.drop_abs)).toBe(change);
      expect(Number(e.drop_pct)).toBeCloseTo(change / Number(e.prev_price), 5);
      expect(Math.abs(change)).toBeGreaterThanOrEqual(5000);
      expect(Math.abs(change) / Number(e.prev_price)).toBeGreaterThanOrEqual(0.005);
      expect(e.event_type).toBe(change > 0 ? "price_drop" : "price_rise");
      expect(e.listing_status).not.toBe("sold");
    }
  });

  it("tells each advert's events in time, from first sight to its newest state", () => {
    for (const { row, events } of market.adverts) {
      const times = events.map((e) => e.observed_at);
      expect(times).toEqual([...times].sort());
      expect(events[0].event_type).toBe("first_seen");
      expect(times[0]).toBe(row.first_seen_at);
      expect(row.first_seen_at >= "2026-07-14").toBe(true);
      expect(row.first_seen_at <= row.last_seen_at).toBe(true);
      expect(Date.parse(row.last_seen_at)).toBeLessThanOrEqual(AS_OF_MS);
      expect(Date.parse(times[times.length - 1])).toBeLessThanOrEqual(AS_OF_MS);
      const last = events[events.length - 1];
      expect([last.price, last.listing_status]).toEqual([row.price, row.listing_status]);
      if (row.is_active === "true") expect(last.event_type).not.toBe("delisted");
    }
  });

  it("builds the address key from street, suburb, state and postcode", () => {
    const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    for (const { row } of market.adverts) {
      if (row.address_key === "") continue;
      const street = row.display_address.slice(0, row.display_address.indexOf(","));
      const state = row.region_code.slice(7).split("-")[0];
      const suburb = slug(row.suburb).replace(/-$/, "");
      expect(row.address_key).toBe(`${slug(street)}-${suburb}-${state.toLowerCase()}-${row.postcode}`);
    }
  });
});

/** The shortest crawl of a suburb: one that joins late and is given up early. */
const [FIRST_DAY, LAST_DAY] = [66, 82];

const place: CrawledSuburb = {
  regionCode: "SUBURB:WA-SHORT",
  name: "Short",
  state: "WA",
  postcode: "6000",
  salCode: "50001",
  housePrice: 600_000,
  slowness: 1,
  agencyArea: "WA/1",
  adverts: 50,
  rank: 0,
  swept: Uint8Array.from({ length: 120 }, (_, day) => (day >= FIRST_DAY && day <= LAST_DAY ? 1 : 0)),
  firstDay: FIRST_DAY,
  lastDay: LAST_DAY,
  minutes: { rea: 600, domain: 700 },
};

describe("stories of adverts", () => {
  it("begin, change and end while the suburb is crawled, however short that is", () => {
    const random = new Random(1, "stories");
    const scene = { place, random, address: addressMaker(random, place), agency: () => null };
    const outside: string[] = [];
    for (const [i, [story]] of STORIES.entries()) {
      for (let run = 0; run < 200; run++) {
        for (const { firstDay, lastSeenDay, events } of story(scene)) {
          const days = [firstDay, lastSeenDay, ...events.map(({ day }) => day)];
          if (days.some((day) => day < FIRST_DAY || day > LAST_DAY)) outside.push(`story ${i}: ${days}`);
        }
      }
    }
    expect(outside).toEqual([]);
  });
});
