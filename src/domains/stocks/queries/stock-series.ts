import { thinnedPlaces } from "../../../engine/columns/grouped-days.ts";
import type { Market } from "../../../engine/columns/market/market.ts";
import { availableFrom } from "../../../runtime/time/trading-days.ts";
import { windowPlaces } from "../../market/rules.ts";
import type { DataQuery } from "../rules.ts";

/** A day, or a week labelled with its Monday. */
export interface ShortPoint {
  readonly day: number;
  readonly percent: number;
  readonly short: number;
  readonly issued: number;
  /** Day from which the whole point was public. */
  readonly availableFrom: number;
}

export type StockSeries = ReturnType<typeof stockSeries>;

/** A code's short positions in a window; `observations` counts days, before weeks and thinning. */
export function stockSeries(market: Market, code: number, query: DataQuery) {
  const { positions } = market;
  const [from, to] = windowPlaces(positions, code, query, positions.newestDay ?? 0);
  const days: ShortPoint[] = [];
  for (let place = from; place < to; place++) {
    const row = positions.rowAt(place);
    const percent = positions.percent.at(row);
    if (Number.isNaN(percent)) continue;
    const day = positions.dayAt(place);
    const known = availableFrom(day);
    if (query.asOf !== undefined && known > query.asOf) continue;
    days.push({
      day,
      percent,
      short: positions.short.at(row),
      issued: positions.issued.at(row),
      availableFrom: known,
    });
  }
  const all = query.isWeekly ? weeksOf(days) : days;
  return {
    points: thinnedPlaces(all.length, query.maxPoints).map((i) => all[i]),
    observations: days.length,
    largest: extreme(all, (a, b) => a > b),
    smallest: extreme(all, (a, b) => a < b),
  };
}

/** Means by ISO week; a week is public when its last row is. */
function weeksOf(days: readonly ShortPoint[]): ShortPoint[] {
  const weeks: ShortPoint[] = [];
  for (let from = 0; from < days.length; ) {
    // Day 0, 1 January 1970, was a Thursday.
    const monday = days[from].day - ((days[from].day + 3) % 7);
    let to = from;
    while (to < days.length && days[to].day < monday + 7) to++;
    const rows = days.slice(from, to);
    weeks.push({
      day: monday,
      percent: meanOf(rows.map(({ percent }) => percent)),
      short: meanOf(rows.map(({ short }) => short)),
      issued: meanOf(rows.map(({ issued }) => issued)),
      availableFrom: rows[rows.length - 1].availableFrom,
    });
    from = to;
  }
  return weeks;
}

/** Mean of the numbers that are not NaN; NaN without any. */
function meanOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The first of the points with the extreme percentage. */
function extreme(
  points: readonly ShortPoint[],
  isAhead: (a: number, b: number) => boolean,
): ShortPoint | undefined {
  let found: ShortPoint | undefined;
  for (const point of points) if (found === undefined || isAhead(point.percent, found.percent)) found = point;
  return found;
}
