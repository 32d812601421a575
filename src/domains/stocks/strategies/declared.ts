import type { Comparison, Figure, Rule, Strategy } from "./strategy.ts";

/** Parses rules of two lines: role, id and comparisons with bounds; then title and text. */
function rulesOf(text: string): Rule[] {
  return Array.from(text.matchAll(/(\w+) (\w+) (.+)\n(.+?): (.+)/g), ([, role, id, when, title, asked]) => ({
    id,
    title,
    text: asked,
    role: role as Rule["role"],
    when: when.split(", ").map(comparisonOf),
  }));
}

function comparisonOf(text: string): Comparison {
  const [, figure, least, most] = /^(\w+)(?: >= (\S+))?(?: <= (\S+))?$/.exec(text)!;
  return {
    figure: figure as Figure,
    ...(least && { atLeast: Number(least) }),
    ...(most && { atMost: Number(most) }),
  };
}

export const STRATEGIES: readonly Strategy[] = [
  {
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
    rules: rulesOf(`
core base baseLength >= 35, baseDepth <= 35
A long, orderly base: The pivot is weeks old and the price did not fall far below it.
trigger breakout abovePivot >= 0, volumeRatio >= 1.4
A breakout on volume: The newest close is at the pivot or above it, on volume well above the mean.
core rs relativeStrength >= 0
Stronger than the index: Over three months the stock returned at least what the index did.
further regime indexTrend >= 0
A market that is not falling: The index is in an uptrend or neutral.
further growth revenueGrowth >= 10
Growing revenue: Revenue grew over the year.
further liquidity turnover >= 1000000
Easily traded: A million dollars change hands on a usual day.
further short_interest shortPercent <= 10
Not heavily shorted: Few of the shares are sold short.
`),
    caveats: ["Closes are end of day: a breakout within the day is not seen."],
    verdicts: {
      uptrend: "Breakouts have the market behind them.",
      neutral: "Breakouts are mixed: wait for volume.",
      downtrend: "Most breakouts fail in a falling market.",
    },
  },
  {
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
    rules: rulesOf(`
core growth revenueGrowth >= 10
Growing revenue: Revenue grew by a tenth or more.
core earnings earningsGrowth >= 10
Growing earnings: Earnings a share grew by a tenth or more.
trigger price priceToEarnings <= 25
A reasonable price: The price is a moderate multiple of the earnings of twelve months.
further return returnOnEquity >= 12
A return on equity: The owners' money earns more than it costs.
further cash cashMargin >= 0
Profits in cash: Free cash flow is above nothing.
further debt debtToEbitda <= 2.5
Moderate debt: Net debt could be paid from a few years of earnings.
further short_interest shortPercent <= 5
Not heavily shorted: Few of the shares are sold short.
`),
    caveats: [
      "Figures are as reported and may be months old.",
      "Ratios of financials differ: some are withheld.",
    ],
    verdicts: {
      uptrend: "Prices tend to run ahead of growth: few are cheap.",
      neutral: "Prices follow results.",
      downtrend: "Growth gets cheaper: results matter more than the tape.",
    },
  },
  {
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
    rules: rulesOf(`
core cover dividendCover >= 1.3
Covered by earnings: Earnings a share of twelve months are more than the dividends.
trigger yield dividendYield >= 3.5 <= 12
A fair yield: The dividends are a fair share of the price, and not so large that the price expects a cut.
core margin netMargin >= 5
Profitable: A twentieth of revenue or more is profit.
further cash cashMargin >= 0
Paid from cash: Free cash flow is above nothing.
further debt debtToEbitda <= 2
Little debt: Net debt could be paid from two years of earnings.
further growth revenueGrowth >= 0
Not shrinking: Revenue is at least what it was a year ago.
further short_interest shortPercent <= 5
Not heavily shorted: Few of the shares are sold short.
`),
    caveats: ["Past dividends promise nothing.", "Franking is not counted in the yield."],
    verdicts: {
      uptrend: "Income lags a rising market.",
      neutral: "Income is most of the return.",
      downtrend: "Cover matters: dividends that are not earned are cut first.",
    },
  },
  {
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
    rules: rulesOf(`
core short_interest shortPercent >= 5
Heavily shorted: A large part of the shares is sold short.
core cover daysToCover >= 4
Slow to cover: Buying the position back would take days.
trigger turn shortChange <= -0.25, monthReturn >= 3
Shorts leave while the price rises: The position falls over four weeks and the price rises over a month.
further volume volumeRatio >= 1.2
More volume than usual: The newest session traded more than the mean.
further rs relativeStrength >= 0
Stronger than the index: Over three months the stock returned at least what the index did.
further growth revenueGrowth >= 0
Growing revenue: Revenue is at least what it was a year ago.
`),
    caveats: ["Positions are reported four trading days late."],
    verdicts: {
      uptrend: "Shorts are squeezed most where the market rises.",
      neutral: "Turns come from the company's own news.",
      downtrend: "A falling market pays the shorts: turns are rare.",
    },
  },
];
