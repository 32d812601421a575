import type { PageStore } from "../../pages/page-store.ts";
import { ColumnFrame } from "../column-frame.ts";
import { GroupedDays } from "../grouped-days.ts";

/** Sessions to average over, and the fewest needed for an average. */
const AVERAGED_SESSIONS = 20;
const MIN_SESSIONS = 5;

/** Trading sessions with prices, grouped by code, scanned in place. */
export class Prices extends GroupedDays {
  readonly close = this.frame.numbers("close");
  readonly volume = this.frame.numbers("volume");
  readonly #day = this.frame.numbers("day");

  constructor(pages: PageStore) {
    super(new ColumnFrame(pages, "market_prices"));
  }

  override dayAt(place: number): number {
    return this.#day.at(place);
  }

  /** Close adjusted to today's shares; the plain close if the source has no adjusted one. */
  adjustedCloseAt(place: number): number {
    return this.frame.numbers("adjusted_close").at(place);
  }

  /** Day of the newest session of any code; undefined without prices. */
  newestDay(): number | undefined {
    let newest: number | undefined;
    for (let code = 0; code + 1 < this.starts.length; code++) {
      const [from, to] = this.placesOf(code);
      if (from < to && (newest === undefined || this.dayAt(to - 1) > newest)) newest = this.dayAt(to - 1);
    }
    return newest;
  }

  /** Means of the last 20 sessions with volume before `end`: AUD, shares a session; 0 with fewer than 5. */
  liquidityBefore(code: number, end: number) {
    const [from] = this.placesOf(code);
    let [sessions, value, volume] = [0, 0, 0];
    for (let place = end - 1; place >= from && sessions < AVERAGED_SESSIONS; place--) {
      const traded = this.volume.at(place);
      if (!(traded > 0)) continue;
      sessions++;
      value += this.close.at(place) * traded;
      volume += traded;
    }
    if (sessions < MIN_SESSIONS) return { averageValue: 0, averageVolume: 0 };
    return { averageValue: value / sessions, averageVolume: volume / sessions };
  }
}
