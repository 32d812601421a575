import { STATE_CODES } from "../../../src/dataset/states.ts";
import type { RawListings, RawRow } from "../data/raw-tables.ts";
import { compareBy, floored, MS_A_DAY, membersOf, sum } from "./plain-steps.ts";

/** Rules shared by all price-drop tables, one predicate each. Live means seen within 14 days. */
export function isLive(raw: RawListings, listing: RawRow): boolean {
  return listing.is_active && listing.last_seen_at >= raw.asOf - 14 * MS_A_DAY;
}

export function isCut(event: RawRow): boolean {
  if (event.event_type !== "price_drop" || event.price === null || event.prev_price === null) return false;
  const drop = event.prev_price - event.price;
  return drop > 0 && drop / event.prev_price <= 0.4;
}

export const isSale = (event: RawRow): boolean =>
  event.event_type === "status_change" && event.listing_status === "sold" && event.prev_status !== "sold";

export const dropAbs = (event: RawRow): number => event.prev_price! - event.price!;
export const dropPct = (event: RawRow): number => dropAbs(event) / event.prev_price!;

const isForSale = (listing: RawRow) => ["for_sale", "under_offer"].includes(listing.listing_status);

export function liveAtAddress(raw: RawListings): RawRow[] {
  return raw.listings.filter((l) => l.address_key !== "" && isLive(raw, l));
}

function cutsOf(raw: RawListings, listing: RawRow, windowDays: number): RawRow[] {
  return (raw.eventsOf.get(listing.id) ?? []).filter(
    (e) => isCut(e) && e.observed_at >= raw.asOf - windowDays * MS_A_DAY,
  );
}

interface AddressCut {
  readonly pct: number;
  readonly abs: number;
  readonly value: number;
}

/** The cut of every address among the listings, by the cuts of each: one portal wins. */
export function cutsByAddress(
  listings: readonly RawRow[],
  cutsOf: (listing: RawRow) => readonly RawRow[],
): AddressCut[] {
  return [...Map.groupBy(listings, (l) => l.address_key).values()].flatMap((own) => {
    const portals = [...Map.groupBy(own, (l) => l.source)].flatMap(([source, ads]) => {
      const cuts = ads.flatMap(cutsOf);
      if (cuts.length === 0) return [];
      const [abs, pct] = [cuts.map(dropAbs), cuts.map(dropPct)];
      return [{ source, pct: Math.max(...pct), abs: Math.max(...abs), value: sum(abs) }];
    });
    return portals.sort(compareBy("value", "source")).slice(0, 1);
  });
}

/** cutsByAddress with the cuts of a window. */
export const addressCuts = (raw: RawListings, live: readonly RawRow[], windowDays = 30): AddressCut[] =>
  cutsByAddress(live, (listing) => cutsOf(raw, listing, windowDays));

/** One listing per address: the newest, then by portal, then by listing id. */
function onePerAddress(listings: readonly RawRow[]): RawRow[] {
  const newest = compareBy<RawRow>("last_seen_at", "source", "listing_id");
  return [...Map.groupBy(listings, (l) => l.address_key).values()].map((ads) => [...ads].sort(newest)[0]);
}

function soldLastYear(raw: RawListings): RawRow[] {
  const yearAgo = new Date(raw.asOf);
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
  return raw.listings.filter((l) => {
    if (l.address_key === "" || l.listing_status !== "sold") return false;
    return (raw.eventsOf.get(l.id) ?? []).some((e) => isSale(e) && e.observed_at >= yearAgo.getTime());
  });
}

const prices = (listings: readonly RawRow[]) => listings.flatMap((l) => (l.price === null ? [] : [l.price]));

function placeStats(raw: RawListings, live: readonly RawRow[], soldListings: readonly RawRow[]) {
  const forSale = onePerAddress(live.filter(isForSale));
  const sold = onePerAddress(soldListings);
  const asking = floored(prices(forSale));
  const paid = floored(prices(sold));
  return {
    active: new Set(live.map((l) => l.address_key)).size,
    cuts: addressCuts(raw, live),
    members: {
      forSaleCount: forSale.length,
      avgAsking: asking.mean,
      medianAsking: asking.median,
      soldCount: sold.length,
      avgSold: paid.mean,
      medianSold: paid.median,
    },
    forSalePriced: prices(forSale).length,
  };
}

/** Every suburb region with a live or sold address, as ListSuburbPriceDrops returns it, unordered. */
export function plainSuburbDrops(raw: RawListings) {
  const live = Map.groupBy(liveAtAddress(raw), (l) => l.region_code);
  const sold = Map.groupBy(soldLastYear(raw), (l) => l.region_code);
  return [...new Set([...live.keys(), ...sold.keys()])].map((regionCode) => {
    const region = raw.regions.get(regionCode)!;
    const stats = placeStats(raw, live.get(regionCode) ?? [], sold.get(regionCode) ?? []);
    const hasDropRow = stats.cuts.length >= 3;
    const cuts = hasDropRow ? stats.cuts : [];
    const pcts = floored(cuts.map((c) => c.pct));
    return {
      ...membersOf(region, "region_code sal_code sal_name state_code postcode"),
      droppedListingCount: cuts.length,
      avgDropPct: pcts.mean,
      medianDropPct: pcts.median,
      maxDropPct: Math.max(0, ...cuts.map((c) => c.pct)),
      maxDropAbs: Math.max(0, ...cuts.map((c) => c.abs)),
      totalActiveListings: hasDropRow ? stats.active : stats.members.forSaleCount,
      droppedShare: hasDropRow ? cuts.length / stats.active : 0,
      ...stats.members,
      droppedValue: sum(cuts.map((c) => c.value)),
    };
  });
}

export type PlainSuburb = ReturnType<typeof plainSuburbDrops>[number];

const SUBURB_KEYS: Record<string, keyof PlainSuburb | ((s: PlainSuburb) => number)> = {
  count: "droppedListingCount",
  avg: "avgDropPct",
  max: "maxDropPct",
  asking: "avgAsking",
  sold: "avgSold",
  share: (s) => (s.totalActiveListings >= 20 ? s.droppedShare : -1),
};

export function rankSuburbs(suburbs: readonly PlainSuburb[], state: string, sort: string, limit: number) {
  const order = compareBy<PlainSuburb>(SUBURB_KEYS[sort], "regionCode");
  return suburbs
    .filter((s) => state === "" || s.stateCode === state)
    .sort(order)
    .slice(0, limit);
}

/** Summary of a state, or of all states for AU; the winners of an address are chosen per state. */
export function plainStateSummary(raw: RawListings, state: string) {
  const inScope = (l: RawRow) =>
    state === "AU" ? l.state_code !== "" && l.state_code !== "AU" : l.state_code === state;
  const keyed = (l: RawRow) => ({ ...l, address_key: `${l.state_code} ${l.address_key}` });
  const live = liveAtAddress(raw).filter(inScope).map(keyed);
  const sold = soldLastYear(raw).filter(inScope).map(keyed);
  const crawled = raw.listings.filter(inScope);
  const regionCount = (listings: readonly RawRow[]) => new Set(listings.map((l) => l.region_code)).size;
  const stats = placeStats(raw, live, sold);
  const pcts = floored(stats.cuts.map((c) => c.pct));
  const isShown = stats.cuts.length >= 3;
  return {
    stateCode: state,
    droppedCount: stats.cuts.length,
    avgDropPct: pcts.mean,
    medianDropPct: pcts.median,
    maxDropPct: isShown ? Math.max(...stats.cuts.map((c) => c.pct)) : 0,
    droppedValue: isShown ? sum(stats.cuts.map((c) => c.value)) : 0,
    totalActiveListings: stats.active,
    droppedShare: stats.active === 0 ? 0 : stats.cuts.length / stats.active,
    ...stats.members,
    forSalePriced: stats.forSalePriced,
    suburbsTracked: regionCount([...live, ...sold]),
    suburbsSwept14d: regionCount(crawled.filter((l) => l.last_seen_at >= raw.asOf - 14 * MS_A_DAY)),
    catalogSuburbs: regionCount(crawled),
  };
}

/** The country and every state that was ever crawled, as GetPriceDropsOverview returns them. */
export function plainOverview(raw: RawListings) {
  const crawled = STATE_CODES.filter((code) => raw.listings.some((l) => l.state_code === code));
  if (crawled.length === 0) return {};
  const states = crawled.map((code) => plainStateSummary(raw, code));
  return {
    national: plainStateSummary(raw, "AU"),
    states: states.sort(compareBy("droppedCount", "stateCode")),
  };
}

/** Every agency row with at least three active addresses, unordered. */
export function plainAgencies(raw: RawListings, windowDays = 30) {
  const live = liveAtAddress(raw).filter((l) => l.agency_id !== "");
  const rows = [...Map.groupBy(live, (l) => JSON.stringify([l.source, l.agency_id, l.state_code])).values()];
  return rows.flatMap((listings) => {
    const addresses = new Set(listings.map((l) => l.address_key));
    if (addresses.size < 3) return [];
    const forSale = prices(onePerAddress(listings.filter(isForSale)));
    const asking = floored(forSale);
    const cuts = addressCuts(raw, listings, windowDays);
    const newest = listings.toSorted(compareBy("last_seen_at", "listing_id"));
    return [
      {
        ...membersOf(listings[0], "source agency_id state_code"),
        agencyName: newest.find((l) => l.agency_name !== "")?.agency_name ?? "",
        activeListings: addresses.size,
        pricedListings: forSale.length,
        avgAsking: asking.mean,
        medianAsking: asking.median,
        suburbsCovered: new Set(listings.map((l) => l.region_code)).size,
        droppedCount: cuts.length,
        avgDropPct: floored(cuts.map((c) => c.pct)).mean,
        totalDropValue: cuts.length >= 3 ? sum(cuts.map((c) => c.value)) : 0,
      },
    ];
  });
}

export type PlainAgency = ReturnType<typeof plainAgencies>[number];

const AGENCY_KEYS: Record<string, (keyof PlainAgency)[]> = {
  drops: ["droppedCount", "totalDropValue", "activeListings"],
  listings: ["activeListings", "droppedCount"],
  avg_cut: ["avgDropPct", "droppedCount"],
  value: ["totalDropValue", "droppedCount"],
};

export function rankAgencies(agencies: readonly PlainAgency[], state: string, sort: string, limit: number) {
  const order = compareBy<PlainAgency>(...AGENCY_KEYS[sort], "source", "agencyId", "stateCode");
  return agencies
    .filter((a) => state === "" || a.stateCode === state)
    .sort(order)
    .slice(0, limit);
}
