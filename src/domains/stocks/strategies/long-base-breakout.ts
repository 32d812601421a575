import { rule, type Strategy } from "./strategy.ts";

export const LONG_BASE_BREAKOUT: Strategy = {
  id: "long-base-breakout",
  name: "Breakout from a long base",
  tagline: "A price that leaves months of sideways trading behind, on more volume than usual.",
  paragraphs: [
    "The pivot is the highest close of the 250 sessions before the newest. The base is what has traded since: it is long when the pivot is at least seven weeks old, and orderly when it never fell far below it.",
    "The trigger is a close at or above the pivot while volume is well above its mean. Before it, a long and orderly base is a setup.",
  ],
  style: "momentum",
  holdingPeriod: "weeks to months",
  riskPosture: "aggressive: most breakouts fail, and the exit matters more than the entry",
  rules: [
    rule(
      "base",
      "core",
      "A long, orderly base",
      "The pivot is weeks old and the price did not fall far below it.",
      { figure: "baseLength", atLeast: 35 },
      { figure: "baseDepth", atMost: 35 },
    ),
    rule(
      "breakout",
      "trigger",
      "A breakout on volume",
      "The newest close is at the pivot or above it, on volume well above the mean.",
      { figure: "abovePivot", atLeast: 0 },
      { figure: "volumeRatio", atLeast: 1.4 },
    ),
    rule(
      "rs",
      "core",
      "Stronger than the index",
      "Over three months the stock returned at least what the index did.",
      { figure: "relativeStrength", atLeast: 0 },
    ),
    rule("regime", "further", "A market that is not falling", "The index is in an uptrend or neutral.", {
      figure: "indexTrend",
      atLeast: 0,
    }),
    rule("growth", "further", "Growing revenue", "Revenue grew over the year.", {
      figure: "revenueGrowth",
      atLeast: 10,
    }),
    rule("liquidity", "further", "Easily traded", "A million dollars change hands on a usual day.", {
      figure: "turnover",
      atLeast: 1_000_000,
    }),
    rule("short_interest", "further", "Not heavily shorted", "Few of the shares are sold short.", {
      figure: "shortPercent",
      atMost: 10,
    }),
  ],
  caveats: ["Closes are end of day: a breakout within the day is not seen."],
  verdicts: {
    uptrend: "Breakouts have the market behind them.",
    neutral: "Breakouts are mixed: wait for volume.",
    downtrend: "Most breakouts fail in a falling market.",
  },
};
