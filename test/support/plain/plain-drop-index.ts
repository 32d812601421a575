import type { RawListings, RawRow } from "../data/raw-tables.ts";
import { cutsByAddress, isCut } from "./plain-drops.ts";
import { MS_A_DAY, medianOf, sum } from "./plain-steps.ts";

const dayOf = (ms: number) => Math.floor(ms / MS_A_DAY);

interface SuburbDay {
  readonly isInData: boolean;
  readonly active: number;
  readonly dropped: number;
  readonly median: number;
}

/** The daily index computed day by day from the raw rows: visits every suburb and day once. */
export function plainDropIndex(raw: RawListings) {
  const gaps = new Map<number, { gone: number; back: number }[]>();
  const days = new Map<string, SuburbDay>();
  const placePoints = new Map<string, PlainPoint[]>();
  const bySuburb = Map.groupBy(
    raw.listings,
    (l) => raw.regions.get(l.region_code)!.sal_code || l.region_code,
  );
  for (const listing of raw.listings) gaps.set(listing.id, gapsOf(raw.eventsOf.get(listing.id) ?? []));
  /** Seen within the 14 days that end on `day`, relist gaps excluded. */
  function isMember(listing: RawRow, day: number): boolean {
    const from = day - 13;
    let start = dayOf(listing.first_seen_at);
    for (const { gone, back } of gaps.get(listing.id)!) {
      if (gone < listing.first_seen_at || back > listing.last_seen_at) continue;
      if (start <= day && dayOf(gone) >= from) return true;
      start = dayOf(back);
    }
    return start <= day && dayOf(listing.last_seen_at) >= from;
  }

  function suburbDay(suburb: string, day: number): SuburbDay {
    const key = `${suburb} ${day}`;
    const known = days.get(key);
    if (known !== undefined) return known;
    const members = bySuburb.get(suburb)!.filter((l) => isMember(l, day));
    const addressed = members.filter((l) => l.address_key !== "");
    const cuts = cutsByAddress(addressed, (l) => cutsOn(l, day)).map(({ pct }) => pct);
    const found = {
      isInData: members.length > 0,
      active: new Set(addressed.map((l) => l.address_key)).size,
      dropped: cuts.length,
      median: cuts.length === 0 ? 0 : medianOf(cuts),
    };
    days.set(key, found);
    return found;
  }

  function cutsOn(listing: RawRow, day: number): RawRow[] {
    return (raw.eventsOf.get(listing.id) ?? []).filter(
      (e) => isCut(e) && dayOf(e.observed_at) > day - 30 && dayOf(e.observed_at) <= day,
    );
  }

  /** The points of a suburb, a state or the country (AU), as GetDropIndexSeries returns them. */
  function points(key: string, fromDay: number, toDay: number) {
    const days = Array.from({ length: toDay - fromDay + 1 }, (_, i) => fromDay + i);
    return days.flatMap((day) => (/^\d/.test(key) ? suburbPoint(key, day) : placePoint(key, day)));
  }

  function suburbPoint(key: string, day: number) {
    if (!bySuburb.has(key)) return [];
    const { isInData, active, dropped, median } = suburbDay(key, day);
    if (!isInData) return [];
    return [
      {
        ...figures(day, active, dropped, active === 0 ? 0 : dropped / active, median),
        panelSuburbs: 1,
        coverageRatio: 1,
        isGap: active === 0,
      },
    ];
  }

  function placePoint(key: string, day: number): PlainPoint[] {
    const name = `${key} ${day}`;
    const points = placePoints.get(name) ?? newPlacePoint(key, day);
    placePoints.set(name, points);
    return points;
  }

  function newPlacePoint(key: string, day: number): PlainPoint[] {
    const suburbs = [...bySuburb].filter(
      ([, listings]) => key === "AU" || raw.regions.get(listings[0].region_code)!.state_code === key,
    );
    if (suburbs.length === 0) return [];
    const catalogue = suburbs.filter(([, listings]) =>
      listings.some((l) => dayOf(l.first_seen_at) <= day),
    ).length;
    const panel = suburbs.map(([suburb]) => suburbDay(suburb, day)).filter((s) => s.active >= 20);
    const medians = panel.filter((s) => s.dropped > 0).map((s) => s.median);
    const rate = panel.length === 0 ? 0 : sum(panel.map((s) => s.dropped / s.active)) / panel.length;
    const coverageRatio = catalogue === 0 ? 0 : panel.length / catalogue;
    return [
      {
        ...figures(
          day,
          sum(panel.map((s) => s.active)),
          sum(panel.map((s) => s.dropped)),
          rate,
          medians.length === 0 ? 0 : medianOf(medians),
        ),
        panelSuburbs: panel.length,
        coverageRatio,
        isGap: panel.length === 0 || coverageRatio < 0.6,
        ...(key === "AU" ? counters(day) : {}),
      },
    ];
  }

  function counters(day: number) {
    const isRecent = (ms: number) => dayOf(ms) > day - 30 && dayOf(ms) <= day;
    let returned = 0;
    for (const own of gaps.values()) {
      if (own.some(({ gone, back }) => back - gone > 7 * MS_A_DAY && isRecent(back))) returned++;
    }
    const delisted = raw.events.filter((e) => e.event_type === "delisted" && isRecent(e.observed_at));
    return { withdrawnThenRelisted: returned, delistedCount: delisted.length };
  }

  return { points };
}

interface PlainPoint extends ReturnType<typeof figures> {
  readonly panelSuburbs: number;
  readonly coverageRatio: number;
  readonly isGap: boolean;
}

function figures(day: number, active: number, dropped: number, dropRate: number, median: number) {
  return {
    snapshotDate: new Date(day * MS_A_DAY).toISOString().slice(0, 10),
    dropRate,
    medianDropPct: dropped >= 3 ? median : 0,
    activeAddresses: active,
    droppedAddresses: dropped,
    medianWithheld: dropped < 3,
  };
}

/** From a delisting to the first relisting after it; later delistings in between belong to the same gap. */
function gapsOf(events: readonly RawRow[]): { gone: number; back: number }[] {
  const found: { gone: number; back: number }[] = [];
  let gone: number | undefined;
  for (const event of [...events].sort((a, b) => a.observed_at - b.observed_at || a.id - b.id)) {
    if (event.event_type === "delisted") gone ??= event.observed_at;
    if (event.event_type !== "relisted" || gone === undefined) continue;
    found.push({ gone, back: event.observed_at });
    gone = undefined;
  }
  return found;
}
