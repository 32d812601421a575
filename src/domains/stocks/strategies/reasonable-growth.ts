import { rule, type Strategy } from "./strategy.ts";

export const REASONABLE_GROWTH: Strategy = {
  id: "reasonable-growth",
  name: "Growth at a reasonable price",
  tagline: "Growing and profitable companies that do not cost a multiple of their growth.",
  paragraphs: [
    "Revenue and earnings a share both grew over the year, the company earns a return on its equity, and its price is a moderate multiple of its earnings.",
    "The trigger is the price: a company that passes all else and costs more is a setup.",
  ],
  style: "growth and value",
  holdingPeriod: "years",
  riskPosture: "moderate",
  rules: [
    rule("growth", "core", "Growing revenue", "Revenue grew by a tenth or more.", {
      figure: "revenueGrowth",
      atLeast: 10,
    }),
    rule("earnings", "core", "Growing earnings", "Earnings a share grew by a tenth or more.", {
      figure: "earningsGrowth",
      atLeast: 10,
    }),
    rule(
      "price",
      "trigger",
      "A reasonable price",
      "The price is a moderate multiple of the earnings of twelve months.",
      { figure: "priceToEarnings", atMost: 25 },
    ),
    rule("return", "further", "A return on equity", "The owners' money earns more than it costs.", {
      figure: "returnOnEquity",
      atLeast: 12,
    }),
    rule("cash", "further", "Profits in cash", "Free cash flow is above nothing.", {
      figure: "cashMargin",
      atLeast: 0,
    }),
    rule("debt", "further", "Moderate debt", "Net debt could be paid from a few years of earnings.", {
      figure: "debtToEbitda",
      atMost: 2.5,
    }),
    rule("short_interest", "further", "Not heavily shorted", "Few of the shares are sold short.", {
      figure: "shortPercent",
      atMost: 5,
    }),
  ],
  caveats: [
    "Figures are as reported and may be months old.",
    "Ratios of financials differ: some are withheld.",
  ],
  verdicts: {
    uptrend: "Prices tend to run ahead of growth: few are cheap.",
    neutral: "Prices follow results.",
    downtrend: "Growth gets cheaper: results matter more than the tape.",
  },
};
