import type { EVENT_TYPES } from "../../dataset/tables/listings.ts";
import type { Completeness } from "./listing-mapping.ts";
import type { ListingStatus, PriceKind, Sighting } from "./sighting.ts";

/** A price move is an event from this AUD amount and this share of the previous price; both are needed. */
export const MIN_MOVE_AUD = 5000;
const MIN_MOVE_SHARE = 0.005;
/** Consecutive complete sweeps without an advert after which it is delisted; a single sweep may miss it. */
export const SWEEPS_TO_DELIST = 2;
/** A sweep with less than this share of the previous one was cut: it does not show which adverts are gone. */
const MIN_SWEEP_SHARE = 0.5;

export interface Sweep {
  readonly at: string;
  readonly sightings: ReadonlyMap<string, Sighting>;
}

/** The columns of a `property_price_events` row that follow from the sweeps. */
export type ListingEvent = ReturnType<typeof eventOf>;

export interface FollowedListing {
  readonly latest: Sighting;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly isActive: boolean;
}

type State = ReturnType<typeof firstSight>;

/**
 * Derives listings and events from one portal's sweeps, which must be in time order. If sweeps cover the
 * whole portal, a sweep far smaller than the previous one counts as cut and delists nothing.
 */
export function followSweeps(
  sweeps: readonly Sweep[],
  complete: Completeness,
): { listings: FollowedListing[]; events: ListingEvent[]; cutSweeps: string[] } {
  const states = new Map<string, State>();
  const events: ListingEvent[] = [];
  const cutSweeps: string[] = [];
  let sizeBefore = 0;
  for (const sweep of sweeps) {
    for (const [id, sighting] of sweep.sightings) {
      const state = states.get(id);
      if (state === undefined) states.set(id, firstSight(sighting, events));
      else seeAgain(state, sighting, events);
    }
    const isCut = complete === "feed" && sweep.sightings.size < sizeBefore * MIN_SWEEP_SHARE;
    if (isCut) cutSweeps.push(sweep.at);
    else if (complete !== "none") {
      const places = complete === "feed" ? undefined : new Set([...sweep.sightings.values()].map(placeOf));
      for (const [id, state] of states) {
        const isCovered = places === undefined || places.has(placeOf(state.latest));
        if (state.isActive && isCovered && !sweep.sightings.has(id)) missIn(sweep, state, events);
      }
    }
    // Halving the size lets a portal that really shrank be accepted after a few sweeps.
    sizeBefore = Math.max(sweep.sightings.size, sizeBefore * MIN_SWEEP_SHARE);
  }
  const listings = [...states.values()].map(({ latest, firstSeenAt, isActive }) => ({
    latest,
    firstSeenAt,
    lastSeenAt: latest.at,
    isActive,
  }));
  return { listings, events, cutSweeps };
}

function firstSight(sighting: Sighting, events: ListingEvent[]) {
  events.push(eventOf("first_seen", sighting));
  return { latest: sighting, firstSeenAt: sighting.at, isActive: true, misses: 0, base: baseOf(sighting) };
}

function seeAgain(state: State, sighting: Sighting, events: ListingEvent[]): void {
  const before = state.latest;
  if (!state.isActive) events.push(eventOf("relisted", sighting));
  if (sighting.status !== before.status) {
    events.push({ ...eventOf("status_change", sighting), prev_status: before.status });
  }
  const hasJustSold = sighting.status === "sold" && before.status !== "sold";
  const base = baseOf(sighting);
  if (base !== null && !hasJustSold) {
    const moved =
      state.base !== null && isComparable(state.base.kind, base.kind) ? base.price - state.base.price : 0;
    if (isMove(moved, state.base?.price ?? 0)) {
      const type = moved < 0 ? "price_drop" : "price_rise";
      events.push({ ...eventOf(type, sighting), prev_price: state.base!.price });
      state.base = base;
    } else if (state.base === null || !isComparable(state.base.kind, base.kind)) state.base = base;
  }
  state.latest = sighting;
  state.isActive = true;
  state.misses = 0;
}

function missIn(sweep: Sweep, state: State, events: ListingEvent[]): void {
  state.misses++;
  if (state.misses < SWEEPS_TO_DELIST) return;
  state.isActive = false;
  // A sold advert ends normally; it is not withdrawn.
  if (state.latest.status !== "sold")
    events.push({ ...eventOf("delisted", state.latest), observed_at: sweep.at });
}

function placeOf({ suburb, stateCode }: Sighting): string {
  return `${stateCode} ${suburb.toLowerCase()}`;
}

/** True when both move thresholds are reached: 5,000 AUD and half a percent. */
export function isMove(change: number, before: number): boolean {
  return Math.abs(change) >= MIN_MOVE_AUD && Math.abs(change) >= before * MIN_MOVE_SHARE && before > 0;
}

/** Fixed and "offers over" prices are comparable, range ends only with the same end, others never. */
export function isComparable(a: PriceKind, b: PriceKind): boolean {
  const family = (kind: PriceKind) => (kind === "offers_over" ? "fixed" : kind);
  return family(a) === family(b) && ["fixed", "range_low", "range_high"].includes(family(a));
}

/** Price of an event, to which moves are compared, so that small steps add up. */
function baseOf({ price, priceKind }: Sighting) {
  return price === null ? null : { price, kind: priceKind };
}

function eventOf(event_type: (typeof EVENT_TYPES)[number], sighting: Sighting) {
  const { listingId: listing_id, at: observed_at, price, priceKind: price_kind, status } = sighting;
  const before = { prev_price: null as number | null, prev_status: null as ListingStatus | null };
  return { listing_id, observed_at, event_type, price, price_kind, listing_status: status, ...before };
}
