import type { Market } from "../../../engine/columns/market/market.ts";
import { wasKnownOn } from "../../../runtime/time/trading-days.ts";

export interface PanelQuery {
  /** Day numbers, both included. */
  readonly from: number;
  readonly to: number;
  /** All codes when empty. */
  readonly codes: ReadonlySet<string>;
  /** Only rows that were public on this day. */
  readonly asOf: number | undefined;
  readonly includeZero: boolean;
  readonly ordinaryOnly: boolean;
  /** The row to go on after. */
  readonly after: { readonly day: number; readonly code: string } | undefined;
}

/** Rows of the positions on one day, by code; `place` is that of the day. */
export interface PanelDay {
  readonly place: number;
  readonly rows: readonly number[];
}

/**
 * The rows of each day of the range, oldest first; within a day by code. Days without any are listed too, so that who
 * asks can give up its turn, or stop, however few rows there are.
 */
export function* panelRowsByDay(market: Market, query: PanelQuery): Generator<PanelDay, void, void> {
  const { positions } = market;
  for (const day of askedRows(market, query)) {
    day.rows.sort((a, b) => positions.codeOf(a) - positions.codeOf(b));
    yield day;
  }
}

/** How many rows each day has, in the same order. */
export function* panelCounts(market: Market, query: PanelQuery): Generator<number, void, void> {
  for (const { rows } of askedRows(market, query)) yield rows.length;
}

/** First day that may have rows. */
function startOf({ from, after }: PanelQuery): number {
  return Math.max(from, after?.day ?? from);
}

/** Places of the days that may have rows. */
function* placesOf({ positions }: Market, query: PanelQuery): Generator<number, void, void> {
  const start = startOf(query);
  for (let place = 0; place < positions.days.length; place++) {
    const day = positions.days[place];
    if (day < start) continue;
    if (day > query.to || (query.asOf !== undefined && !wasKnownOn(day, query.asOf))) return;
    yield place;
  }
}

/** The rows of each day that a query asks for, in no order. */
function* askedRows(market: Market, query: PanelQuery): Generator<{ place: number; rows: number[] }> {
  const { positions } = market;
  const rowsOf = query.codes.size > 0 ? rowsOfCodes(market, query) : rowsOfDays(market);
  for (const place of placesOf(market, query)) {
    const isResumed = query.after?.day === positions.days[place];
    const rows = rowsOf(place).filter((row) => {
      const percent = positions.percent.at(row);
      if (!(query.includeZero ? percent >= 0 : percent > 0)) return false;
      if (isResumed && positions.codes[positions.codeOf(row)] <= query.after!.code) return false;
      return !query.ordinaryOnly || positions.typeOf(row) === "ordinary";
    });
    yield { place, rows };
  }
}

/** All rows of a day, by its place. */
function rowsOfDays({ positions }: Market): (place: number) => number[] {
  return (place) => {
    const rows: number[] = [];
    const [from, to] = positions.rowsOfDay(place);
    for (let row = from; row < to; row++) rows.push(row);
    return rows;
  };
}

/** The rows of a day that the codes asked for have, along their histories: places must come oldest first. */
function rowsOfCodes({ positions, securities }: Market, query: PanelQuery): (place: number) => number[] {
  const histories = Array.from(query.codes, (code) => securities.numberOf(code))
    .filter((code) => code !== undefined)
    .map((code) => ({
      next: positions.firstAfter(code, startOf(query) - 1),
      end: positions.placesOf(code)[1],
    }));
  return (place) => {
    const rows: number[] = [];
    for (const history of histories) {
      while (history.next < history.end && positions.dayPlaceAt(history.next) <= place)
        rows.push(positions.rowAt(history.next++));
    }
    return rows;
  };
}
