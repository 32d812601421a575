import type { Comparison, Figure, Rule, Strategy } from "./strategy.ts";

const atLeast = (figure: Figure, bound: number): Comparison => ({ figure, atLeast: bound });
const atMost = (figure: Figure, bound: number): Comparison => ({ figure, atMost: bound });

const ruleOf =
  (role: Rule["role"]) =>
  (id: string, title: string, text: string, ...when: readonly Comparison[]): Rule => ({
    id,
    title,
    text,
    role,
    when,
  });
const [core, trigger, further] = (["core", "trigger", "further"] as const).map(ruleOf);

const notHeavilyShorted = (most: number) =>
  further(
    "short_interest",
    "Not heavily shorted",
    "Few of the shares are sold short.",
    atMost("shortPercent", most),
  );
const strongerThanIndex = (role: typeof core) =>
  role(
    "rs",
    "Stronger than the index",
    "Over three months the stock returned at least what the index did.",
    atLeast("relativeStrength", 0),
  );

/** Every strategy that is offered. */
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
    rules: [
      core(
        "base",
        "A long, orderly base",
        "The pivot is weeks old and the price did not fall far below it.",
        atLeast("baseLength", 35),
        atMost("baseDepth", 35),
      ),
      trigger(
        "breakout",
        "A breakout on volume",
        "The newest close is at the pivot or above it, on volume well above the mean.",
        atLeast("abovePivot", 0),
        atLeast("volumeRatio", 1.4),
      ),
      strongerThanIndex(core),
      further(
        "regime",
        "A market that is not falling",
        "The index is in an uptrend or neutral.",
        atLeast("indexTrend", 0),
      ),
      further("growth", "Growing revenue", "Revenue grew over the year.", atLeast("revenueGrowth", 10)),
      further(
        "liquidity",
        "Easily traded",
        "A million dollars change hands on a usual day.",
        atLeast("turnover", 1_000_000),
      ),
      notHeavilyShorted(10),
    ],
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
    rules: [
      core("growth", "Growing revenue", "Revenue grew by a tenth or more.", atLeast("revenueGrowth", 10)),
      core(
        "earnings",
        "Growing earnings",
        "Earnings a share grew by a tenth or more.",
        atLeast("earningsGrowth", 10),
      ),
      trigger(
        "price",
        "A reasonable price",
        "The price is a moderate multiple of the earnings of twelve months.",
        atMost("priceToEarnings", 25),
      ),
      further(
        "return",
        "A return on equity",
        "The owners' money earns more than it costs.",
        atLeast("returnOnEquity", 12),
      ),
      further("cash", "Profits in cash", "Free cash flow is above nothing.", atLeast("cashMargin", 0)),
      further(
        "debt",
        "Moderate debt",
        "Net debt could be paid from a few years of earnings.",
        atMost("debtToEbitda", 2.5),
      ),
      notHeavilyShorted(5),
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
    rules: [
      core(
        "cover",
        "Covered by earnings",
        "Earnings a share of twelve months are more than the dividends.",
        atLeast("dividendCover", 1.3),
      ),
      trigger(
        "yield",
        "A fair yield",
        "The dividends are a fair share of the price, and not so large that the price expects a cut.",
        { figure: "dividendYield", atLeast: 3.5, atMost: 12 },
      ),
      core("margin", "Profitable", "A twentieth of revenue or more is profit.", atLeast("netMargin", 5)),
      further("cash", "Paid from cash", "Free cash flow is above nothing.", atLeast("cashMargin", 0)),
      further(
        "debt",
        "Little debt",
        "Net debt could be paid from two years of earnings.",
        atMost("debtToEbitda", 2),
      ),
      further(
        "growth",
        "Not shrinking",
        "Revenue is at least what it was a year ago.",
        atLeast("revenueGrowth", 0),
      ),
      notHeavilyShorted(5),
    ],
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
    rules: [
      core(
        "short_interest",
        "Heavily shorted",
        "A large part of the shares is sold short.",
        atLeast("shortPercent", 5),
      ),
      core("cover", "Slow to cover", "Buying the position back would take days.", atLeast("daysToCover", 4)),
      trigger(
        "turn",
        "Shorts leave while the price rises",
        "The position falls over four weeks and the price rises over a month.",
        atMost("shortChange", -0.25),
        atLeast("monthReturn", 3),
      ),
      further(
        "volume",
        "More volume than usual",
        "The newest session traded more than the mean.",
        atLeast("volumeRatio", 1.2),
      ),
      strongerThanIndex(further),
      further(
        "growth",
        "Growing revenue",
        "Revenue is at least what it was a year ago.",
        atLeast("revenueGrowth", 0),
      ),
    ],
    caveats: ["Positions are reported four trading days late."],
    verdicts: {
      uptrend: "Shorts are squeezed most where the market rises.",
      neutral: "Turns come from the company's own news.",
      downtrend: "A falling market pays the shorts: turns are rare.",
    },
  },
];
