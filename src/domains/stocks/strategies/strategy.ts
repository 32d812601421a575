/** The figures of a stock that rules compare; NaN where one is unknown. */
export const FIGURES = {
  turnover: ["median turnover of 50 sessions", "A$"],
  offHigh: ["distance from the highest close of a year", "%"],
  volumeRatio: ["volume over the mean of the 50 sessions before", "×"],
  baseDepth: ["depth of the base below its pivot", "%"],
  baseLength: ["sessions since the pivot", ""],
  abovePivot: ["close above the pivot", "%"],
  relativeStrength: ["return of three months less that of the index", "points"],
  indexTrend: ["trend of the index: 1 up, 0 neutral, -1 down", ""],
  shortPercent: ["reported short position", "%"],
  shortChange: ["change of the short position in four weeks", "points"],
  monthReturn: ["return of a month", "%"],
  daysToCover: ["days to cover", ""],
  revenueGrowth: ["growth of revenue", "%"],
  earningsGrowth: ["growth of earnings a share", "%"],
  netMargin: ["net margin", "%"],
  returnOnEquity: ["return on equity", "%"],
  cashMargin: ["free cash flow over revenue", "%"],
  debtToEbitda: ["net debt over EBITDA", "×"],
  priceToEarnings: ["price over earnings", "×"],
  dividendYield: ["dividends of twelve months over the price", "%"],
  dividendCover: ["earnings over dividends of twelve months", "×"],
} as const satisfies Record<string, readonly [meaning: string, unit: string]>;

export type Figure = keyof typeof FIGURES;
export type Figures = Readonly<Record<Figure, number>>;

/** A comparison with a threshold, which itself passes. */
export interface Comparison {
  readonly figure: Figure;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A rule passes when all of its comparisons do. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly source: "stock_fundamentals" | "stock_prices" | "index_prices" | "asic_shorts";
  /** A core rule must pass; without the trigger alone a stock is a setup. */
  readonly role: "core" | "trigger" | "further";
  readonly when: readonly Comparison[];
}

export interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly tagline: string;
  readonly paragraphs: readonly string[];
  readonly style: string;
  readonly holdingPeriod: string;
  readonly riskPosture: string;
  readonly rules: readonly Rule[];
  readonly caveats: readonly string[];
  /** What a trend of the index means to it. */
  readonly verdicts: Readonly<Record<"uptrend" | "neutral" | "downtrend", string>>;
}

const unitText = (unit: string) => (unit === "" || unit === "A$" ? "" : unit === "points" ? " points" : unit);

export function figureText(figure: Figure, value: number): string {
  const [, unit] = FIGURES[figure];
  const digits = value.toLocaleString("en-AU", { maximumFractionDigits: 2 });
  return `${unit === "A$" ? "A$" : ""}${digits}${unitText(unit)}`;
}

/** How a rule is tested, in words that follow from its thresholds. */
export function evaluationText({ when }: Rule): string {
  const parts = when.map(({ figure, atLeast, atMost }) => {
    const bounds = [
      ...(atLeast === undefined ? [] : [`at least ${figureText(figure, atLeast)}`]),
      ...(atMost === undefined ? [] : [`at most ${figureText(figure, atMost)}`]),
    ];
    return `${FIGURES[figure][0]} ${bounds.join(" and ")}`;
  });
  return parts.join("; ");
}
