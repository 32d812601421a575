import type { PRICE_KINDS } from "../../dataset/tables/listings.ts";

export type PriceKind = (typeof PRICE_KINDS)[number];

/** A price as advertised, read. */
export interface AdvertisedPrice {
  /** AUD; null for auctions and prices on application. */
  readonly price: number | null;
  /** Upper end of a range. */
  readonly priceHigh: number | null;
  readonly kind: PriceKind;
}

/** Amounts below are rents, deposits or phone numbers' beginnings, not asking prices. */
const LOWEST_PRICE = 10_000;

/** Characters of an advert's words that are looked at: no price is behind them. */
const MAX_WORDS = 500;

/** The price in an advert's words: `$1.25m - $1.35m`, `Offers over $900,000`, `Auction`, `Contact agent`. */
export function priceFromDisplay(text: string): AdvertisedPrice {
  const amounts = [...text.slice(0, MAX_WORDS).matchAll(/(\d[\d,]*(?:\.\d+)?)\s*(million|mil|m|k)?\b/gi)]
    .map(([, digits, unit]) => Number(digits.replaceAll(",", "")) * factorOf(unit))
    .filter((amount) => amount >= LOWEST_PRICE);
  const [price, next] = amounts;
  const none = { price: null, priceHigh: null };
  if (price === undefined) {
    if (/auction/i.test(text)) return { ...none, kind: "auction" };
    const isAsked =
      /contact|application|\bpoa\b|call|enquire|on request|expressions? of interest|\beoi\b/i.test(text);
    return { ...none, kind: isAsked ? "poa" : "unknown" };
  }
  if (next !== undefined && next > price) return { price, priceHigh: next, kind: "range_low" };
  if (/over|above|from|\+|starting|excess/i.test(text))
    return { price, priceHigh: null, kind: "offers_over" };
  return { price, priceHigh: null, kind: "fixed" };
}

function factorOf(unit: string | undefined): number {
  if (unit === undefined) return 1;
  return unit.toLowerCase() === "k" ? 1e3 : 1e6;
}
