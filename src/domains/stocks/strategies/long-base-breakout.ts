import type { Strategy } from "./strategy.ts";

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
    {
      id: "base",
      title: "A long, orderly base",
      text: "The pivot is weeks old and the price did not fall far below it.",
      source: "stock_prices",
      role: "core",
      when: [
        { figure: "baseLength", atLeast: 35 },
        { figure: "baseDepth", atMost: 35 },
      ],
    },
    {
      id: "breakout",
      title: "A breakout on volume",
      text: "The newest close is at the pivot or above it, on volume well above the mean.",
      source: "stock_prices",
      role: "trigger",
      when: [
        { figure: "abovePivot", atLeast: 0 },
        { figure: "volumeRatio", atLeast: 1.4 },
      ],
    },
    {
      id: "rs",
      title: "Stronger than the index",
      text: "Over three months the stock returned at least what the index did.",
      source: "index_prices",
      role: "core",
      when: [{ figure: "relativeStrength", atLeast: 0 }],
    },
    {
      id: "regime",
      title: "A market that is not falling",
      text: "The index is in an uptrend or neutral.",
      source: "index_prices",
      role: "further",
      when: [{ figure: "indexTrend", atLeast: 0 }],
    },
    {
      id: "growth",
      title: "Growing revenue",
      text: "Revenue grew over the year.",
      source: "stock_fundamentals",
      role: "further",
      when: [{ figure: "revenueGrowth", atLeast: 10 }],
    },
    {
      id: "liquidity",
      title: "Easily traded",
      text: "A million dollars change hands on a usual day.",
      source: "stock_prices",
      role: "further",
      when: [{ figure: "turnover", atLeast: 1_000_000 }],
    },
    {
      id: "short_interest",
      title: "Not heavily shorted",
      text: "Few of the shares are sold short.",
      source: "asic_shorts",
      role: "further",
      when: [{ figure: "shortPercent", atMost: 10 }],
    },
  ],
  caveats: ["Closes are end of day: a breakout within the day is not seen."],
  verdicts: {
    uptrend: "Breakouts have the market behind them.",
    neutral: "Breakouts are mixed: wait for volume.",
    downtrend: "Most breakouts fail in a falling market.",
  },
};
