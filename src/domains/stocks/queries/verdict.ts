import { VerdictLabel } from "../../../gen/shorts/v1alpha1/stock_pb.ts";
import { roundedTo } from "../../../runtime/decimals.ts";

/** 0 if unknown. */
interface VerdictInputs {
  /** Percentage points over four weeks. */
  readonly change4w: number;
  readonly shortPercent: number;
  /** AUD over 90 days. */
  readonly netDirectorBuy: number;
  /** Mean over 30 days, -1 to 1. */
  readonly sentiment: number;
  readonly daysToCover: number;
}

const within = (value: number, lo: number, hi: number) => Math.min(hi, Math.max(lo, value));

const PARTS: readonly (readonly [name: string, weight: number, score: (inputs: VerdictInputs) => number])[] =
  [
    ["short_trend", 0.3, ({ change4w }) => within(-change4w / 3, -1, 1)],
    ["short_level", 0.15, ({ shortPercent }) => within(-shortPercent / 15, -1, 0)],
    ["director_signal", 0.25, ({ netDirectorBuy }) => within(netDirectorBuy / 1_000_000, -1, 1)],
    ["sentiment", 0.2, ({ sentiment }) => within(sentiment, -1, 1)],
    ["squeeze_pressure", 0.1, ({ daysToCover }) => Math.min(Math.max(daysToCover, 0) / 10, 1) * 0.5],
  ];

export function verdictOf(inputs: VerdictInputs) {
  const components = PARTS.map(([name, weight, scoreOf]) => {
    // Adding 0 turns the negative zero of a missing input into zero.
    const score = scoreOf(inputs) + 0;
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
