import type { Strategy } from "./strategy.ts";

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
    {
      id: "short_interest",
      title: "Heavily shorted",
      text: "A large part of the shares is sold short.",
      source: "asic_shorts",
      role: "core",
      when: [{ figure: "shortPercent", atLeast: 5 }],
    },
    {
      id: "cover",
      title: "Slow to cover",
      text: "Buying the position back would take days.",
      source: "asic_shorts",
      role: "core",
      when: [{ figure: "daysToCover", atLeast: 4 }],
    },
    {
      id: "turn",
      title: "Shorts leave while the price rises",
      text: "The position falls over four weeks and the price rises over a month.",
      source: "asic_shorts",
      role: "trigger",
      when: [
        { figure: "shortChange", atMost: -0.25 },
        { figure: "monthReturn", atLeast: 3 },
      ],
    },
    {
      id: "volume",
      title: "More volume than usual",
      text: "The newest session traded more than the mean.",
      source: "stock_prices",
      role: "further",
      when: [{ figure: "volumeRatio", atLeast: 1.2 }],
    },
    {
      id: "rs",
      title: "Stronger than the index",
      text: "Over three months the stock returned at least what the index did.",
      source: "index_prices",
      role: "further",
      when: [{ figure: "relativeStrength", atLeast: 0 }],
    },
    {
      id: "growth",
      title: "Growing revenue",
      text: "Revenue is at least what it was a year ago.",
      source: "stock_fundamentals",
      role: "further",
      when: [{ figure: "revenueGrowth", atLeast: 0 }],
    },
  ],
  caveats: ["Positions are reported four trading days late."],
  verdicts: {
    uptrend: "Shorts are squeezed most where the market rises.",
    neutral: "Turns come from the company's own news.",
    downtrend: "A falling market pays the shorts: turns are rare.",
  },
};
