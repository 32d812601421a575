import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import { dateText } from "../calendar.ts";
import type { Line } from "./lines.ts";

/** Sessions at the end in which nothing of a suspended security is traded. */
const SUSPENDED_SESSIONS = 6;
/** A step between two sessions of different months is larger than one between neighbours. */
const LONG_STEP_DAYS = 15;

/** Prices of a security: a walk with a few jumps and holes, and a split that the adjusted close does not see. */
export function* priceRows(seed: number, line: Line, days: readonly number[]): Generator<Row> {
  const { story } = line;
  if (!story.isPriced) return;
  const random = new Random(seed, `prices/${line.code}`);
  const first = Math.floor(story.from * days.length);
  const end = Math.ceil(Math.min(story.until, story.pricesUntil) * days.length);
  const splitAt = Math.floor((first + end) / 2);
  const turnover = line.issued * random.between(0.001, 0.008);
  let close = line.price;
  for (let i = first; i < end; i++) {
    const isLong = i > 0 && days[i] - days[i - 1] > LONG_STEP_DAYS;
    const jump = random.chance(isLong ? 0.006 : 0.001) ? random.pick([-0.45, 0.6]) : 0;
    const before = close;
    close = clamp(close * (1.0004 + (isLong ? 0.055 : 0.016) * random.normal() + jump), 0.01, 900);
    const traded = Math.max(1, Math.round(turnover * (0.3 + random.wait(0.7))));
    const isQuiet = random.chance(0.01) || (story.isSuspended && i >= days.length - SUSPENDED_SESSIONS);
    if (random.chance(0.006)) continue;
    const shown = (price: number) => round(Math.max(0.001, i < splitAt ? price : price / story.split), 3);
    const [low, high] = [Math.min(before, close), Math.max(before, close)];
    const spread = 1 + 0.008 * random.unit();
    yield {
      stock_code: line.code,
      date: dateText(days[i]),
      open: shown(before),
      high: shown(high * spread),
      low: shown(low / spread),
      close: shown(close),
      adjusted_close: round(Math.max(0.001, close / story.split), 3),
      volume: isQuiet ? 0 : traded,
    };
  }
}
