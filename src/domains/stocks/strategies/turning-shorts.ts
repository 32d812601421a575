import { rule, type Strategy } from "./strategy.ts";

export const TURNING_SHORTS: Strategy = {
  id: "turning-shorts",
  name: "Crowded shorts turning",
  tagline: "Heavily shorted stocks that rise while their shorts begin to leave.",
  paragraphs: [
    "Much of the company is sold short, and it would take days of usual trading to buy it back.",
    "The trigger is a price that rises over a month while the short position falls: those who bet against it are buying.",
  ],
  style: "contrarian",
  holdingPeriod: "days to weeks",
  riskPosture: "speculative: the crowd is often right",
  rules: [
    rule("short_interest", "core", "Heavily shorted", "A large part of the shares is sold short.", {
      figure: "shortPercent",
      atLeast: 5,
    }),
    rule("cover", "core", "Slow to cover", "Buying the position back would take days.", {
      figure: "daysToCover",
      atLeast: 4,
    }),
    rule(
      "turn",
      "trigger",
      "Shorts leave while the price rises",
      "The position falls over four weeks and the price rises over a month.",
      { figure: "shortChange", atMost: -0.25 },
      { figure: "monthReturn", atLeast: 3 },
    ),
    rule("volume", "further", "More volume than usual", "The newest session traded more than the mean.", {
      figure: "volumeRatio",
      atLeast: 1.2,
    }),
    rule(
      "rs",
      "further",
      "Stronger than the index",
      "Over three months the stock returned at least what the index did.",
      { figure: "relativeStrength", atLeast: 0 },
    ),
    rule("growth", "further", "Growing revenue", "Revenue is at least what it was a year ago.", {
      figure: "revenueGrowth",
      atLeast: 0,
    }),
  ],
  caveats: ["Positions are reported four trading days late."],
  verdicts: {
    uptrend: "Shorts are squeezed most where the market rises.",
    neutral: "Turns come from the company's own news.",
    downtrend: "A falling market pays the shorts: turns are rare.",
  },
};
