import { firstWhere } from "../../../runtime/first-where.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import { availableFrom } from "../../../runtime/time/trading-days.ts";
import type { PageStore } from "../../pages/page-store.ts";
import { ColumnFrame, type NumberColumn } from "../column-frame.ts";
import { GroupedDays } from "../grouped-days.ts";

export type SecurityType = "ordinary" | "etf" | "debt" | "other";

/** A line with fewer shares on issue than this is not ordinary. */
const MIN_ISSUE = 5_000_000;

/** Security kind that the product's name alone shows. */
type NameKind = "etf" | "debt" | "deferred" | "plain";

export function nameKind(productName: string): NameKind {
  if (/ETF\b/i.test(productName)) return "etf";
  if (/\d+(\.\d+)?\s*%/.test(productName)) return "debt";
  return /DEFERRED/i.test(productName) ? "deferred" : "plain";
}

/** The kind of a security on a day; `issued` is NaN if unknown. */
export function securityType(kind: NameKind, code: string, issued: number): SecurityType {
  if (kind === "etf" || kind === "debt") return kind;
  if (code.length > 4 || kind === "deferred") return "other";
  return issued > 0 && issued < MIN_ISSUE ? "other" : "ordinary";
}

/** Both are `YYYY-MM-DD`. */
export interface ReportDates {
  readonly date: string;
  readonly availableFrom: string;
}

function daysOf(stored: NumberColumn): Int32Array {
  return Int32Array.from({ length: stored.length }, (_, i) => stored.at(i));
}

/** Short positions, readable by day and by code (`placesOf` is a code's history), scanned in place. */
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

  get byteLength(): number {
    return this.frame.byteLength;
  }

  /** Day number of the newest report; undefined without any. */
  get newestDay(): number | undefined {
    return this.days.at(-1);
  }

  /** Date of a report, by its index in `days`, and the day it became public. */
  datesOf(place: number): ReportDates {
    this.#dates[place] ??= {
      date: dateOfDay(this.days[place]),
      availableFrom: dateOfDay(availableFrom(this.days[place])),
    };
    return this.#dates[place];
  }

  /** Rows of a report, by its index in `days`: [from, to), by percent descending (nulls last), then code. */
  rowsOfDay(place: number): readonly [number, number] {
    return [this.#dayStarts.raw[place], this.#dayStarts.raw[place + 1]];
  }

  /** Index in `codes` of the row's code. */
  codeOf(row: number): number {
    return this.#code.raw[row];
  }

  /** Index in `names` of the row's product name. */
  nameOf(row: number): number {
    return this.#name.raw[row];
  }

  typeOf(row: number): SecurityType {
    return securityType(this.#kinds[this.#name.raw[row]], this.codes[this.codeOf(row)], this.issued.at(row));
  }

  rowAt(place: number): number {
    return this.#codeRows.raw[place];
  }

  /** Index in `days` of a history place. */
  dayPlaceAt(place: number): number {
    return this.#codeDays.raw[place];
  }

  /** Places of a code's history after a day with a position above 0 %, oldest first. Cached by code. */
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
