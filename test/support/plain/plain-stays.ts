import type { RawRow } from "../data/raw-tables.ts";
import { isCut, isSale } from "./plain-drops.ts";
import { MS_A_DAY as DAY, medianOf } from "./plain-steps.ts";

const HOUSES = ["house", "townhouse", "villa", "duplex", "terrace", "semi-detached", "acreage"];
const UNITS = ["unit", "apartment", "flat", "studio"];

/** An address's time on the market, from its first advert until it leaves. Instants are milliseconds. */
type PlainStay = ReturnType<typeof plainStays>[number];

const byTime = (a: RawRow, b: RawRow) => Date.parse(a.observed_at) - Date.parse(b.observed_at) || a.id - b.id;

function judged(advert: RawRow, events: readonly RawRow[], asOf: number) {
  const sales = events.filter(isSale);
  const cuts = events.filter(isCut).sort(byTime);
  const seen = Date.parse(advert.last_seen_at);
  const came = Date.parse(advert.first_seen_at);
  const facts = {
    advert,
    came,
    cutAt: cuts.length === 0 ? undefined : Date.parse(cuts[0].observed_at),
    discount:
      cuts.length === 0 ? 0 : Math.max(0, (cuts[0].prev_price! - cuts.at(-1)!.price!) / cuts[0].prev_price!),
  };
  if (advert.listing_status === "sold") {
    if (sales.length === 0) return undefined;
    return {
      ...facts,
      outcome: "sold",
      gone: Math.max(...sales.map((one) => Date.parse(one.observed_at))),
    } as const;
  }
  if (!advert.is_active || advert.listing_status === "withdrawn") {
    return { ...facts, outcome: "withdrawn", gone: seen } as const;
  }
  if (seen < asOf - 14 * DAY) return { ...facts, outcome: "lost", gone: seen } as const;
  return { ...facts, outcome: "there", gone: undefined } as const;
}

/** Adverts of homes with a public address. */
const isOpen = ({ source_licence, address_key, property_type }: RawRow) =>
  source_licence === "CC-BY-4.0" && address_key !== "" && !["land", "vacant land"].includes(property_type);

/** The stays of one suburb's adverts, address by address. */
function plainStays(adverts: readonly RawRow[], events: readonly RawRow[], asOf: number) {
  const open = adverts.filter(isOpen);
  return [...Map.groupBy(open, ({ address_key }) => address_key)].flatMap(([address, own]) => {
    const known = own
      .flatMap((advert) => {
        const found = judged(
          advert,
          events.filter(({ listing_pk }) => listing_pk === advert.id),
          asOf,
        );
        return found === undefined ? [] : [found];
      })
      .sort((a, b) => a.came - b.came || a.advert.id - b.advert.id);
    const groups: (typeof known)[] = [];
    for (const one of known) {
      const last = groups.at(-1);
      const end = last && Math.max(...last.map(({ gone }) => gone ?? Number.POSITIVE_INFINITY));
      if (last === undefined || one.came > end! + 14 * DAY) groups.push([one]);
      else last.push(one);
    }
    return groups.map((group) => {
      const newest = group.at(-1)!;
      const soldAt = Math.max(...group.map(({ outcome, gone }) => (outcome === "sold" ? gone! : 0)));
      const has = (outcome: string) => group.some((one) => one.outcome === outcome);
      const isSold = soldAt >= newest.came;
      const outcome = isSold
        ? "sold"
        : has("there")
          ? "there"
          : has("withdrawn")
            ? "withdrawn"
            : has("sold")
              ? "sold"
              : "lost";
      const cuts = group.flatMap(({ cutAt }) => cutAt ?? []);
      const type = newest.advert.property_type;
      return {
        address,
        kind: HOUSES.includes(type) ? "house" : UNITS.includes(type) ? "unit" : "",
        priceKind: newest.advert.price_kind,
        from: group[0].came,
        to: isSold ? soldAt : outcome === "there" ? undefined : Math.max(...group.map(({ gone }) => gone!)),
        outcome,
        cutAt: cuts.length === 0 ? undefined : Math.min(...cuts),
        discount: Math.max(...group.map(({ discount }) => discount)),
        hasPrice: group.some(({ advert }) => advert.price !== null),
        adverts: group.map(({ advert }) => advert.id),
      };
    });
  });
}

const ifEnough = (sample: readonly unknown[], figure: () => number) =>
  sample.length >= 5 ? figure() : undefined;
const dayOf = (instant: number) => Math.floor(instant / DAY);

/** Market figures from one suburb's listings; undefined where there are too few. */
export function plainListingMarket(
  adverts: readonly RawRow[],
  events: readonly RawRow[],
  valuations: readonly RawRow[],
  asOf: number,
) {
  const stays = plainStays(adverts, events, asOf);
  const there = stays.filter(({ outcome }) => outcome === "there");
  const left = stays.filter(
    ({ outcome, to }) => (outcome === "sold" || outcome === "withdrawn") && to! >= asOf - 90 * DAY,
  );
  const days = (some: readonly PlainStay[]) =>
    ifEnough(some, () => medianOf(some.map(({ from, to }) => dayOf(to!) - dayOf(from))));
  const priced = there.filter(({ hasPrice }) => hasPrice);
  const cut = priced.filter(({ cutAt }) => cutAt !== undefined);
  const known = there.filter(({ priceKind }) => priceKind !== "unknown");
  const sold = left.filter(({ outcome }) => outcome === "sold");
  const counted = adverts.filter(
    (one) =>
      isOpen(one) &&
      (one.listing_status !== "sold" ||
        events.some(
          (event) =>
            event.listing_pk === one.id &&
            event.event_type === "status_change" &&
            event.listing_status === "sold",
        )),
  );
  const isSeen = counted.some((one) => Date.parse(one.last_seen_at) >= asOf - 14 * DAY);
  const stock = isSeen ? there.length : undefined;
  const holds = [...new Set(counted.map(({ address_key }) => address_key))].flatMap((address) => {
    const past = valuations
      .filter(
        (one) =>
          one.address_key === address && one.fetch_status === "ok" && one.source_licence === "CC-BY-4.0",
      )
      .flatMap(({ sales_history }) => JSON.parse(sales_history ?? "[]") as { date: string }[])
      .map(({ date }) => dayOf(Date.parse(date)));
    const own = stays
      .filter((one) => one.address === address && one.outcome === "sold")
      .map(({ to }) => dayOf(to!));
    const dates = [...new Set([...past, ...own])]
      .filter((day) => !Number.isNaN(day) && day * DAY <= asOf)
      .sort((a, b) => a - b);
    return dates.flatMap((day, i) => (i > 0 && day - dates[i - 1] >= 90 ? [day - dates[i - 1]] : []));
  });
  return {
    days_on_market: days(left),
    days_on_market_houses: days(left.filter(({ kind }) => kind === "house")),
    days_on_market_units: days(left.filter(({ kind }) => kind === "unit")),
    stock_on_market: stock,
    months_of_stock: stock === undefined ? undefined : ifEnough(sold, () => (3 * there.length) / sold.length),
    share_discounted: ifEnough(priced, () => (100 * cut.length) / priced.length),
    median_discount: ifEnough(cut, () => 100 * medianOf(cut.map(({ discount }) => discount))),
    auction_share: ifEnough(
      known,
      () => (100 * known.filter(({ priceKind }) => priceKind === "auction").length) / known.length,
    ),
    hold_years: ifEnough(holds, () => medianOf(holds) / 365.25),
  };
}

export type PlainWeek = ReturnType<typeof plainWeeks>[number];

const weekOf = (instant: number) => Math.floor((dayOf(instant) - 4) / 7);
const ASKED = ["first_seen", "price_drop", "price_rise", "relisted"];

/** The complete weeks of one suburb, from its first sighting to its last. */
export function plainWeeks(adverts: readonly RawRow[], events: readonly RawRow[], asOf: number) {
  const stays = plainStays(adverts, events, asOf);
  const shown = new Set(stays.flatMap((stay) => stay.adverts));
  const known = adverts.filter(({ id }) => shown.has(id));
  const first = Math.min(...known.map((one) => weekOf(Date.parse(one.first_seen_at))));
  const last = Math.max(...known.map((one) => weekOf(Date.parse(one.last_seen_at))));
  // Without adverts, `first` is Infinity and `last` -Infinity.
  const count = Math.max(0, Math.min(last, weekOf(asOf) - 1) - first + 1);
  return Array.from({ length: count }, (_, i) => {
    const week = first + i;
    const end = (week * 7 + 11) * DAY;
    const there = stays.filter(
      ({ from, to }) => weekOf(from) <= week && (to === undefined || weekOf(to) > week),
    );
    const asked = there.flatMap((stay) => {
      const priced = events
        .filter(
          (one) =>
            stay.adverts.includes(one.listing_pk) &&
            ASKED.includes(one.event_type) &&
            Date.parse(one.observed_at) < end,
        )
        .sort(byTime);
      const ask = priced.at(-1)?.price ?? null;
      return ask === null ? [] : [{ ask, isCut: stay.cutAt !== undefined && weekOf(stay.cutAt) <= week }];
    });
    const left = (outcome: string) =>
      stays.filter((stay) => stay.outcome === outcome && weekOf(stay.to!) === week).length;
    return {
      week,
      stock: there.length,
      // Undefined in the first week.
      came: week === first ? undefined : stays.filter(({ from }) => weekOf(from) === week).length,
      withdrawn: left("withdrawn"),
      sold: left("sold"),
      asks: asked.map(({ ask }) => ask),
      cut: asked.filter(({ isCut }) => isCut).length,
    };
  });
}

/** Sums weeks over several suburbs, with the field names of the response. */
export function plainSetWeeks(suburbs: readonly (readonly PlainWeek[])[]) {
  const byWeek = [...Map.groupBy(suburbs.flat(), ({ week }) => week)].sort(([a], [b]) => a - b);
  return byWeek.map(([week, all]) => {
    const sum = (figure: (one: PlainWeek) => number) => all.reduce((total, one) => total + figure(one), 0);
    const asks = all.flatMap((one) => one.asks);
    return {
      weekEnding: new Date((week * 7 + 10) * DAY).toISOString().slice(0, 10),
      suburbCount: all.length,
      stock: sum(({ stock }) => stock),
      newListings: all.some(({ came }) => came !== undefined) ? sum(({ came }) => came ?? 0) : undefined,
      withdrawn: sum(({ withdrawn }) => withdrawn),
      sold: sum(({ sold }) => sold),
      medianAsk: ifEnough(asks, () => medianOf(asks)),
      shareDiscounted: ifEnough(asks, () => (100 * sum(({ cut }) => cut)) / asks.length),
    };
  });
}
