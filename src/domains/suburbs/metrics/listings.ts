import type { Metric } from "../../../dataset/metric.ts";
import { numeric } from "./declare.ts";

/** Fewest listings, sales or pairs of sales for a figure. */
export const MIN_LISTINGS = 5;
/** Days before the dataset's instant in which departures from the market count. */
export const LEFT_DAYS = 90;
/** An advert unseen for this many days is off the market; if it reappears sooner, it never left. */
export const UNSEEN_DAYS = 14;
/** Sale dates closer than this are one sale, reported twice. */
export const MIN_HOLD_DAYS = 90;

/** Figures that are computed when a snapshot is built; `column` is their main input. */
const listed = (column: string, table = "property_listings") => ({ table, column, isDerived: true });
const CUTS = listed("price", "property_price_events");

const FEW = `null below ${MIN_LISTINGS}`;
const ON_MARKET = `addresses for sale or under offer that were seen within ${UNSEEN_DAYS} days`;

const daysOnMarket = (suffix: string, label: string, which: string): Metric =>
  numeric(`days_on_market${suffix}`, "days", label, {
    ...listed("first_seen_at"),
    derivation:
      `median days from first sight to sale or withdrawal of ${which} that left the market in the latest ${LEFT_DAYS} days; one ` +
      `still there counts once it has left; several adverts of an address up to ${UNSEEN_DAYS} days apart are one; vacant land ` +
      `left out; ${FEW} that left`,
  });

/**
 * Market figures from listings. A dwelling is an address, on however many portals. Only days on market is
 * split into houses and units: the other figures would rest on too few.
 */
export const LISTING_METRICS: readonly Metric[] = [
  daysOnMarket("", "Days on market", "dwellings"),
  daysOnMarket("_houses", "Days on market, houses", "houses and townhouses"),
  daysOnMarket("_units", "Days on market, units", "units and apartments"),
  numeric("stock_on_market", "count", "Dwellings on the market", {
    ...listed("listing_status"),
    derivation: `${ON_MARKET}; null where no listing of the suburb was seen that lately`,
  }),
  numeric("months_of_stock", "months", "Months of stock", {
    ...listed("listing_status"),
    derivation: `stock_on_market over a third of the sales in the latest ${LEFT_DAYS} days; ${FEW} sales`,
  }),
  numeric("share_discounted", "%", "Listings with a price cut", {
    ...CUTS,
    derivation: `share of the ${ON_MARKET} and name a price whose asking price was cut, by at most 40 % at a time; ${FEW} priced`,
  }),
  numeric("median_discount", "%", "Median cut of asking prices", {
    ...CUTS,
    derivation: `median of the total cut of those in share_discounted, from the price before the first cut to that after the last; ${FEW} cut`,
  }),
  numeric("auction_share", "%", "Listings to be auctioned", {
    ...listed("price_kind"),
    derivation: `share of the ${ON_MARKET} that go to auction, of those whose kind of price is known; ${FEW} known`,
  }),
  numeric("hold_years", "years", "Years between sales", {
    ...listed("sales_history", "property_valuations"),
    derivation:
      "median years between one sale of an address and its next, from the past sales of public valuations and sold listings, at " +
      `least ${MIN_HOLD_DAYS} days apart; null below ${MIN_LISTINGS} such pairs`,
  }),
];
