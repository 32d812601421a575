import { createHash } from "node:crypto";
import type {
  PropertyAddressRow,
  PropertyEventRow,
} from "../../../src/domains/listings/queries/property-history-statements.ts";
import type { SuburbDropListingLine } from "../../../src/domains/listings/queries/suburb-drop-listings.ts";
import {
  DROP_LISTING_LINE_FIELDS,
  PROPERTY_ADDRESS_FIELDS,
  PROPERTY_EVENT_FIELDS,
  unpackRow,
} from "../../../src/engine/pages/packed-rows.ts";
import type { BuildDatabase } from "../../../src/snapshot/build/write-tables.ts";

/** Every line of a table of pages, in its order: the key and the payload. */
export async function pagedLines(
  db: BuildDatabase,
  table: string,
): Promise<{ key: bigint; payload: string }[]> {
  const pages = await db.rows<{ lines: string }>(`SELECT lines FROM serve.${table} ORDER BY page`);
  return pages.flatMap(({ lines }) =>
    lines
      .trimEnd()
      .split("\n")
      .map((line) => ({ key: BigInt(`0x${line.slice(0, 16)}`), payload: line.slice(16) })),
  );
}

/** Every property history, by address key. */
export async function pagedHistories(db: BuildDatabase) {
  const histories = (await pagedLines(db, "property_histories")).map(({ key, payload }) => {
    const [hasValuation, address, events] = JSON.parse(payload) as [boolean, unknown[], unknown[][]];
    return {
      key,
      hasValuation,
      address: unpackRow<PropertyAddressRow>(PROPERTY_ADDRESS_FIELDS, address),
      events: events.map((values) => unpackRow<PropertyEventRow>(PROPERTY_EVENT_FIELDS, values)),
    };
  });
  return histories.sort((a, b) => (a.address.address_key < b.address.address_key ? -1 : 1));
}

/** The cut listings that a window shows for a key such as `sal:20001`, in answer order. */
export async function pagedDrops(
  db: BuildDatabase,
  key: string,
  windowDays: number,
): Promise<SuburbDropListingLine[]> {
  const hash = createHash("md5").update(key).digest().readBigUInt64LE(8);
  return (await pagedLines(db, "suburb_drop_listings"))
    .filter((line) => line.key === hash)
    .filter(
      ({ payload }) => Number(payload.slice(0, 3)) <= windowDays && Number(payload.slice(3, 6)) > windowDays,
    )
    .map(({ payload }) => unpackRow(DROP_LISTING_LINE_FIELDS, JSON.parse(payload.slice(6))));
}
