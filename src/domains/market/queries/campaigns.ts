import type { Market } from "../../../engine/columns/market/market.ts";
import { roundedTo } from "../../../runtime/decimals.ts";
import { addMonths } from "../../../runtime/time/calendar-months.ts";

const YEARS_BACK = 3;
const LEAST_PEAK = 5;

export interface Outcome {
  readonly price: number;
  readonly change: number;
  readonly shortsWon: boolean;
}

export type Campaign = ReturnType<typeof campaignOf>;

/** The largest percentage of each ordinary line in the past three years, where it is 5 or more: largest first. */
export function shortCampaigns(market: Market): Campaign[] {
  const { positions, securities } = market;
  const newest = positions.newestDay;
  if (newest === undefined) return [];
  const since = addMonths(newest, -12 * YEARS_BACK);
  const campaigns: Campaign[] = [];
  securities.all.forEach((_, code) => {
    const [, to] = positions.placesOf(code);
    let peak = -1;
    let most = LEAST_PEAK;
    for (let place = positions.firstAfter(code, since); place < to; place++) {
      const row = positions.rowAt(place);
      // The latest of equal ones wins.
      if (!(positions.percent.at(row) >= most) || positions.typeOf(row) !== "ordinary") continue;
      peak = place;
      most = positions.percent.at(row);
    }
    if (peak >= 0) campaigns.push(campaignOf(market, code, peak));
  });
  return campaigns.sort((a, b) => b.peakPercent - a.peakPercent || a.code - b.code);
}

/** A campaign whose peak is at a place of the history; prices that are unknown are 0. */
function campaignOf({ positions, prices }: Market, code: number, place: number) {
  const row = positions.rowAt(place);
  const peakDay = positions.dayAt(place);
  const at = prices.lastUntil(code, peakDay);
  const peakPrice = at === undefined ? 0 : prices.close.at(at);
  const [, priceEnd] = prices.placesOf(code);
  const after = (months: number): Outcome | undefined => {
    const next = prices.firstAfter(code, addMonths(peakDay, months) - 1);
    if (next >= priceEnd || peakPrice === 0) return undefined;
    const price = prices.close.at(next);
    const change = roundedTo(((price - peakPrice) / peakPrice) * 100, 2);
    return { price, change, shortsWon: price < peakPrice };
  };
  const [from, to] = positions.placesOf(code);
  const [priceFrom] = prices.placesOf(code);
  return {
    code,
    row,
    peakDay,
    peakPercent: positions.percent.at(row),
    peakPrice,
    after3Months: after(3),
    after6Months: after(6),
    currentPercent: to > from ? positions.percent.at(positions.rowAt(to - 1)) || 0 : 0,
    latestPrice: priceEnd > priceFrom ? prices.close.at(priceEnd - 1) : 0,
  };
}

/** Percent of the scored campaigns that the shorts won, one decimal; 0 when none is scored. */
export function winRate(outcomes: readonly (Outcome | undefined)[]): number {
  const scored = outcomes.filter((outcome) => outcome !== undefined);
  if (scored.length === 0) return 0;
  return roundedTo((100 * scored.filter(({ shortsWon }) => shortsWon).length) / scored.length, 1);
}
