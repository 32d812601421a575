import { VerdictLabel } from "../../../gen/shorts/v1alpha1/stock_pb.ts";
import { roundedTo } from "../../../runtime/decimals.ts";
import type { ScreenerColumn } from "../../market/rules.ts";

const within = (value: number, lo: number, hi: number) => Math.min(hi, Math.max(lo, value));

type Part = readonly [
  name: string,
  weight: number,
  column: ScreenerColumn,
  score: (figure: number) => number,
];

/**
 * Scores from -1 to 1 of figures of the screener, 0 if unknown: percentage points over four weeks, percent,
 * AUD over 90 days, a mean over 30 days from -1 to 1, and days.
 */
const PARTS: readonly Part[] = [
  ["short_trend", 0.3, "short_pct_change_4w", (change) => within(-change / 3, -1, 1)],
  ["short_level", 0.15, "short_pct", (percent) => within(-percent / 15, -1, 0)],
  ["director_signal", 0.25, "net_director_buy_value", (bought) => within(bought / 1_000_000, -1, 1)],
  ["sentiment", 0.2, "avg_sentiment", (mean) => within(mean, -1, 1)],
  ["squeeze_pressure", 0.1, "days_to_cover", (days) => within(days / 10, 0, 1) * 0.5],
];

export function verdictOf(figureOf: (column: ScreenerColumn) => number) {
  const components = PARTS.map(([name, weight, column, scoreOf]) => {
    // Adding 0 turns the negative zero of a missing figure into zero.
    const score = scoreOf(figureOf(column)) + 0;
    return { name, score, weight, contribution: roundedTo(100 * weight * score, 1) };
  });
  const composite = roundedTo(
    components.reduce((sum, { contribution }) => sum + contribution, 0),
    1,
  );
  return { composite, label: labelOf(composite), components };
}

export function labelOf(composite: number): VerdictLabel {
  if (composite <= -40) return VerdictLabel.STRONG_BEARISH;
  if (composite <= -10) return VerdictLabel.BEARISH;
  if (composite < 10) return VerdictLabel.NEUTRAL;
  return composite < 40 ? VerdictLabel.BULLISH : VerdictLabel.STRONG_BULLISH;
}
