/** The figures that rules compare: meaning, unit and source. NaN if unknown. */
export const FIGURES = {
  turnover: ["median turnover of 50 sessions", "A$", "stock_prices"],
  offHigh: ["distance from the highest close of a year", "%", "stock_prices"],
  volumeRatio: ["volume over the mean of the 50 sessions before", "×", "stock_prices"],
  baseDepth: ["depth of the base below its pivot", "%", "stock_prices"],
  baseLength: ["sessions since the pivot", "", "stock_prices"],
  abovePivot: ["close above the pivot", "%", "stock_prices"],
  relativeStrength: ["return of three months less that of the index", "points", "index_prices"],
  indexTrend: ["trend of the index: 1 up, 0 neutral, -1 down", "", "index_prices"],
  shortPercent: ["reported short position", "%", "asic_shorts"],
  shortChange: ["change of the short position in four weeks", "points", "asic_shorts"],
  monthReturn: ["return of a month", "%", "stock_prices"],
  daysToCover: ["days to cover", "", "asic_shorts"],
  revenueGrowth: ["growth of revenue", "%", "stock_fundamentals"],
  earningsGrowth: ["growth of earnings a share", "%", "stock_fundamentals"],
  netMargin: ["net margin", "%", "stock_fundamentals"],
  returnOnEquity: ["return on equity", "%", "stock_fundamentals"],
  cashMargin: ["free cash flow over revenue", "%", "stock_fundamentals"],
  debtToEbitda: ["net debt over EBITDA", "×", "stock_fundamentals"],
  priceToEarnings: ["price over earnings", "×", "stock_fundamentals"],
  dividendYield: ["dividends of twelve months over the price", "%", "stock_prices"],
  dividendCover: ["earnings over dividends of twelve months", "×", "stock_fundamentals"],
} as const satisfies Record<string, readonly [meaning: string, unit: string, source: string]>;

export type Figure = keyof typeof FIGURES;
export type Figures = Readonly<Record<Figure, number>>;

/** Inclusive bounds of a figure. */
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
  /** Core and trigger rules must pass; a stock that misses only the trigger is a setup. */
  readonly role: "core" | "trigger" | "further";
  readonly when: readonly Comparison[];
}

export const sourceOf = ({ when }: Rule) => FIGURES[when[0].figure][2];

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
  /** What a trend of the index means for the strategy. */
  readonly verdicts: Readonly<Record<"uptrend" | "neutral" | "downtrend", string>>;
}

const unitText = (unit: string) => (unit === "" || unit === "A$" ? "" : unit === "points" ? " points" : unit);

export function figureText(figure: Figure, value: number): string {
  const [, unit] = FIGURES[figure];
  const digits = value.toLocaleString("en-AU", { maximumFractionDigits: 2 });
  return `${unit === "A$" ? "A$" : ""}${digits}${unitText(unit)}`;
}

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
