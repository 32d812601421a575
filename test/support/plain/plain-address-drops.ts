import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { RawListings, RawRow } from "../data/raw-tables.ts";
import { dropAbs, dropPct, isCut, isLive } from "./plain-drops.ts";
import { compareBy, instantOf, MS_A_DAY, membersOf, RESTRICTED } from "./plain-steps.ts";

/** The cut listings of a suburb in a window, as ListSuburbDropListings returns them. */
export function plainDropListings(
  raw: RawListings,
  salCode: string,
  regionCode: string,
  windowDays: number,
  limit: number,
) {
  const rows: RawRow[] = [];
  for (const listing of raw.listings) {
    const matches =
      (salCode === "" || raw.regions.get(listing.region_code)!.sal_code === salCode) &&
      (regionCode === "" || listing.region_code === regionCode);
    if (!matches || listing.address_key === "" || listing.listing_url === "" || !isLive(raw, listing))
      continue;
    for (const event of raw.eventsOf.get(listing.id) ?? []) {
      if (isCut(event) && event.observed_at >= raw.asOf - windowDays * MS_A_DAY)
        rows.push({ ...listing, event, abs: dropAbs(event), pct: dropPct(event), at: event.observed_at });
    }
  }
  const best = compareBy<RawRow>("abs", "at", "source", "listing_id", (r) => -r.event.id);
  return [...Map.groupBy(rows, (r) => r.address_key).values()]
    .map((found) => found.sort(best)[0])
    .sort(compareBy("pct", "at", "address_key"))
    .slice(0, limit)
    .map(({ event, ...listing }) => ({
      ...membersOf(listing, "source listing_url display_address property_type bedrooms bathrooms car_spaces"),
      ...membersOf(listing, "address_key agency_name agent_names"),
      ...membersOf(event, "prev_price price"),
      dropPct: dropPct(event),
      dropAbs: dropAbs(event),
      observedAt: timestampFromMs(event.observed_at),
    }));
}

const KIND_FAMILY: Record<string, string> = {
  fixed: "ask",
  offers_over: "ask",
  range_low: "range_low",
  range_high: "range_high",
};

const sameDwelling = (a: RawRow, b: RawRow) =>
  a.bedrooms === 0 || b.bedrooms === 0 || a.bedrooms === b.bedrooms;

/** Whether the other advert's events belong to this advert's chain. */
function joins(advert: RawRow, other: RawRow): boolean {
  if (other.id === advert.id) return true;
  if (!sameDwelling(advert, other)) return false;
  const silenceMs = other.source === advert.source ? 0 : 14 * MS_A_DAY;
  return other.last_seen_at < advert.first_seen_at - silenceMs;
}

function isCurrent(raw: RawListings, advert: RawRow, atAddress: readonly RawRow[]): boolean {
  if (!isLive(raw, advert) || advert.listing_url === "" || advert.price === null) return false;
  return !atAddress.some(
    (other) =>
      other.source === advert.source &&
      other.first_seen_at > advert.first_seen_at &&
      other.last_seen_at >= advert.last_seen_at &&
      sameDwelling(advert, other),
  );
}

/** The cut of one advert in a window; undefined unless its chain shows one from 0.03 to 0.40. */
function chainCut(raw: RawListings, advert: RawRow, atAddress: readonly RawRow[], windowDays: number) {
  const family = KIND_FAMILY[advert.price_kind];
  if (family === undefined) return undefined;
  const chain: { event: RawRow; ask: number }[] = [];
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

/** Addresses ranked by their cut in a window, as ListAddressPriceDrops returns them. */
export function plainAddressDrops(
  raw: RawListings,
  byAddress: ReadonlyMap<string, readonly RawRow[]>,
  request: { state: string; windowDays: number; sort: string; limit: number },
) {
  const winners = [...byAddress.values()].flatMap((atAddress) => {
    const cuts = atAddress
      .filter((l) => isCurrent(raw, l, atAddress))
      .flatMap((l) => chainCut(raw, l, atAddress, request.windowDays) ?? []);
    cuts.sort(
      compareBy(
        "pct",
        "abs",
        (c) => c.advert.source,
        (c) => c.advert.id,
      ),
    );
    return cuts.slice(0, 1).map((cut) => ({ ...cut, numListings: atAddress.length }));
  });
  const keys: Record<string, ("pct" | "abs" | "newest")[]> = {
    pct: ["pct", "abs"],
    abs: ["abs", "pct"],
    recent: ["newest", "pct"],
  };
  return winners
    .filter((w) => request.state === "" || w.advert.state_code === request.state)
    .sort(compareBy(...keys[request.sort], (w) => w.advert.address_key))
    .slice(0, request.limit)
    .map(({ advert, first, abs, pct, newest, numListings }) => ({
      ...membersOf(advert, "address_key display_address suburb state_code postcode property_type bedrooms"),
      ...membersOf(advert, "bathrooms agency_name agent_names"),
      firstPrice: first,
      currentPrice: advert.price!,
      dropAbs: abs,
      dropPct: pct,
      numListings,
      latestSource: advert.source,
      latestListingUrl: advert.listing_url,
      lastObservedAt: instantOf(newest),
    }));
}

/** The cut of an event: of its prices where both are known, else as it says itself. */
function cutOf(event: RawRow): { abs: number; pct: number } {
  const isMove = event.price !== null && event.prev_price !== null;
  return isMove ? { abs: dropAbs(event), pct: dropPct(event) } : { abs: event.drop_abs, pct: event.drop_pct };
}

/** An address's history without its valuation, as GetPropertyHistory returns it. */
export function plainHistory(raw: RawListings, atAddress: readonly RawRow[]) {
  if (atAddress.length === 0) return {};
  const isLiveNow = (l: RawRow) => Number(isLive(raw, l));
  const [current] = atAddress.toSorted(compareBy(isLiveNow, "last_seen_at", "source", "listing_id"));
  const events = atAddress
    .flatMap((listing) => (raw.eventsOf.get(listing.id) ?? []).map((event) => ({ listing, event })))
    .filter(({ event }) => event.event_type !== "price_drop" || cutOf(event).pct <= 0.4)
    .sort((a, b) => a.event.observed_at - b.event.observed_at || a.event.id - b.event.id);
  return {
    ...membersOf(current, "address_key display_address suburb state_code postcode"),
    current: {
      ...membersOf(current, "source listing_id listing_url price_display price_kind listing_status bedrooms"),
      ...membersOf(current, "bathrooms car_spaces land_size_sqm property_type agency_name agent_names"),
      price: current.price ?? 0,
      isActive: isLive(raw, current),
      firstSeenAt: instantOf(current.first_seen_at),
      lastSeenAt: instantOf(current.last_seen_at),
    },
    events: events.map(({ listing, event }) => ({
      observedAt: instantOf(event.observed_at),
      ...membersOf(listing, "source listing_id"),
      ...membersOf(event, "event_type listing_status prev_status"),
      price: event.price ?? 0,
      prevPrice: event.prev_price ?? 0,
      dropAbs: event.event_type === "first_seen" ? 0 : cutOf(event).abs,
      dropPct: event.event_type === "first_seen" ? 0 : cutOf(event).pct,
    })),
    numListings: atAddress.length,
    firstPrice: events.find(({ event }) => event.price !== null)?.event.price ?? 0,
    currentPrice: current.price ?? 0,
    distinctDwellings: new Set(atAddress.map((l) => l.bedrooms).filter((n) => n > 0)).size,
  };
}

interface Sale {
  readonly date: string | null;
  readonly price: number | null;
  readonly agency: string | null;
  readonly event_type: string | null;
}

/** An address's valuation as GetPropertyHistory returns it; undefined if none may be shown. */
export function plainValuation(raw: RawListings, addressKey: string) {
  const row = raw.valuations.find(
    (v) => v.address_key === addressKey && v.fetch_status === "ok" && v.source_licence !== RESTRICTED,
  );
  if (row === undefined) return undefined;
  const isDate = (text: string | null) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "");
  const given: unknown = JSON.parse(row.sales_history || "[]");
  const sales = (Array.isArray(given) ? (given as Sale[]) : []).map((sale) => ({
    date: isDate(sale.date) ? sale.date! : "",
    price: sale.price ?? 0,
    agency: sale.agency ?? "",
    eventType: sale.event_type ?? "",
  }));
  return {
    ...membersOf(row, "source profile_url estimate_low estimate_mid estimate_high estimate_confidence"),
    ...membersOf(row, "valuation_granularity rent_estimate_mid bedrooms bathrooms car_spaces land_size_sqm"),
    ...membersOf(row, "building_size_sqm year_built property_type"),
    fetchedAt: instantOf(row.fetched_at),
    // Newest first; sales without a date last.
    salesHistory: sales.sort((a, b) => (a.date === b.date ? 0 : a.date > b.date ? -1 : 1)),
  };
}
