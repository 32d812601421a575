import { create } from "@bufbuild/protobuf";
import { marketOf } from "../../engine/columns/market/market.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { StrategyService } from "../../gen/shorts/v1alpha1/strategy_pb.ts";
import { type CachingOptions, cachedMethods } from "../../rpc/cached-method.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { identity } from "../market/stock-message.ts";
import { unknownCode } from "./queries/known-codes.ts";
import { picksQuery, requireCode } from "./rules.ts";
import { STRATEGIES } from "./strategies/declared.ts";
import { fitOf, type Pick, picksOf, type Result, sortedPicks } from "./strategies/picks.ts";
import { evaluationText, type Strategy, sourceOf } from "./strategies/strategy.ts";
import {
  type Candidate,
  fundamentalsOf,
  notMeaningful,
  type Regime,
  regimeOf,
  universeOf,
} from "./strategies/universe.ts";

export function strategyMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = StrategyService;
  return [
    pinnedMethod(engine, method.listStrategies, (view) =>
      create(method.listStrategies.output, {
        strategies: STRATEGIES.map(strategyMessage),
        regime: regimeMessage(regimeOf(view)),
      }),
    ),
    cachedMethods(engine, options)(method.getStrategyPicks, picksQuery, (view, query, output) => {
      const strategy = STRATEGIES.find(({ id }) => id === query.strategyId) as Strategy;
      const candidates = universeOf(view);
      const own = picksOf(view, strategy).filter(
        ({ status, candidate }) =>
          (query.status === "" || status === query.status) &&
          (!query.requireFundamentals || hasGrowth(candidate)),
      );
      const picks = query.sortBy === "" ? own : sortedPicks(own, query.sortBy);
      return create(output, {
        strategy: strategyMessage(strategy),
        regime: regimeMessage(regimeOf(view), strategy.verdicts),
        picks: picks.slice(query.offset, query.offset + query.limit).map((pick) => pickMessage(view, pick)),
        totalCount: picks.length,
        universeCount: candidates.length,
        fundamentalsCoverageCount: candidates.filter(hasGrowth).length,
        asOf: newestSession(view),
        fundamentalsRowsCount: candidates.filter(({ number }) => hasPeriods(view, number)).length,
      });
    }),
    pinnedMethod(engine, method.getStockStrategyFit, (view, request) => {
      const code = requireCode(request.stockCode, "stock_code");
      const number = marketOf(view).securities.numberOf(code);
      if (number === undefined) throw unknownCode(view, code, "stock_code", "nothing");
      const candidate = universeOf(view).find((one) => one.number === number);
      return create(method.getStockStrategyFit.output, {
        stockCode: code,
        asOf: newestSession(view),
        regime: regimeMessage(regimeOf(view)),
        fits:
          candidate === undefined ? [] : STRATEGIES.map((strategy) => fitMessage(view, strategy, candidate)),
        inUniverse: candidate !== undefined,
      });
    }),
  ];
}

function fitMessage(view: SnapshotView, strategy: Strategy, candidate: Candidate) {
  const { status, score, results } = fitOf(strategy, candidate);
  const picks = picksOf(view, strategy);
  return {
    strategyId: strategy.id,
    strategyName: strategy.name,
    status,
    score: status === "none" ? 0 : score,
    rank: picks.find((pick) => pick.candidate === candidate)?.rank ?? 0,
    totalCount: picks.length,
    rules: results.map(resultMessage),
  };
}

function hasGrowth({ figures }: Candidate): boolean {
  return !Number.isNaN(figures.revenueGrowth) || !Number.isNaN(figures.earningsGrowth);
}

function hasPeriods(view: SnapshotView, number: number): boolean {
  return fundamentalsOf(view).numbers("has_periods").at(number) === 1;
}

function newestSession(view: SnapshotView): string {
  const day = marketOf(view).prices.newestDay();
  return day === undefined ? "" : dateOfDay(day);
}

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

function strategyMessage(strategy: Strategy) {
  const { id, name, tagline, rules } = strategy;
  return {
    id,
    name,
    tagline,
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

function regimeMessage({ returnUntil: _, ...figures }: Regime, verdicts = NEUTRAL_VERDICTS) {
  return { ...figures, verdict: figures.regime === "" ? "" : verdicts[figures.regime] };
}

/** Values with their flags; 0 and false for NaN. */
function flagged(values: Readonly<Record<string, readonly [flag: string, value: number]>>) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, [flag, value]]) => [
      [name, value || 0],
      [flag, !Number.isNaN(value)],
    ]),
  );
}

function resultMessage({ value, ...result }: Result) {
  return { ...result, ...flagged({ value: ["hasValue", value] }) };
}

function pickMessage(view: SnapshotView, { candidate, results, status, score, rank }: Pick) {
  const { figures, number } = candidate;
  const market = marketOf(view);
  const fundamentals = fundamentalsMessage(view, candidate);
  return {
    rank,
    status,
    score,
    ...identity(market, number, market.newestRow(number)),
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

function fundamentalsMessage(view: SnapshotView, candidate: Candidate) {
  const fundamentals = fundamentalsOf(view);
  const { figures, number, isFinancial } = candidate;
  if (!hasPeriods(view, number)) return undefined;
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
    notMeaningful: notMeaningful(view, candidate),
  };
}
