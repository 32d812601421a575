import { wasKnownOn } from "../../../runtime/time/trading-days.ts";
import type { SecurityType } from "../products/security-type.ts";
import type { Market } from "./market.ts";

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

/** One row of the panel; a figure that is not held is NaN. */
export interface PanelRow {
  readonly date: string;
  readonly availableFrom: string;
  readonly securityType: SecurityType;
  readonly code: string;
  readonly name: string;
  readonly short: number;
  readonly issued: number;
  readonly percent: number;
}

/** Rows of the positions on one day, by code; `place` is that of the day. */
export interface PanelDay {
  readonly place: number;
  readonly rows: readonly number[];
}

/** The rows of each day that has any, oldest first; within a day by code. */
export function* panelDays(market: Market, query: PanelQuery): Generator<PanelRow[], void, void> {
  const { positions } = market;
  for (const { place, rows } of panelRowsByDay(market, query)) {
    const dates = positions.datesOf(place);
    yield rows.map((row) => ({
      ...dates,
      securityType: positions.typeOf(row),
      code: positions.codes[positions.codeOf(row)],
      name: positions.names[positions.nameOf(row)],
      short: positions.short.at(row),
      issued: positions.issued.at(row),
      percent: positions.percent.at(row),
    }));
  }
}

/** The same as numbers of rows, for who takes the columns as they lie. */
export function* panelRowsByDay(market: Market, query: PanelQuery): Generator<PanelDay, void, void> {
  for (const place of placesOf(market, query)) {
    const rows = rowsOfDay(market, place, query);
    const { positions } = market;
    rows.sort((a, b) => positions.codeOf(a) - positions.codeOf(b));
    if (rows.length > 0) yield { place, rows };
  }
}

/** How many rows each day has, in the same order. */
export function* panelCounts(market: Market, query: PanelQuery): Generator<number, void, void> {
  for (const place of placesOf(market, query)) yield rowsOfDay(market, place, query).length;
}

/** Places of the days that may have rows. */
function* placesOf({ positions }: Market, query: PanelQuery): Generator<number, void, void> {
  const start = Math.max(query.from, query.after?.day ?? query.from);
  for (let place = 0; place < positions.days.length; place++) {
    const day = positions.days[place];
    if (day < start) continue;
    if (day > query.to) return;
    if (query.asOf === undefined || wasKnownOn(day, query.asOf)) yield place;
  }
}

function rowsOfDay({ positions }: Market, place: number, query: PanelQuery): number[] {
  const [from, to] = positions.rowsOfDay(place);
  const isResumed = query.after?.day === positions.days[place];
  const rows: number[] = [];
  for (let row = from; row < to; row++) {
    const percent = positions.percent.at(row);
    if (!(query.includeZero ? percent >= 0 : percent > 0)) continue;
    const code = positions.codes[positions.codeOf(row)];
    if (query.codes.size > 0 && !query.codes.has(code)) continue;
    if (isResumed && code <= query.after!.code) continue;
    if (query.ordinaryOnly && positions.typeOf(row) !== "ordinary") continue;
    rows.push(row);
  }
  return rows;
}
