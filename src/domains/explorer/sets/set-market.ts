import { remembered } from "../../../runtime/lazy.ts";
import { DAY_MS, dateOfDay } from "../../../runtime/time/calendar-date.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { MIN_LISTINGS } from "../../suburbs/metrics/listings.ts";
import type { PriceColumns, SetColumns } from "./set-columns.ts";
import { quantileOf } from "./set-statistics.ts";

/** Day number of the Sunday at the end of week 0. */
const FIRST_SUNDAY = 10;

/** Listings of a set by week; `members` has one byte per suburb, 1 if it is in the set. */
export function setWeeks({ market }: SetColumns, members: Uint8Array): Row[] {
  const { week, position, stock, newListings, withdrawn, sold, priced, discounted } = market;
  const { askWeek, askPosition, ask } = market;
  const asks = new Float64Array(ask.length + 1);
  const rows: Row[] = [];
  let askRow = 0;
  for (let row = 0; row < week.length; ) {
    const own = week[row];
    const sums = { suburbs: 0, stock: 0, known: 0, new: 0, withdrawn: 0, sold: 0, priced: 0, discounted: 0 };
    for (; row < week.length && week[row] === own; row++) {
      const isIn = members[position[row]];
      const isKnown = isIn & Number(newListings[row] >= 0);
      sums.suburbs += isIn;
      sums.stock += isIn * stock[row];
      sums.known += isKnown;
      sums.new += isKnown * newListings[row];
      sums.withdrawn += isIn * withdrawn[row];
      sums.sold += isIn * sold[row];
      sums.priced += isIn * priced[row];
      sums.discounted += isIn * discounted[row];
    }
    let count = 0;
    while (askRow < askWeek.length && askWeek[askRow] < own) askRow++;
    // Branch-free, as a branch would be mispredicted half of the time.
    for (; askRow < askWeek.length && askWeek[askRow] === own; askRow++) {
      asks[count] = ask[askRow];
      count += members[askPosition[askRow]];
    }
    if (sums.suburbs === 0) continue;
    rows.push({
      week_ending: dateOfDay(FIRST_SUNDAY + 7 * own),
      suburb_count: sums.suburbs,
      stock: sums.stock,
      new_listings: sums.known === 0 ? null : sums.new,
      withdrawn: sums.withdrawn,
      sold: sums.sold,
      median_ask: count >= MIN_LISTINGS ? quantileOf(asks, count, 0.5) : null,
      share_discounted: sums.priced >= MIN_LISTINGS ? (100 * sums.discounted) / sums.priced : null,
    });
  }
  return rows;
}

/** Indexes of the price and rent points of a dwelling type, period and frequency; -1 if missing. */
interface Point {
  readonly dwellingType: string;
  readonly period: number;
  readonly frequency: string;
  price: number;
  rent: number;
}

/** Medians of published figures over the suburbs of a set, by dwelling type, period and frequency. */
export function setPeriods(columns: PriceColumns, members: Uint8Array): Row[] {
  const own = new Float64Array(members.length + 1);
  const yields = new Float64Array(members.length + 1);
  const prices = new Float64Array(members.length);
  const { starts, position, value } = columns;
  const median = (figures: Float64Array, count: number) =>
    count === 0 ? null : quantileOf(figures, count, 0.5);
  const gather = (point: number, also: (suburb: number, figure: number) => void) => {
    let count = 0;
    for (let row = point < 0 ? 0 : starts[point]; row < (point < 0 ? 0 : starts[point + 1]); row++) {
      const suburb = position[row];
      if (members[suburb] === 0) continue;
      own[count++] = value[row];
      also(suburb, value[row]);
    }
    return { count, median: median(own, count) };
  };
  return pointsOf(columns).flatMap(({ dwellingType, period, frequency, price, rent }) => {
    prices.fill(0);
    const asked = gather(price, (suburb, figure) => {
      prices[suburb] = figure;
    });
    let both = 0;
    const rented = gather(rent, (suburb, figure) => {
      if (prices[suburb] > 0) yields[both++] = ((52 * figure) / prices[suburb]) * 100;
    });
    const suburbs = asked.count + rented.count - both;
    if (suburbs === 0) return [];
    yields.subarray(0, both).sort();
    return {
      dwelling_type: dwellingType,
      period: period * DAY_MS,
      frequency,
      suburb_count: suburbs,
      median_price: asked.median,
      median_rent: rented.median,
      gross_yield: median(yields, both),
    };
  });
}

/** Pairs price points with rent points, in answer order. */
function pointsOf({ measure, dwellingType, period, frequency }: PriceColumns): Point[] {
  const points = new Map<string, Point>();
  for (let i = 0; i < period.length; i++) {
    if (measure[i] !== "median_price" && measure[i] !== "median_rent") continue;
    const key = `${dwellingType[i]} ${period[i]} ${frequency[i]}`;
    const facts = { dwellingType: dwellingType[i], period: period[i], frequency: frequency[i] };
    const point = remembered(points, key, () => ({ ...facts, price: -1, rent: -1 }));
    point[measure[i] === "median_price" ? "price" : "rent"] = i;
  }
  const texts = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return [...points.values()].sort(
    (a, b) => texts(a.dwellingType, b.dwellingType) || a.period - b.period || texts(a.frequency, b.frequency),
  );
}

export interface PricesJob {
  readonly measure: string;
  readonly dwellingType: string;
  readonly fromDay: number;
  readonly toDay: number;
}

/** Distribution of published figures over the suburbs of a set, by period and frequency with any figure. */
export function setPrices(columns: PriceColumns, members: Uint8Array, job: PricesJob): Row[] {
  const { measure, dwellingType, frequency, period, starts, position, value, isPreliminary } = columns;
  const figures = new Float64Array(members.length + 1);
  const rows: Row[] = [];
  for (let point = 0; point < period.length; point++) {
    if (measure[point] !== job.measure || dwellingType[point] !== job.dwellingType) continue;
    if (period[point] < job.fromDay || period[point] > job.toDay) continue;
    let count = 0;
    let preliminary = 0;
    for (let row = starts[point]; row < starts[point + 1]; row++) {
      // Branch-free, as a branch would be mispredicted half of the time.
      const own = members[position[row]];
      figures[count] = value[row];
      count += own;
      preliminary |= isPreliminary[row] & own;
    }
    if (count === 0) continue;
    rows.push({
      period: period[point] * DAY_MS,
      frequency: frequency[point],
      suburb_count: count,
      median: quantileOf(figures, count, 0.5),
      p25: quantileOf(figures, count, 0.25),
      p75: quantileOf(figures, count, 0.75),
      is_preliminary: preliminary === 1,
    });
  }
  return rows;
}
