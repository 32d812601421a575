import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { shuffled } from "../run/seeded-random.ts";
import { insertTables } from "./build-db.ts";
import type { RawRow } from "./raw-tables.ts";

const DAY = 86_400_000;

type Suburbs = readonly { readonly sal_code: string; readonly region_code: string }[];

/** Random listings that are cut, paused, sold, withdrawn, lost and listed again, some of them restricted. */
export function drawnListings(random: () => number, suburbs: Suburbs, asOf: number) {
  const chance = (p: number) => random() < p;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)];
  const int = (most: number) => Math.floor(random() * most);
  const adverts: RawRow[] = [];
  const events: RawRow[] = [];
  const valuations: RawRow[] = [];
  const instant = (ms: number) => new Date(Math.round(ms / 1000) * 1000).toISOString();

  const play = (region_code: string, sal_code: string, address_key: string, type: string, from: number) => {
    const id = adverts.length + 1;
    const price_kind = pick(["fixed", "fixed", "range_low", "auction", "poa", "unknown"]);
    let price = ["auction", "poa"].includes(price_kind) ? null : 300_000 + 1000 * int(900);
    let status = "for_sale";
    let at = from;
    const tell = (event_type: string, next: string, nextPrice: number | null) => {
      events.push({
        id: events.length + 1,
        listing_pk: id,
        observed_at: instant(at),
        event_type,
        price: nextPrice,
        prev_price: event_type === "first_seen" ? null : price,
        listing_status: next,
        prev_status: event_type === "first_seen" ? null : status,
      });
      status = next;
      price = nextPrice;
    };
    tell("first_seen", status, price);
    for (let cut = 0; price !== null && cut < 3 && chance(0.45); cut++) {
      at = Math.min(asOf, at + int(20) * DAY + int(DAY));
      const before: number = price;
      const after: number = Math.round(before * pick([0.97, 0.9, 0.6, 0.55, 1.05]));
      tell(after < before ? "price_drop" : "price_rise", status, after);
    }
    at = Math.min(asOf, at + int(60) * DAY + int(DAY));
    const fate = pick(["stays", "stays", "stays", "sold", "withdrawn", "lost", "sold unseen", "gone"]);
    if (fate === "sold") tell("status_change", "sold", chance(0.2) ? null : price);
    if (fate === "withdrawn") tell("status_change", "withdrawn", price);
    const last = fate === "stays" ? asOf - int(20) * DAY : at;
    adverts.push({
      id,
      region_code,
      sal_code: chance(0.5) ? sal_code : null,
      address_key,
      property_type: type,
      price,
      price_kind,
      first_seen_at: instant(from),
      last_seen_at: instant(Math.max(last, from)),
      listing_status: fate === "sold unseen" ? "sold" : status,
      is_active: !["withdrawn", "gone", "sold"].includes(fate),
      source_licence: chance(0.05) ? "proprietary-tos-restricted" : "CC-BY-4.0",
    });
    return Math.max(at, from);
  };

  for (const { region_code, sal_code } of suburbs) {
    const addresses = pick([0, 4, 12, 60, 120]);
    for (let i = 0; i < addresses; i++) {
      const address = chance(0.05) ? "" : `${i}-street-${sal_code}`;
      const type = pick(["house", "house", "townhouse", "unit", "apartment", "land", "", "house"]);
      let from = asOf - (5 + int(170)) * DAY - int(DAY);
      for (let advert = 0; advert < 3 && from < asOf && (advert === 0 || chance(0.3)); advert++) {
        const end = play(region_code, sal_code, address, type, from);
        from = chance(0.4)
          ? from + int(3) * DAY
          : end + pick([1, 13, 14, 15, 40]) * DAY + pick([0, int(DAY)]);
      }
      if (address === "" || chance(0.4)) continue;
      const dates = Array.from({ length: int(4) }, () =>
        chance(0.1) ? "" : instant(asOf - int(9000) * DAY).slice(0, 10),
      );
      valuations.push({
        address_key: address,
        fetch_status: chance(0.1) ? "error" : "ok",
        sales_history: JSON.stringify(dates.map((date) => ({ date, price: null }))),
        source_licence: chance(0.3) ? "proprietary-tos-restricted" : "CC-BY-4.0",
      });
    }
  }
  return { adverts, events, valuations };
}

/** Inserts them in random row order. */
export async function insertListings(
  db: BuildDatabase,
  random: () => number,
  suburbs: Suburbs,
  { adverts, events, valuations }: ReturnType<typeof drawnListings>,
): Promise<void> {
  const about = { sal_name: "A", state_code: "NSW" };
  const region = { region_type: "suburb", region_name: "A", state_code: "NSW" };
  const advertOf = new Map(adverts.map((one) => [one.id, one]));
  await insertTables(db, {
    suburb_demographics: suburbs.map(({ sal_code }) => ({ sal_code, ...about })),
    house_price_regions: suburbs.map((one) => ({ ...one, ...region })),
    property_listings: shuffled(adverts, random).map((one) => ({
      ...one,
      source: "rea",
      listing_id: String(one.id),
    })),
    property_price_events: shuffled(events, random).map((one) => {
      const { region_code, sal_code, address_key } = advertOf.get(one.listing_pk)!;
      return {
        ...one,
        source: "rea",
        listing_id: String(one.listing_pk),
        region_code,
        sal_code,
        address_key,
      };
    }),
    property_valuations: shuffled(valuations, random).map((one) => ({
      ...one,
      source: "a",
      fetched_at: "2026-10-30T00:00:00Z",
    })),
  });
}
