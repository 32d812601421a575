import {
  compareBy,
  MS_A_DAY,
  type RawEvent,
  type RawListing,
  type RawListings,
} from "../data/raw-listings.ts";
import { dropAbs, dropPct, isCut, isLive } from "./plain-drops.ts";

const second = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");

/** The cut listings of a suburb in a window, as ListSuburbDropListings tells them. */
export function plainDropListings(
  raw: RawListings,
  salCode: string,
  regionCode: string,
  windowDays: number,
  limit: number,
) {
  const rows: { listing: RawListing; event: RawEvent }[] = [];
  for (const listing of raw.listings) {
    const matches =
      (salCode === "" || raw.regions.get(listing.region_code)!.sal_code === salCode) &&
      (regionCode === "" || listing.region_code === regionCode);
    if (!matches || listing.address_key === "" || listing.listing_url === "" || !isLive(raw, listing))
      continue;
    for (const event of raw.eventsOf.get(listing.id) ?? []) {
      if (isCut(event) && event.observed_at >= raw.asOf - windowDays * MS_A_DAY)
        rows.push({ listing, event });
    }
  }
  const best = compareBy<(typeof rows)[number]>(
    (r) => dropAbs(r.event),
    (r) => r.event.observed_at,
    (r) => r.listing.source,
    (r) => r.listing.listing_id,
    (r) => -r.event.id,
  );
  return [...Map.groupBy(rows, (r) => r.listing.address_key).values()]
    .map((found) => found.sort(best)[0])
    .sort(
      compareBy(
        (r) => dropPct(r.event),
        (r) => r.event.observed_at,
        (r) => r.listing.address_key,
      ),
    )
    .slice(0, limit)
    .map(({ listing, event }) => ({
      source: listing.source,
      listingUrl: listing.listing_url,
      displayAddress: listing.display_address,
      propertyType: listing.property_type,
      bedrooms: listing.bedrooms,
      bathrooms: listing.bathrooms,
      carSpaces: listing.car_spaces,
      prevPrice: event.prev_price!,
      price: event.price!,
      dropPct: dropPct(event),
      dropAbs: dropAbs(event),
      observedAt: { seconds: BigInt(event.observed_at / 1000) },
      addressKey: listing.address_key,
      agencyName: listing.agency_name,
      agentNames: [...listing.agent_names],
    }));
}

const KIND_FAMILY: Record<string, string> = {
  fixed: "ask",
  offers_over: "ask",
  range_low: "range_low",
  range_high: "range_high",
};

const sameDwelling = (a: RawListing, b: RawListing) =>
  a.bedrooms === 0 || b.bedrooms === 0 || a.bedrooms === b.bedrooms;

/** Whether events of the other advert belong to the chain of this one. */
function joins(advert: RawListing, other: RawListing): boolean {
  if (other.id === advert.id) return true;
  if (!sameDwelling(advert, other)) return false;
  const silenceMs = other.source === advert.source ? 0 : 14 * MS_A_DAY;
  return other.last_seen_at < advert.first_seen_at - silenceMs;
}

function isCurrent(raw: RawListings, advert: RawListing, atAddress: readonly RawListing[]): boolean {
  if (!isLive(raw, advert) || advert.listing_url === "" || advert.price === null) return false;
  return !atAddress.some(
    (other) =>
      other.source === advert.source &&
      other.first_seen_at > advert.first_seen_at &&
      other.last_seen_at >= advert.last_seen_at &&
      sameDwelling(advert, other),
  );
}

/** The cut of one advert in a window, or undefined when its chain shows none from 0.03 to 0.40. */
function chainCut(
  raw: RawListings,
  advert: RawListing,
  atAddress: readonly RawListing[],
  windowDays: number,
) {
  const family = KIND_FAMILY[advert.price_kind];
  if (family === undefined) return undefined;
  const chain: { event: RawEvent; ask: number }[] = [];
  for (const other of atAddress.filter((o) => joins(advert, o))) {
    for (const event of raw.eventsOf.get(other.id) ?? []) {
      if (event.observed_at < raw.asOf - windowDays * MS_A_DAY) continue;
      if (KIND_FAMILY[event.price_kind] !== family) continue;
      const isTypo =
        event.event_type === "price_drop" &&
        event.price !== null &&
        event.prev_price !== null &&
        dropPct(event) > 0.4;
      const ask =
        event.observed_at > other.first_seen_at && event.prev_price !== null ? event.prev_price : event.price;
      if (!isTypo && ask !== null) chain.push({ event, ask });
    }
  }
  if (!chain.some((c) => isCut(c.event))) return undefined;
  chain.sort((a, b) => a.event.observed_at - b.event.observed_at || a.event.id - b.event.id);
  const first = chain[0].ask;
  const drop = first - advert.price!;
  if (!(drop / first >= 0.03 && drop / first <= 0.4)) return undefined;
  return { advert, first, abs: drop, pct: drop / first, newest: chain.at(-1)!.event.observed_at };
}

/** Addresses ranked by their cut in a window, as ListAddressPriceDrops tells them. */
export function plainAddressDrops(
  raw: RawListings,
  byAddress: ReadonlyMap<string, readonly RawListing[]>,
  request: { state: string; windowDays: number; sort: string; limit: number },
) {
  const winners = [...byAddress.values()].flatMap((atAddress) => {
    const cuts = atAddress
      .filter((l) => isCurrent(raw, l, atAddress))
      .flatMap((l) => chainCut(raw, l, atAddress, request.windowDays) ?? []);
    cuts.sort(
      compareBy(
        (c) => c.pct,
        (c) => c.abs,
        (c) => c.advert.source,
        (c) => c.advert.id,
      ),
    );
    return cuts.slice(0, 1).map((cut) => ({ ...cut, numListings: atAddress.length }));
  });
  type Winner = (typeof winners)[number];
  const keys: Record<string, ((w: Winner) => number)[]> = {
    pct: [(w) => w.pct, (w) => w.abs],
    abs: [(w) => w.abs, (w) => w.pct],
    recent: [(w) => w.newest, (w) => w.pct],
  };
  return winners
    .filter((w) => request.state === "" || w.advert.state_code === request.state)
    .sort(compareBy(...keys[request.sort], (w) => w.advert.address_key))
    .slice(0, request.limit)
    .map(({ advert, first, abs, pct, newest, numListings }) => ({
      addressKey: advert.address_key,
      displayAddress: advert.display_address,
      suburb: advert.suburb,
      stateCode: advert.state_code,
      postcode: advert.postcode,
      firstPrice: first,
      currentPrice: advert.price!,
      dropAbs: abs,
      dropPct: pct,
      numListings,
      latestSource: advert.source,
      latestListingUrl: advert.listing_url,
      lastObservedAt: second(newest),
      propertyType: advert.property_type,
      bedrooms: advert.bedrooms,
      bathrooms: advert.bathrooms,
      agencyName: advert.agency_name,
      agentNames: [...advert.agent_names],
    }));
}

/** The history of an address without its valuation, as GetPropertyHistory tells it. */
export function plainHistory(raw: RawListings, atAddress: readonly RawListing[]) {
  if (atAddress.length === 0) return {};
  const newest = compareBy<RawListing>(
    (l) => Number(isLive(raw, l)),
    (l) => l.last_seen_at,
    (l) => l.source,
    (l) => l.listing_id,
  );
  const current = [...atAddress].sort(newest)[0];
  const events = atAddress
    .flatMap((listing) => (raw.eventsOf.get(listing.id) ?? []).map((event) => ({ listing, event })))
    .filter(({ event }) => event.event_type !== "price_drop" || dropPct(event) <= 0.4)
    .sort((a, b) => a.event.observed_at - b.event.observed_at || a.event.id - b.event.id);
  const isMove = (e: RawEvent) => e.price !== null && e.prev_price !== null;
  return {
    addressKey: current.address_key,
    displayAddress: current.display_address,
    suburb: current.suburb,
    stateCode: current.state_code,
    postcode: current.postcode,
    current: {
      source: current.source,
      listingId: current.listing_id,
      listingUrl: current.listing_url,
      price: current.price ?? 0,
      priceDisplay: current.price_display,
      priceKind: current.price_kind,
      listingStatus: current.listing_status,
      isActive: isLive(raw, current),
      bedrooms: current.bedrooms,
      bathrooms: current.bathrooms,
      carSpaces: current.car_spaces,
      landSizeSqm: current.land_size_sqm,
      propertyType: current.property_type,
      firstSeenAt: second(current.first_seen_at),
      lastSeenAt: second(current.last_seen_at),
      agencyName: current.agency_name,
      agentNames: [...current.agent_names],
    },
    events: events.map(({ listing, event }) => ({
      observedAt: second(event.observed_at),
      eventType: event.event_type,
      source: listing.source,
      listingId: listing.listing_id,
      price: event.price ?? 0,
      prevPrice: event.prev_price ?? 0,
      dropAbs: isMove(event) ? dropAbs(event) : 0,
      dropPct: isMove(event) ? dropPct(event) : 0,
      listingStatus: event.listing_status,
      prevStatus: event.prev_status,
    })),
    numListings: atAddress.length,
    firstPrice: events.find(({ event }) => event.price !== null)?.event.price ?? 0,
    currentPrice: current.price ?? 0,
    distinctDwellings: new Set(atAddress.map((l) => l.bedrooms).filter((n) => n > 0)).size,
  };
}
