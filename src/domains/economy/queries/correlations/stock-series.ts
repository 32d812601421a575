import {
  type AlignedSeries,
  firstDayOfMonth,
  monthOfDay,
} from "../../../../engine/statistics/series-alignment.ts";
import { quoted } from "../../../../rpc/request-rules.ts";
import { TerraceError } from "../../../../runtime/errors.ts";
import { nearestNames } from "../../../../runtime/nearest-names.ts";
import type { Market } from "../../../market/queries/market.ts";

const STOCK_KEY = /^stocks\.(short_position|price)\.([a-z0-9]{3,6})$/;

/** Whether a key that no series of the catalogue has asks for a stock. */
export function isStockKey(key: string): boolean {
  return key.startsWith("stocks.");
}

/**
 * The months of `stocks.short_position.<code>`, the last percentage reported in each, or of `stocks.price.<code>`, the
 * last adjusted close. A key that is neither, and a code that nothing is known of, are refused.
 */
export function stockSeries(market: Market, key: string, field: string): AlignedSeries {
  const named = STOCK_KEY.exec(key);
  if (named === null) {
    throw new TerraceError(
      "invalid_argument",
      `${field}: ${quoted(key)} is neither stocks.short_position.<code> nor stocks.price.<code>`,
    );
  }
  const [, figure, lower] = named;
  const code = market.securities.numberOf(lower.toUpperCase());
  if (code === undefined) throw unknownCode(market, key, lower.toUpperCase(), field);
  return figure === "price" ? monthlyPrices(market, code) : monthlyPositions(market, code);
}

function monthlyPositions({ positions }: Market, code: number): AlignedSeries {
  const [from, to] = positions.historyOf(code);
  return lastOfMonths(
    {
      from,
      to,
      dayAt: (place) => positions.dayAt(place),
      firstAfter: (day) => positions.firstAfter(code, day),
    },
    (place) => positions.percent.at(positions.rowAt(place)),
  );
}

function monthlyPrices({ prices }: Market, code: number): AlignedSeries {
  const [from, to] = prices.sessionsOf(code);
  const adjusted = prices.frame.numbers("adjusted_close");
  return lastOfMonths(
    { from, to, dayAt: (place) => prices.dayAt(place), firstAfter: (day) => prices.firstAfter(code, day) },
    (place) => adjusted.at(place),
  );
}

/** Places of a code's days, oldest first, from `from` to before `to`. */
interface Days {
  readonly from: number;
  readonly to: number;
  dayAt(place: number): number;
  /** First place after a day. */
  firstAfter(day: number): number;
}

/** The newest value of each month, missing ones passed over. From the end: most days of a month need not be looked at. */
function lastOfMonths(
  { from, to, dayAt, firstAfter }: Days,
  valueAt: (place: number) => number,
): AlignedSeries {
  const months: number[] = [];
  const values: number[] = [];
  for (let place = to - 1; place >= from; ) {
    const month = monthOfDay(dayAt(place));
    const first = firstAfter(firstDayOfMonth(month) - 1);
    while (place >= first && Number.isNaN(valueAt(place))) place--;
    if (place >= first) {
      months.push(month);
      values.push(valueAt(place));
    }
    place = first - 1;
  }
  return { months: months.reverse(), values: values.reverse() };
}

function unknownCode({ securities }: Market, key: string, code: string, field: string): TerraceError {
  // Codes with the same first letter alone: a wrong code should not cost more than a right one.
  const alike = securities.codes.filter((one) => one[0] === code[0]);
  const near = nearestNames(code, alike, 3);
  const hint = near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
  return new TerraceError("not_found", `${field}: ${quoted(key)}: there is no stock ${quoted(code)}${hint}`);
}
