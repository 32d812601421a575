import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Market } from "../../engine/columns/market/market.ts";
import type {
  MarketRegimeSchema,
  PickFundamentalsSchema,
  RuleResultSchema,
  StrategyPickSchema,
  StrategySchema,
} from "../../gen/shorts/v1alpha1/strategy_pb.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import type { Pick, Result } from "./strategies/picks.ts";
import type { Regime } from "./strategies/regime.ts";
import { evaluationText, type Strategy, sourceOf } from "./strategies/strategy.ts";
import { type Candidate, notMeaningful, type Universe } from "./strategies/universe.ts";

const UNIVERSE = "ordinary lines with a median turnover of A$250,000 or more over 50 sessions";
const ADVICE = "Not financial advice: rules are tested by a program over published figures.";
const SOURCES = {
  stock_fundamentals: "Reported periods of the companies",
  stock_prices: "Prices by session",
  index_prices: "Levels of the market's widest price index",
  asic_shorts: "Reported short positions",
} as const;
const NEUTRAL_VERDICTS: Strategy["verdicts"] = {
  uptrend: "The index is above its means of 50 and 200 sessions.",
  neutral: "The index is between its means, or they disagree.",
  downtrend: "The index is below its means of 50 and 200 sessions.",
};

export function strategyMessage(strategy: Strategy): MessageInitShape<typeof StrategySchema> {
  const { id, name, tagline, rules } = strategy;
  return {
    ...{ id, name, tagline },
    author: "Terrace",
    descriptionParagraphs: [...strategy.paragraphs],
    rules: rules.map((rule) => ({
      id: rule.id,
      title: rule.title,
      ruleText: rule.text,
      evaluation: evaluationText(rule),
      core: rule.role !== "further",
      dataSource: sourceOf(rule),
    })),
    metadata: {
      style: strategy.style,
      holdingPeriod: strategy.holdingPeriod,
      riskPosture: strategy.riskPosture,
      universe: UNIVERSE,
      refreshCadence: "with each snapshot",
      ruleCount: rules.length,
    },
    caveats: [ADVICE, ...strategy.caveats],
    sources: [...new Set(rules.map((rule) => SOURCES[sourceOf(rule)]))],
  };
}

export function regimeMessage(
  regime: Regime,
  verdicts: Strategy["verdicts"] = NEUTRAL_VERDICTS,
): MessageInitShape<typeof MarketRegimeSchema> {
  const { returnUntil: _, ...figures } = regime;
  return { ...figures, verdict: regime.regime === "" ? "" : verdicts[regime.regime] };
}

/** Values that may be unknown, with their flags. */
function flagged<Names extends string>(
  values: Readonly<Record<Names, readonly [flag: string, value: number]>>,
) {
  return Object.fromEntries(
    (Object.entries(values) as [string, readonly [string, number]][]).flatMap(([name, [flag, value]]) => [
      [name, value || 0],
      [flag, !Number.isNaN(value)],
    ]),
  );
}

export function resultMessage({
  ruleId,
  status,
  detail,
  value,
}: Result): MessageInitShape<typeof RuleResultSchema> {
  return { ruleId, status, detail, ...flagged({ value: ["hasValue", value] }) };
}

export function pickMessage(
  market: Market,
  universe: Universe,
  { candidate, results, status, score, rank }: Pick,
): MessageInitShape<typeof StrategyPickSchema> {
  const { figures, number } = candidate;
  const security = market.securities.all[number];
  const fundamentals = fundamentalsMessage(universe, candidate);
  return {
    ...{ rank, status, score },
    stockCode: security.code,
    companyName: market.nameOf(number, market.newestRow(number)),
    industry: security.industry,
    logoUrl: security.logoUrl,
    rules: results.map(resultMessage),
    asOf: dateOfDay(candidate.day),
    pctOff52wHigh: figures.offHigh,
    volumeRatio50d: figures.volumeRatio || 0,
    baseDepthPct: figures.baseDepth || 0,
    baseLengthDays: figures.baseLength || 0,
    pivot: candidate.pivot || 0,
    ...flagged({
      close: ["hasClose", candidate.close],
      revenueYoyPct: ["hasRevenueYoy", figures.revenueGrowth],
      epsYoyPct: ["hasEpsYoy", figures.earningsGrowth],
      rs3mPct: ["hasRs3mPct", figures.relativeStrength],
      shortPct: ["hasShortPct", figures.shortPercent],
      marketCap: ["hasMarketCap", candidate.marketCap],
    }),
    ...(fundamentals === undefined ? {} : { fundamentals }),
  };
}

function fundamentalsMessage(
  universe: Universe,
  candidate: Candidate,
): MessageInitShape<typeof PickFundamentalsSchema> | undefined {
  const { fundamentals } = universe;
  const { figures, number, isFinancial } = candidate;
  if (fundamentals.numbers("has_periods").at(number) !== 1) return undefined;
  const text = (name: string) => fundamentals.texts(name)[number];
  return {
    revenueBasisPeriodType: text("revenue_basis"),
    revenuePeriodEnd: text("revenue_end"),
    revenueBasisSource: text("revenue_source"),
    epsBasisPeriodType: text("eps_basis"),
    epsPeriodEnd: text("eps_end"),
    epsBasisSource: text("eps_source"),
    currency: text("currency"),
    fetchedAt: text("fetched_at"),
    ...flagged({
      netMarginPct: ["hasNetMarginPct", figures.netMargin],
      roePct: ["hasRoePct", figures.returnOnEquity],
      fcfMarginPct: ["hasFcfMarginPct", figures.cashMargin],
      netDebtToEbitda: ["hasNetDebtToEbitda", figures.debtToEbitda],
      peRatio: ["hasPeRatio", figures.priceToEarnings],
    }),
    isFinancial,
    netIncomePositive: fundamentals.numbers("net_income_positive").at(number) === 1,
    notMeaningful: notMeaningful(universe, candidate),
  };
}
