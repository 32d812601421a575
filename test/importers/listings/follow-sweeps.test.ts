import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  followSweeps,
  isComparable,
  isMove,
  type Sweep,
} from "../../../src/importers/listings/follow-sweeps.ts";
import { PLAIN_MAPPING } from "../../../src/importers/listings/listing-mapping.ts";
import { type Sighting, sightingsOf } from "../../../src/importers/listings/sighting.ts";

const COLUMNS = "source sweep listing_id suburb state_code price price_kind listing_status".split(" ");

/** Sweeps one day apart; an advert without a row in a sweep was not seen. */
function sweepsOf(days: readonly (readonly Seen[])[]): Sweep[] {
  return days.map((seen, day) => {
    const at = `2026-08-${String(day + 1).padStart(2, "0")}`;
    const rows = seen.map(({ id, price, kind, status }, i) => ({
      row: i + 2,
      cells: ["p", at, id, "Richmond", "VIC", String(price), kind, status],
    }));
    const sightings = sightingsOf({ columns: COLUMNS, rows }, PLAIN_MAPPING, (rule) => {
      throw new Error(rule);
    });
    return {
      at: `${at}T00:00:00Z`,
      sightings: new Map(sightings.map((one): [string, Sighting] => [one.listingId, one])),
    };
  });
}

const KINDS = ["fixed", "offers_over", "range_low", "range_high"] as const;
interface Seen {
  id: string;
  price: number;
  kind: (typeof KINDS)[number];
  status: "for_sale" | "sold";
}

const seen = fc.record({
  id: fc.constantFrom("a", "b", "c", "d"),
  price: fc.constantFrom(400_000, 402_000, 404_999, 405_000, 1_000_000, 1_004_999, 1_005_000, 990_000),
  kind: fc.constantFrom(...KINDS),
  status: fc.constantFrom(...(["for_sale", "for_sale", "for_sale", "sold"] as const)),
});
const day = fc.uniqueArray(seen, { selector: ({ id }) => id, minLength: 3, maxLength: 4 });
const days = fc.array(day, { minLength: 1, maxLength: 12 });

/** The rules applied to one advert's sightings, day by day. */
function plainStory(id: string, all: readonly (readonly Seen[])[]): string[] {
  const story: string[] = [];
  let last: Seen | undefined;
  let base: Seen | undefined;
  let absent = 0;
  let active = false;
  all.forEach((present, index) => {
    const now = present.find((one) => one.id === id);
    const tell = (text: string) => story.push(`${index + 1} ${text}`);
    if (now === undefined) {
      absent++;
      if (active && absent === 2) {
        active = false;
        if (last!.status !== "sold") tell("delisted");
      }
      return;
    }
    absent = 0;
    if (last === undefined) tell("first_seen");
    else if (!active) tell("relisted");
    if (last !== undefined && now.status !== last.status) tell("status_change");
    active = true;
    const family = (kind: string) => (kind === "offers_over" ? "fixed" : kind);
    const justSold = last !== undefined && now.status === "sold" && last.status !== "sold";
    if (!justSold) {
      const change = base === undefined ? 0 : now.price - base.price;
      const isSameKind = base !== undefined && family(base.kind) === family(now.kind);
      const counts = isSameKind && Math.abs(change) >= 5000 && Math.abs(change) / base!.price >= 0.005;
      if (counts) tell(`${change < 0 ? "price_drop" : "price_rise"} ${base!.price} ${now.price}`);
      if (counts || !isSameKind) base = now;
    }
    last = now;
  });
  return story;
}

describe("followSweeps", () => {
  it("agrees with reading each advert's sightings day by day", () => {
    fc.assert(
      fc.property(days, (all) => {
        const { events, listings, cutSweeps } = followSweeps(sweepsOf(all), "feed");
        expect(cutSweeps).toEqual([]);
        for (const { latest } of listings) {
          const own = events.filter((event) => event.listing_id === latest.listingId);
          const story = own.map(({ observed_at, event_type, prev_price, price }) =>
            [
              Number(observed_at.slice(8, 10)),
              event_type,
              ...(prev_price === null ? [] : [prev_price, price]),
            ].join(" "),
          );
          expect(story).toEqual(plainStory(latest.listingId, all));
        }
      }),
    );
  });

  it("never repeats a kind of event for an advert at one time, as the table's key demands", () => {
    fc.assert(
      fc.property(days, (all) => {
        const { events } = followSweeps(sweepsOf(all), "feed");
        const keys = events.map(
          ({ listing_id, event_type, observed_at }) => `${listing_id} ${event_type} ${observed_at}`,
        );
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

describe("isMove", () => {
  it("needs 5,000 AUD and half a percent, both inclusive", () => {
    expect([isMove(-5000, 1_000_000), isMove(-4999, 900_000)]).toEqual([true, false]);
    expect([isMove(5000, 1_000_001), isMove(6000, 1_000_000)]).toEqual([false, true]);
  });
});

describe("isComparable", () => {
  it("joins fixed prices and offers over, and keeps the ends of ranges apart", () => {
    expect(isComparable("fixed", "offers_over")).toBe(true);
    expect(isComparable("range_low", "range_low")).toBe(true);
    expect(isComparable("range_low", "range_high")).toBe(false);
    expect(isComparable("fixed", "range_low")).toBe(false);
    expect(isComparable("auction", "auction")).toBe(false);
    expect(isComparable("unknown", "unknown")).toBe(false);
  });
});
