import type { RankStocksRequest, SimilarStocksRequest } from "../../../gen/terrace/v1/explorer_pb.ts";
import { requireText } from "../../../rpc/request-rules.ts";
import { stockCodeOf } from "../../market/rules.ts";
import { requireExpression, type Vocabulary } from "../expression-rules.ts";
import type { ScoreJob } from "../queries/explorer-jobs.ts";
import { rankedCount, requireCompared, requireWeights, similarCount } from "../rules.ts";
import type { SimilarStocksJob } from "./stock-explorer.ts";
import { DEFAULT_COMPARED_COLUMNS, STOCK_METRICS } from "./stock-metrics.ts";

const STOCKS: Vocabulary = { registry: STOCK_METRICS, hasStates: false };

/** A filter, 1 to 32 weighted columns, and 20 rows unless up to 200 are asked for. */
export function rankStocksJob({ filter, weights, k }: RankStocksRequest): ScoreJob {
  return {
    weights: requireWeights(weights, STOCK_METRICS),
    filter: requireExpression(filter, "filter", STOCKS),
    k: rankedCount(k),
  };
}

/** A stock, up to 32 columns to compare or the usual six, a filter, and 10 rows unless up to 100 are asked for. */
export function similarStocksJob(request: SimilarStocksRequest): SimilarStocksJob {
  const code = requireText(request.stockCode, "stock_code", "upper");
  const keys = request.metricKeys.length === 0 ? DEFAULT_COMPARED_COLUMNS : request.metricKeys;
  return {
    stockCode: stockCodeOf(code, "stock_code"),
    metrics: requireCompared(keys, STOCK_METRICS),
    filter: requireExpression(request.filter, "filter", STOCKS),
    k: similarCount(request.k),
  };
}
