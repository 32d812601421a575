import { ColumnFrame, type NumberColumn } from "../../../engine/columns/column-frame.ts";
import { firstAbove } from "../../../engine/columns/first-above.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";

/** Sessions that averages are over, and the fewest that make one. */
const AVERAGED_SESSIONS = 20;
const LEAST_SESSIONS = 5;

export interface Liquidity {
  /** AUD a session; 0 unknown. */
  readonly averageValue: number;
  /** Shares a session; 0 unknown. */
  readonly averageVolume: number;
}

/** Prices by code, scanned in place. */
export class Prices {
  readonly close: NumberColumn;
  readonly volume: NumberColumn;
  readonly frame: ColumnFrame;
  readonly #starts: NumberColumn;
  readonly #day: NumberColumn;

  constructor(pages: PageStore) {
    this.frame = new ColumnFrame(pages, "market_prices");
    this.close = this.frame.numbers("close");
    this.volume = this.frame.numbers("volume");
    this.#starts = this.frame.numbers("starts");
    this.#day = this.frame.numbers("day");
  }

  /** Places of a code's sessions, oldest first: [from, to). */
  sessionsOf(code: number): readonly [number, number] {
    return [this.#starts.raw[code], this.#starts.raw[code + 1]];
  }

  /** The close in today's shares; the close itself where the source has no other. */
  adjustedCloseAt(place: number): number {
    return this.frame.numbers("adjusted_close").at(place);
  }

  dayAt(place: number): number {
    return this.#day.at(place);
  }

  /** First session of a code after a day. */
  firstAfter(code: number, day: number): number {
    const [from, to] = this.sessionsOf(code);
    return firstAbove(from, to, day, (place) => this.#day.raw[place]);
  }

  /** Last session of a code on or before a day; undefined without one. */
  lastUntil(code: number, day: number): number | undefined {
    const place = this.firstAfter(code, day) - 1;
    return place >= this.sessionsOf(code)[0] ? place : undefined;
  }

  /** Day of the newest session of any code; undefined without prices. */
  newestDay(): number | undefined {
    let newest: number | undefined;
    for (let code = 0; code + 1 < this.#starts.length; code++) {
      const [from, to] = this.sessionsOf(code);
      if (from < to && (newest === undefined || this.dayAt(to - 1) > newest)) newest = this.dayAt(to - 1);
    }
    return newest;
  }

  /** Means over the last 20 sessions with volume that end before a place. */
  liquidityBefore(code: number, end: number): Liquidity {
    const [from] = this.sessionsOf(code);
    let [sessions, value, volume] = [0, 0, 0];
    for (let place = end - 1; place >= from && sessions < AVERAGED_SESSIONS; place--) {
      const traded = this.volume.at(place);
      if (!(traded > 0)) continue;
      sessions++;
      value += this.close.at(place) * traded;
      volume += traded;
    }
    if (sessions < LEAST_SESSIONS) return { averageValue: 0, averageVolume: 0 };
    return { averageValue: value / sessions, averageVolume: volume / sessions };
  }
}
