import { rule, type Strategy } from "./strategy.ts";

export const COVERED_DIVIDENDS: Strategy = {
  id: "covered-dividends",
  name: "Covered dividends",
  tagline: "Dividends that the company earns, in cash, without leaning on debt.",
  paragraphs: [
    "The dividends of twelve months are a fair share of the price, and earnings cover them with room to spare.",
    "The trigger is the yield: a company whose dividends are safe and whose price is too high for them is a setup.",
  ],
  style: "income",
  holdingPeriod: "years",
  riskPosture: "defensive",
  rules: [
    rule(
      "cover",
      "core",
      "Covered by earnings",
      "Earnings a share of twelve months are more than the dividends.",
      { figure: "dividendCover", atLeast: 1.3 },
    ),
    rule(
      "yield",
      "trigger",
      "A fair yield",
      "The dividends are a fair share of the price, and not so large that the price expects a cut.",
      { figure: "dividendYield", atLeast: 3.5, atMost: 12 },
    ),
    rule("margin", "core", "Profitable", "A twentieth of revenue or more is profit.", {
      figure: "netMargin",
      atLeast: 5,
    }),
    rule("cash", "further", "Paid from cash", "Free cash flow is above nothing.", {
      figure: "cashMargin",
      atLeast: 0,
    }),
    rule("debt", "further", "Little debt", "Net debt could be paid from two years of earnings.", {
      figure: "debtToEbitda",
      atMost: 2,
    }),
    rule("growth", "further", "Not shrinking", "Revenue is at least what it was a year ago.", {
      figure: "revenueGrowth",
      atLeast: 0,
    }),
    rule("short_interest", "further", "Not heavily shorted", "Few of the shares are sold short.", {
      figure: "shortPercent",
      atMost: 5,
    }),
  ],
  caveats: ["Past dividends promise nothing.", "Franking is not counted in the yield."],
  verdicts: {
    uptrend: "Income lags a rising market.",
    neutral: "Income is most of the return.",
    downtrend: "Cover matters: dividends that are not earned are cut first.",
  },
};
