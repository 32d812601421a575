import type { Engine } from "../../../engine/engine.ts";
import {
  ExplorerService,
  type RankStocksRequest,
  type SimilarStocksRequest,
} from "../../../gen/terrace/v1/explorer_pb.ts";
import { type CachingOptions, cachedMethod } from "../../../rpc/cached-method.ts";
import { quoted, requireText } from "../../../rpc/request-rules.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { nearCodes } from "../../../runtime/nearest-names.ts";
import { stockCodeOf } from "../../market/rules.ts";
import { requireExpression, type Vocabulary } from "../expression-rules.ts";
import { rankFields, shortMessage, similarFields } from "../messages.ts";
import type { ScoreJob } from "../queries/row-explorer.ts";
import { rankedCount, requireCompared, requireWeights, similarCount } from "../rules.ts";
import { type SimilarStocksJob, type StockIndex, stockExplorerOf } from "./stock-explorer.ts";
import { DEFAULT_COMPARED_COLUMNS, STOCK_METRICS } from "./stock-metrics.ts";

/** RankStocks and SimilarStocks: ranking and similarity over the columns of the screener. */
export function stockExplorerMethods(engine: Engine, options: CachingOptions): UnaryMethod[] {
  const { method } = ExplorerService;
  return [
    cachedMethod(engine, method.rankStocks, options, {
      queryOf: rankStocksJob,
      lookUp: async (view, job) => {
        const explorer = stockExplorerOf(view);
        const fields = rankFields(STOCK_METRICS.keys, job, explorer.rank(job), fieldsIn(explorer.index));
        return shortMessage(method.rankStocks.output, fields);
      },
    }),
    cachedMethod(engine, method.similarStocks, options, {
      queryOf: similarStocksJob,
      lookUp: async (view, job) => {
        const explorer = stockExplorerOf(view);
        const answer = explorer.similar(job);
        if (answer === undefined) throw unknownStock(job.stockCode, explorer.index.codes);
        const fields = similarFields(STOCK_METRICS.keys, job, answer, fieldsIn(explorer.index));
        return shortMessage(method.similarStocks.output, fields);
      },
    }),
  ];
}

function unknownStock(code: string, codes: readonly string[]): TerraceError {
  const what = `${quoted(code)} is not an ordinary line reported short within six months`;
  return new TerraceError("not_found", `stock_code: ${what}${nearCodes(code, codes)}`);
}

const STOCKS: Vocabulary = { registry: STOCK_METRICS, hasStates: false };

/** A filter, 1 to 32 weighted columns; 20 rows by default, at most 200. */
function rankStocksJob({ filter, weights, k }: RankStocksRequest): ScoreJob {
  return {
    weights: requireWeights(weights, STOCK_METRICS),
    filter: requireExpression(filter, "filter", STOCKS),
    k: rankedCount(k),
  };
}

/** A stock, up to 32 columns (default DEFAULT_COMPARED_COLUMNS), a filter; 10 rows unless up to 100. */
function similarStocksJob(request: SimilarStocksRequest): SimilarStocksJob {
  const code = requireText(request.stockCode, "stock_code", "upper");
  const keys = request.metricKeys.length === 0 ? DEFAULT_COMPARED_COLUMNS : request.metricKeys;
  return {
    stockCode: stockCodeOf(code, "stock_code"),
    metrics: requireCompared(keys, STOCK_METRICS),
    filter: requireExpression(request.filter, "filter", STOCKS),
    k: similarCount(request.k),
  };
}

const fieldsIn =
  ({ codes, names, industries }: StockIndex) =>
  (position: number) => ({
    stockCode: codes[position],
    companyName: names[position],
    industry: industries[position],
  });
