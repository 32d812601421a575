import { firstWhere } from "../../../runtime/first-where.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import { availableFrom } from "../../../runtime/time/trading-days.ts";
import type { PageStore } from "../../pages/page-store.ts";
import { ColumnFrame, type NumberColumn } from "../column-frame.ts";
import { GroupedDays } from "../grouped-days.ts";

export type SecurityType = "ordinary" | "etf" | "debt" | "other";

/** Fewer shares on issue than this are not an ordinary line. */
const LEAST_ISSUE = 5_000_000;

/** What a product's name alone says of its kind. */
type NameKind = "etf" | "debt" | "deferred" | "plain";

export function nameKind(productName: string): NameKind {
  if (/ETF\b/i.test(productName)) return "etf";
  if (/\d+(\.\d+)?\s*%/.test(productName)) return "debt";
  return /DEFERRED/i.test(productName) ? "deferred" : "plain";
}

/** The kind of a security on a day; `issued` is NaN when it is unknown. */
export function securityType(kind: NameKind, code: string, issued: number): SecurityType {
  if (kind === "etf" || kind === "debt") return kind;
  if (code.length > 4 || kind === "deferred") return "other";
  return issued > 0 && issued < LEAST_ISSUE ? "other" : "ordinary";
}

/** `YYYY-MM-DD` each. */
export interface ReportDates {
  readonly date: string;
  readonly availableFrom: string;
}

function daysOf(stored: NumberColumn): Int32Array {
  return Int32Array.from({ length: stored.length }, (_, i) => stored.at(i));
}

/** Short positions by day and by code, scanned in place: the places of a code are those of its history. */
export class Positions extends GroupedDays {
  readonly codes: readonly string[];
  readonly names = this.frame.texts("names");
  /** Day numbers of the reports, oldest first. */
  readonly days = daysOf(this.frame.numbers("days"));
  readonly percent = this.frame.numbers("percent");
  readonly short = this.frame.numbers("short");
  readonly issued = this.frame.numbers("issued");
  readonly #dayStarts = this.frame.numbers("day_starts");
  readonly #code = this.frame.numbers("code");
  readonly #name = this.frame.numbers("name");
  readonly #codeRows = this.frame.numbers("code_rows");
  readonly #codeDays = this.frame.numbers("code_days");
  readonly #kinds = this.names.map(nameKind);
  readonly #shorted = new Map<number, Int32Array>();
  readonly #dates: ReportDates[] = [];

  constructor(pages: PageStore, codes: readonly string[]) {
    super(new ColumnFrame(pages, "market_positions"), "code_starts");
    this.codes = codes;
  }

  override dayAt(place: number): number {
    return this.days[this.#codeDays.raw[place]];
  }

  /** Bytes of the columns. */
  get byteLength(): number {
    return this.frame.byteLength;
  }

  /** Day number of the newest report; undefined without any. */
  get newestDay(): number | undefined {
    return this.days.at(-1);
  }

  /** The date of the report at a place of `days` and the day it became public. */
  datesOf(place: number): ReportDates {
    this.#dates[place] ??= {
      date: dateOfDay(this.days[place]),
      availableFrom: dateOfDay(availableFrom(this.days[place])),
    };
    return this.#dates[place];
  }

  /** Rows of the report at a place of `days`, percent descending, missing ones last, then code: [from, to). */
  rowsOfDay(place: number): readonly [number, number] {
    return [this.#dayStarts.raw[place], this.#dayStarts.raw[place + 1]];
  }

  /** Number of the row's code. */
  codeOf(row: number): number {
    return this.#code.raw[row];
  }

  /** Number of the row's product name in `names`. */
  nameOf(row: number): number {
    return this.#name.raw[row];
  }

  typeOf(row: number): SecurityType {
    return securityType(this.#kinds[this.#name.raw[row]], this.codes[this.codeOf(row)], this.issued.at(row));
  }

  rowAt(place: number): number {
    return this.#codeRows.raw[place];
  }

  /** Place of the day of a history place in `days`. */
  dayPlaceAt(place: number): number {
    return this.#codeDays.raw[place];
  }

  /** Places of a code's history that are above 0 % and after a day, oldest first. Found once a code. */
  shortedAfter(code: number, day: number): Int32Array {
    const own = remembered(this.#shorted, code, () => {
      const [from, to] = this.placesOf(code);
      return Int32Array.from({ length: to - from }, (_, i) => from + i).filter(
        (place) => this.percent.at(this.rowAt(place)) > 0,
      );
    });
    return own.subarray(firstWhere(0, own.length, (i) => this.dayAt(own[i]) > day));
  }
}
