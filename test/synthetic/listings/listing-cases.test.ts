import { describe, expect, inject, it } from "vitest";
import {
  AS_OF_MS,
  cuts,
  DAY_MS,
  isLive,
  type Market,
  readMarket,
  relistGapDays,
  successions,
} from "../economy/market.ts";

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

/** Each rule that listings exercise, and how often its case occurs. */
const CASES: Readonly<Record<string, (m: Market) => number>> = {
  "a relist after exactly 7 days": (m) => m.adverts.filter((a) => relistGapDays(a).includes(7)).length,
  "a relist after exactly 8 days": (m) => m.adverts.filter((a) => relistGapDays(a).includes(8)).length,
  "a relist after less than 7 days": (m) =>
    m.adverts.filter((a) => relistGapDays(a).some((d) => d < 7)).length,
  "a relist after weeks": (m) => m.adverts.filter((a) => relistGapDays(a).some((d) => d > 14)).length,
  "one address live on both portals": (m) =>
    m.addresses.filter((ads) => new Set(ads.filter(isLive).map((a) => a.row.source)).size === 2).length,
  "a cut on both portals by different amounts": (m) =>
    m.addresses.filter(([a, b]) => {
      if (b === undefined || a.row.source === b.row.source) return false;
      const [one, two] = [cuts(a), cuts(b)];
      return one.length > 0 && two.length > 0 && one[0].drop_abs !== two[0].drop_abs;
    }).length,
  "a cut on both portals by the same amount": (m) =>
    m.addresses.filter(([a, b]) => {
      if (b === undefined || a.row.source === b.row.source) return false;
      return cuts(a).length > 0 && cuts(a)[0].drop_abs === cuts(b)[0]?.drop_abs;
    }).length,
  "a cut of exactly 0.40": (m) => m.adverts.flatMap(cuts).filter((e) => fraction(e) === 0.4).length,
  "a cut above 0.40": (m) => m.adverts.flatMap(cuts).filter((e) => fraction(e) > 0.4).length,
  "a cut of exactly 5,000 AUD": (m) => m.adverts.flatMap(cuts).filter((e) => e.drop_abs === "5000").length,
  "several cuts of one advert": (m) => m.adverts.filter((a) => cuts(a).length > 1).length,
  "a price rise": (m) =>
    m.adverts.flatMap((a) => a.events).filter((e) => e.event_type === "price_rise").length,
  "an active advert not seen for 14 days": (m) =>
    m.adverts.filter((a) => a.row.is_active === "true" && !isLive(a)).length,
  "a withdrawn advert": (m) => m.adverts.filter((a) => a.row.listing_status === "withdrawn").length,
  "a sold advert with a price": (m) =>
    m.adverts.filter((a) => a.row.listing_status === "sold" && a.row.price !== "").length,
  "a sale that hides its price": (m) =>
    m.adverts.filter((a) => a.row.listing_status === "sold" && a.row.price === "").length,
  "a sold advert still on show": (m) =>
    m.adverts.filter((a) => a.row.listing_status === "sold" && a.row.is_active === "true").length,
  "an advert under offer": (m) => m.adverts.filter((a) => a.row.listing_status === "under_offer").length,
  "an offer that fell through": (m) =>
    m.adverts
      .flatMap((a) => a.events)
      .filter((e) => e.prev_status === "under_offer" && e.listing_status === "for_sale").length,
  "a missing address key": (m) => m.adverts.filter((a) => a.row.address_key === "").length,
  "a cut without an address key": (m) =>
    m.adverts.filter((a) => a.row.address_key === "" && cuts(a).length > 0).length,
  "a missing URL": (m) => m.adverts.filter((a) => a.row.listing_url === "").length,
  "unknown bedrooms": (m) => m.adverts.filter((a) => a.row.bedrooms === "").length,
  "one key with several bedroom counts": (m) =>
    m.addresses.filter((ads) => new Set(ads.map((a) => a.row.bedrooms)).size > 1).length,
  "no agency": (m) => m.adverts.filter((a) => a.row.agency_id === "").length,
  "an agency with fewer than 3 live adverts": (m) => agencies(m).filter((n) => n < 3).length,
  "an agency with many live adverts": (m) => agencies(m).filter((n) => n > 20).length,
  "an empty state": (m) => m.adverts.filter((a) => a.row.state_code === "").length,
  "the state AU": (m) => m.adverts.filter((a) => a.row.state_code === "AU").length,
  "no suburb behind the region": (m) => m.adverts.filter((a) => a.row.sal_code === "").length,
  "a relist under a new id on the same portal": (m) =>
    samePortal(m).filter((s) => s.gapDays > 0 && isLive(s.second)).length,
  "an advert superseded while still live": (m) =>
    samePortal(m).filter(
      (s) => s.gapDays < 0 && isLive(s.first) && s.first.row.bedrooms === s.second.row.bedrooms,
    ).length,
  "another portal's advert that ended over 14 days before": (m) =>
    otherPortal(m).filter((s) => s.gapDays > 14 && isLive(s.second)).length,
  "another portal's advert that ended within 14 days": (m) =>
    otherPortal(m).filter((s) => s.gapDays > 0 && s.gapDays <= 14 && isLive(s.second)).length,
  "price kinds that cannot be compared": (m) =>
    successions(m).filter((s) => s.gapDays > 0 && s.first.row.price_kind !== s.second.row.price_kind).length,
  "a suburb whose crawl stopped": (m) =>
    [...Map.groupBy(m.adverts, (a) => a.row.region_code).values()].filter((ads) =>
      ads.every((a) => Date.parse(a.row.last_seen_at) < AS_OF_MS - 14 * DAY_MS),
    ).length,
  "a day that the crawl mostly missed": (m) => {
    const days = sweptPerDay(m);
    const usual = [...days.values()].sort((a, b) => a - b)[Math.floor(days.size / 2)];
    return [...days.values()].filter((n) => n < usual / 2).length;
  },
  "a suburb with fewer than 3 live addresses": (m) => liveByRegion(m).filter((r) => r.addresses < 3).length,
  "an even count of live addresses": (m) => liveByRegion(m).filter((r) => r.addresses % 2 === 0).length,
};
for (const kind of ["fixed", "range_low", "range_high", "offers_over", "auction", "poa", "unknown"]) {
  Object.assign(CASES, {
    [`the price kind ${kind}`]: (m: Market) =>
      m.adverts.filter((a) => a.row.price_kind === kind && isLive(a)).length,
  });
}

describe("generateSyntheticDataset, listings at scale 0.02", () => {
  const market = readMarket(inject("country").datasetDir);

  it.each(Object.entries(CASES))("holds %s", (_, count) => {
    expect(count(market)).toBeGreaterThanOrEqual(1);
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
