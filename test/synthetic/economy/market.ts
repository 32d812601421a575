import { join } from "node:path";
import { type CsvRow, readCsv } from "../../support/data/read-csv.ts";

export interface Advert {
  readonly row: CsvRow;
  readonly events: readonly CsvRow[];
}

/** The adverts of a generated dataset with their events, and by address. */
export interface Market {
  readonly adverts: readonly Advert[];
  /** Adverts that share an address key; adverts without a key are left out. */
  readonly addresses: readonly (readonly Advert[])[];
}

export function readMarket(dir: string): Market {
  const events = Map.groupBy(readCsv(join(dir, "property_price_events.csv")), (e) => e.listing_pk);
  const adverts = readCsv(join(dir, "property_listings.csv")).map((row) => ({
    row,
    events: events.get(row.id) ?? [],
  }));
  const keyed = adverts.filter((a) => a.row.address_key !== "");
  return { adverts, addresses: [...Map.groupBy(keyed, (a) => a.row.address_key).values()] };
}

export const AS_OF_MS = Date.parse("2026-11-13T14:00:00Z");
export const DAY_MS = 86_400_000;

export function isLive({ row }: Advert): boolean {
  return row.is_active === "true" && Date.parse(row.last_seen_at) >= AS_OF_MS - 14 * DAY_MS;
}

/** Days between each delisting and the relisting that follows it. */
export function relistGapDays({ events }: Advert): number[] {
  return events.flatMap((event, i) =>
    event.event_type === "relisted"
      ? [(Date.parse(event.observed_at) - Date.parse(events[i - 1].observed_at)) / DAY_MS]
      : [],
  );
}

export function cuts({ events }: Advert): CsvRow[] {
  return events.filter((e) => e.event_type === "price_drop");
}

/** Pairs of adverts at one address, the earlier first. */
export function successions(market: Market): { first: Advert; second: Advert; gapDays: number }[] {
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
