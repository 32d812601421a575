import {
  type RankStocksResponse,
  RankStocksResponseSchema,
  type SimilarStocksResponse,
  SimilarStocksResponseSchema,
} from "../../../gen/terrace/v1/explorer_pb.ts";
import { contributionFields, distanceFields, shortMessage } from "../messages.ts";
import type { RankAnswer, ScoreJob, SimilarAnswer } from "../queries/explorer-jobs.ts";
import type { StockIndex } from "./stock-columns.ts";
import type { SimilarStocksJob } from "./stock-explorer.ts";
import { STOCK_METRICS } from "./stock-metrics.ts";

export function rankStocksMessage(index: StockIndex, job: ScoreJob, answer: RankAnswer): RankStocksResponse {
  return shortMessage(RankStocksResponseSchema, {
    candidateCount: answer.candidateCount,
    excludedCount: answer.excludedCount,
    appliedK: job.k,
    rows: answer.rows.map(({ position, score, contributions }, i) => ({
      rank: i + 1,
      ...stockFields(index, position),
      score,
      contributions: contributionFields(STOCK_METRICS.keys, job, contributions),
    })),
  });
}

export function similarStocksMessage(
  index: StockIndex,
  job: SimilarStocksJob,
  answer: SimilarAnswer,
): SimilarStocksResponse {
  const metricKeys = answer.comparedMetrics.map((metric) => STOCK_METRICS.keys[metric]);
  return shortMessage(SimilarStocksResponseSchema, {
    candidateCount: answer.candidateCount,
    excludedCount: answer.excludedCount,
    appliedK: job.k,
    metricKeys,
    ignoredMetricKeys: answer.ignoredMetrics.map((metric) => STOCK_METRICS.keys[metric]),
    rows: answer.rows.map(({ position, distance, differences }) => ({
      ...stockFields(index, position),
      ...distanceFields(metricKeys, distance, differences),
    })),
  });
}

function stockFields({ codes, names, industries }: StockIndex, position: number) {
  return { stockCode: codes[position], companyName: names[position], industry: industries[position] };
}
