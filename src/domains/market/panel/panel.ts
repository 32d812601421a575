import type { Market } from "../../../engine/columns/market/market.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { wasKnownOn } from "../../../runtime/time/trading-days.ts";
import { optionalDay } from "../rules.ts";

export interface PanelQuery {
  /** Day numbers, inclusive. */
  readonly from: number;
  readonly to: number;
  /** All codes when empty. */
  readonly codes: ReadonlySet<string>;
  /** Only rows that were public on this day. */
  readonly asOf: number | undefined;
  readonly includeZero: boolean;
  readonly ordinaryOnly: boolean;
  /** Cursor: the last row of the page before. */
  readonly after: { readonly day: number; readonly code: string } | undefined;
}

/** Rows of one day, by code; `place` is the index of the day. */
interface PanelDay {
  readonly place: number;
  readonly rows: readonly number[];
}

/**
 * The rows of each day of the range, oldest day first, by code. Days without rows are yielded too, so that
 * the caller can yield to the event loop or stop.
 */
export function* panelRowsByDay(market: Market, query: PanelQuery): Generator<PanelDay, void, void> {
  const { positions } = market;
  for (const day of askedRows(market, query)) {
    day.rows.sort((a, b) => positions.codeOf(a) - positions.codeOf(b));
    yield day;
  }
}

export function* panelCounts(market: Market, query: PanelQuery): Generator<number, void, void> {
  for (const { rows } of askedRows(market, query)) yield rows.length;
}

/** First day that may have rows. */
function startOf({ from, after }: PanelQuery): number {
  return Math.max(from, after?.day ?? from);
}

/** Indices of the days that may have rows. */
function* placesOf({ positions }: Market, query: PanelQuery): Generator<number, void, void> {
  const start = startOf(query);
  for (let place = 0; place < positions.days.length; place++) {
    const day = positions.days[place];
    if (day < start) continue;
    if (day > query.to || (query.asOf !== undefined && !wasKnownOn(day, query.asOf))) return;
    yield place;
  }
}

/** The matching rows of each day, unsorted. */
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

function rowsOfDays({ positions }: Market): (place: number) => number[] {
  return (place) => {
    const rows: number[] = [];
    const [from, to] = positions.rowsOfDay(place);
    for (let row = from; row < to; row++) rows.push(row);
    return rows;
  };
}

/** Rows of the requested codes on a day, from their histories: call with ascending places. */
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

/** Thirty years. */
const MAX_DAYS = 10_950;
const EXAMPLE = "?from=2026-11-02&to=2026-11-06";

/** `fromText` and `toText` are the dates as the caller wrote them. */
export interface PanelRange extends PanelQuery {
  readonly fromText: string;
  readonly toText: string;
}

/** Parses the parameters of a panel; `textOf` returns one, or "". `invalid_argument` names the parameter. */
export function panelRange(textOf: (name: string) => string): PanelRange {
  const [fromText, toText] = [textOf("from"), textOf("to")];
  if (fromText === "" && toText === "") {
    throw invalidArgument(
      `from and to are required: the first and last date, YYYY-MM-DD, such as ${EXAMPLE}`,
    );
  }
  const [from, to] = [requireDay(fromText, "from"), requireDay(toText, "to")];
  if (to < from) throw invalidArgument(`to: ${quoted(toText)} is before from, ${quoted(fromText)}`);
  if (to - from > MAX_DAYS)
    throw invalidArgument(
      `from ${fromText} to ${toText} is ${to - from} days; at most ${MAX_DAYS} are allowed`,
    );
  const codes = textOf("codes")
    .split(",")
    .map((code) => code.trim().toUpperCase());
  return {
    fromText,
    toText,
    from,
    to,
    codes: new Set(codes.filter((code) => code !== "")),
    asOf: optionalDay(textOf("as_of"), "as_of"),
    includeZero: textOf("include_zero") === "true",
    ordinaryOnly: textOf("ordinary_only") === "true",
    after: undefined,
  };
}

function requireDay(text: string, name: string): number {
  const day = optionalDay(text, name);
  if (day !== undefined) return day;
  throw invalidArgument(`${name} is required: a date YYYY-MM-DD, such as ${EXAMPLE}`);
}
