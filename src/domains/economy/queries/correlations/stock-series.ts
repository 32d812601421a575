import { setImmediate as nextTurn } from "node:timers/promises";
import type { GroupedDays } from "../../../../engine/columns/grouped-days.ts";
import type { Market } from "../../../../engine/columns/market/market.ts";
import { firstDayOfMonth, monthOfDay } from "../../../../engine/statistics/series-alignment.ts";
import type { MatrixRow, SeriesMatrix } from "../../../../engine/statistics/series-matrix.ts";
import { quoted } from "../../../../rpc/request-rules.ts";
import { throwIfAborted } from "../../../../runtime/abort.ts";
import { TerraceError } from "../../../../runtime/errors.ts";
import { remembered } from "../../../../runtime/lazy.ts";
import { nearCodes } from "../../../../runtime/nearest-names.ts";

const STOCK_KEY = /^stocks\.(short_position|price)\.([a-z0-9]{3,6})$/;

/** Stocks read between two yields to the event loop: about a millisecond. */
const STOCKS_AT_ONCE = 8;

/** True if the key names a stock; a catalogue series with that key takes precedence. */
export function isStockKey(key: string): boolean {
  return key.startsWith("stocks.");
}

/**
 * Monthly values of `stocks.short_position.<code>` (last percentage reported) and `stocks.price.<code>` (last
 * adjusted close). Each stock is read once and cached in shared memory.
 */
export class StockSeries {
  readonly #market: Market;
  readonly #figures = new Map<string, StockMonths>();

  constructor(market: Market) {
    this.#market = market;
  }

  /** The matrix row of each key, in order. Throws on a malformed key and on an unknown code. */
  async rowsOf(keys: readonly string[], field: string, signal?: AbortSignal): Promise<MatrixRow[]> {
    const rows: MatrixRow[] = [];
    let found = 0;
    for (const key of keys) {
      const { months, code } = this.#stockOf(key, field);
      if (months.fill(code) && ++found % STOCKS_AT_ONCE === 0) {
        await nextTurn();
        throwIfAborted(signal);
      }
      rows.push({ matrix: months.matrix, row: code });
    }
    return rows;
  }

  #stockOf(key: string, field: string): { months: StockMonths; code: number } {
    const named = STOCK_KEY.exec(key);
    if (named === null) {
      throw new TerraceError(
        "invalid_argument",
        `${field}: ${quoted(key)} is neither stocks.short_position.<code> nor stocks.price.<code>`,
      );
    }
    const [, figure, lower] = named;
    const code = this.#market.securities.numberOf(lower.toUpperCase());
    if (code === undefined) throw unknownCode(this.#market, key, lower.toUpperCase(), field);
    return { months: this.#monthsOf(figure), code };
  }

  #monthsOf(figure: string): StockMonths {
    return remembered(this.#figures, figure, () => {
      const days = figure === "price" ? dailyPrices(this.#market) : dailyPositions(this.#market);
      return new StockMonths(this.#market.securities.codes.length, days);
    });
  }
}

interface StockDays {
  readonly days: GroupedDays;
  valueAt(place: number): number;
}

function dailyPositions({ positions }: Market): StockDays {
  return { days: positions, valueAt: (place) => positions.percent.at(positions.rowAt(place)) };
}

function dailyPrices({ prices }: Market): StockDays {
  const adjusted = prices.frame.numbers("adjusted_close");
  return { days: prices, valueAt: (place) => adjusted.at(place) };
}

/** One figure of all stocks by month: one row per code, empty until `fill`. */
class StockMonths {
  readonly matrix: SeriesMatrix;
  readonly #figure: StockDays;
  readonly #isFilled: Uint8Array;

  constructor(seriesCount: number, figure: StockDays) {
    this.#figure = figure;
    const { days } = figure;
    this.#isFilled = new Uint8Array(seriesCount);
    let [first, last] = [Infinity, -Infinity];
    for (let code = 0; code < seriesCount; code++) {
      const [from, to] = days.placesOf(code);
      if (!(from < to)) continue;
      first = Math.min(first, days.dayAt(from));
      last = Math.max(last, days.dayAt(to - 1));
    }
    const [firstMonth, monthCount] =
      first > last ? [0, 0] : [monthOfDay(first), monthOfDay(last) - monthOfDay(first) + 1];
    // Rows that are never written take no memory.
    const bytes = seriesCount * monthCount * Float64Array.BYTES_PER_ELEMENT;
    const values = new Float64Array(new SharedArrayBuffer(bytes));
    const lastMonths = new Int32Array(new SharedArrayBuffer(seriesCount * Int32Array.BYTES_PER_ELEMENT));
    this.matrix = { seriesCount, firstMonth, monthCount, values, lastMonths: lastMonths.fill(-1) };
  }

  /** Fills the row of a code; returns false if it was filled before. */
  fill(code: number): boolean {
    if (this.#isFilled[code] === 1) return false;
    this.#findMonths(code);
    this.#isFilled[code] = 1;
    return true;
  }

  /** The newest value of each month that is not missing. Runs from the end, to skip most days of a month. */
  #findMonths(code: number): void {
    const { firstMonth, monthCount, values, lastMonths } = this.matrix;
    const { days, valueAt } = this.#figure;
    const row = values.subarray(code * monthCount, (code + 1) * monthCount).fill(NaN);
    const [from, to] = days.placesOf(code);
    for (let place = to - 1; place >= from; ) {
      const month = monthOfDay(days.dayAt(place));
      const first = days.firstAfter(code, firstDayOfMonth(month) - 1);
      while (place >= first && Number.isNaN(valueAt(place))) place--;
      if (place >= first) {
        row[month - firstMonth] = valueAt(place);
        if (lastMonths[code] < 0) lastMonths[code] = month - firstMonth;
      }
      place = first - 1;
    }
  }
}

function unknownCode({ securities }: Market, key: string, code: string, field: string): TerraceError {
  const hint = nearCodes(code, securities.codes);
  return new TerraceError("not_found", `${field}: ${quoted(key)}: there is no stock ${quoted(code)}${hint}`);
}
