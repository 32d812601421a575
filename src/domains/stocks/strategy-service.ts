import { create } from "@bufbuild/protobuf";
import { marketOf } from "../../engine/columns/market/market.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { StrategyService } from "../../gen/shorts/v1alpha1/strategy_pb.ts";
import { type CachingOptions, cachedMethods } from "../../rpc/cached-method.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { unknownCode } from "./queries/known-codes.ts";
import { requireCode } from "./rules.ts";
import { STRATEGIES } from "./strategies/declared.ts";
import { fitOf, picksOf, sortedPicks } from "./strategies/picks.ts";
import { regimeOf } from "./strategies/regime.ts";
import type { Strategy } from "./strategies/strategy.ts";
import { type Candidate, universeOf } from "./strategies/universe.ts";
import { pickMessage, regimeMessage, resultMessage, strategyMessage } from "./strategy-messages.ts";
import { picksQuery } from "./strategy-rules.ts";

/** The methods of StrategyService: declared rules over the columns of the market. */
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
      const universe = universeOf(view);
      const { candidates, fundamentals, regime } = universe;
      const own = picksOf(view, strategy).filter(
        ({ status, candidate }) =>
          (query.status === "" || status === query.status) &&
          (!query.requireFundamentals || hasGrowth(candidate)),
      );
      const picks = query.sortBy === "" ? own : sortedPicks(own, query.sortBy);
      const market = marketOf(view);
      return create(output, {
        strategy: strategyMessage(strategy),
        regime: regimeMessage(regime, strategy.verdicts),
        picks: picks
          .slice(query.offset, query.offset + query.limit)
          .map((pick) => pickMessage(market, universe, pick)),
        totalCount: picks.length,
        universeCount: candidates.length,
        fundamentalsCoverageCount: candidates.filter(hasGrowth).length,
        asOf: newestSession(view),
        fundamentalsRowsCount: candidates.filter(
          ({ number }) => fundamentals.numbers("has_periods").at(number) === 1,
        ).length,
      });
    }),
    pinnedMethod(engine, method.getStockStrategyFit, (view, request) => {
      const code = requireCode(request.stockCode, "stock_code");
      const number = marketOf(view).securities.numberOf(code);
      if (number === undefined) throw unknownCode(view, code, "stock_code", "nothing");
      const { candidates, regime } = universeOf(view);
      const candidate = candidates.find((one) => one.number === number);
      return create(method.getStockStrategyFit.output, {
        stockCode: code,
        asOf: newestSession(view),
        regime: regimeMessage(regime),
        fits:
          candidate === undefined
            ? []
            : STRATEGIES.map((strategy) => {
                const fit = fitOf(strategy, candidate);
                const picks = picksOf(view, strategy);
                return {
                  strategyId: strategy.id,
                  strategyName: strategy.name,
                  status: fit.status,
                  score: fit.status === "none" ? 0 : fit.score,
                  rank: picks.find((pick) => pick.candidate === candidate)?.rank ?? 0,
                  totalCount: picks.length,
                  rules: fit.results.map(resultMessage),
                };
              }),
        inUniverse: candidate !== undefined,
      });
    }),
  ];
}

function hasGrowth({ figures }: Candidate): boolean {
  return !Number.isNaN(figures.revenueGrowth) || !Number.isNaN(figures.earningsGrowth);
}

function newestSession(view: SnapshotView): string {
  const day = marketOf(view).prices.newestDay();
  return day === undefined ? "" : dateOfDay(day);
}
