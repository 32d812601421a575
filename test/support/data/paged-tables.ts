import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { plainRows } from "./listing-fixture.ts";
import type { RawRow } from "./raw-tables.ts";

/** Every address with its events, oldest first, by address key. */
export async function histories(db: BuildDatabase) {
  const addresses = await plainRows<RawRow>(
    db,
    "SELECT * FROM serve.property_addresses ORDER BY address_key",
  );
  const events = await plainRows<RawRow>(
    db,
    "SELECT * FROM serve.property_events ORDER BY address_key, observed_at, event_id",
  );
  const valued = await plainRows<RawRow>(db, "SELECT address_key FROM serve.property_valuations");
  return addresses.map((address) => ({
    address,
    events: events.filter(({ address_key }) => address_key === address.address_key),
    hasValuation: valued.some(({ address_key }) => address_key === address.address_key),
  }));
}

/** The cut listings of a window for a key such as `sal:20001`, in response order. */
export function shownDrops(db: BuildDatabase, key: string, windowDays: number): Promise<RawRow[]> {
  return plainRows<RawRow>(
    db,
    `SELECT * FROM serve.suburb_drop_listings
     WHERE suburb_key = '${key}' AND shown_from <= ${windowDays} AND shown_until > ${windowDays}
     ORDER BY place`,
  );
}
