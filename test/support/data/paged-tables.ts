import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { plainRows } from "./listing-fixture.ts";

export interface AddressRow {
  readonly address_key: string;
  readonly listing_id: string;
  readonly is_active: boolean;
  readonly num_listings: number;
  readonly first_price: number | null;
  readonly price: number | null;
  readonly distinct_dwellings: number;
}

export interface EventRow {
  readonly address_key: string;
  readonly observed_at: number;
  readonly event_type: string;
  readonly source: string;
  readonly price: number | null;
  readonly drop_abs: number | null;
  readonly drop_pct: number | null;
}

export interface DropRow {
  readonly address_key: string;
  readonly drop_abs: number;
  readonly source: string;
}

/** Every address with its events, oldest first, by address key. */
export async function histories(db: BuildDatabase) {
  const addresses = await plainRows<AddressRow>(
    db,
    "SELECT * FROM serve.property_addresses ORDER BY address_key",
  );
  const events = await plainRows<EventRow>(
    db,
    "SELECT * FROM serve.property_events ORDER BY address_key, observed_at, event_id",
  );
  const valued = await plainRows<{ address_key: string }>(
    db,
    "SELECT address_key FROM serve.property_valuations",
  );
  return addresses.map((address) => ({
    address,
    events: events.filter(({ address_key }) => address_key === address.address_key),
    hasValuation: valued.some(({ address_key }) => address_key === address.address_key),
  }));
}

/** The cut listings that a window shows for a key such as `sal:20001`, in answer order. */
export function shownDrops(db: BuildDatabase, key: string, windowDays: number): Promise<DropRow[]> {
  return plainRows<DropRow>(
    db,
    `SELECT * FROM serve.suburb_drop_listings
     WHERE suburb_key = '${key}' AND shown_from <= ${windowDays} AND shown_until > ${windowDays}
     ORDER BY place`,
  );
}
