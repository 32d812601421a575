import type { SnapshotView } from "../../../engine/view.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import { periodBefore } from "../../market/periods.ts";
import { indicesOf } from "../../market/queries/derived-lists.ts";
import type { Strategy } from "./strategy.ts";

export type Trend = keyof Strategy["verdicts"];

const [SHORT_MEAN, LONG_MEAN] = [50, 200];

/** How the market stands by its widest index. */
export interface Regime {
  readonly indexCode: string;
  readonly asOf: string;
  /** "" with too few sessions. */
  readonly regime: Trend | "";
  readonly close: number;
  readonly sma50: number;
  readonly sma200: number;
  readonly pctOff52wHigh: number;
  /** Percent that the index returned in a period up to a day; NaN where it has no session that far back. */
  readonly returnUntil: (day: number, from: number) => number;
}

const NONE: Regime = {
  ...{ indexCode: "", asOf: "", regime: "", close: 0, sma50: 0, sma200: 0, pctOff52wHigh: 0 },
  returnUntil: () => Number.NaN,
};

export function regimeOf(view: SnapshotView): Regime {
  return view.derived("market-regime", () => makeRegime(view));
}

function makeRegime(view: SnapshotView): Regime {
  const indices = indicesOf(view);
  const sessions = (index: number) => indices.placesOf(index)[1] - indices.placesOf(index)[0];
  const [widest] = indices.codes
    .map((_, index) => index)
    .filter((index) => indices.returnTypes[index] === "price" && sessions(index) > 0)
    .sort((a, b) => sessions(b) - sessions(a) || a - b);
  if (widest === undefined) return NONE;
  const [from, to] = indices.placesOf(widest);
  const level = (place: number) => indices.measures.close.at(place);
  const mean = (count: number) => {
    let sum = 0;
    for (let place = to - count; place < to; place++) sum += level(place);
    return sum / count;
  };
  const newest = indices.dayAt(to - 1);
  let highest = 0;
  for (let place = indices.firstAfter(widest, periodBefore(newest, "1Y")); place < to; place++) {
    highest = Math.max(highest, level(place));
  }
  const close = level(to - 1);
  const sma50 = to - from < SHORT_MEAN ? 0 : mean(SHORT_MEAN);
  const sma200 = to - from < LONG_MEAN ? 0 : mean(LONG_MEAN);
  return {
    indexCode: indices.codes[widest],
    asOf: dateOfDay(newest),
    regime: sma200 === 0 ? "" : trendOf(close, sma50, sma200),
    ...{ close, sma50, sma200 },
    pctOff52wHigh: (close / highest - 1) * 100,
    returnUntil: (day, since) => {
      const [end, begin] = [indices.firstAfter(widest, day) - 1, indices.firstAfter(widest, since) - 1];
      return begin < from ? Number.NaN : (level(end) / level(begin) - 1) * 100;
    },
  };
}

function trendOf(close: number, sma50: number, sma200: number): Trend {
  if (close > sma50 && sma50 > sma200) return "uptrend";
  return close < sma50 && sma50 < sma200 ? "downtrend" : "neutral";
}
