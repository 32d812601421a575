import type { Engine } from "../../../engine/engine.ts";
import { ExplorerService } from "../../../gen/terrace/v1/explorer_pb.ts";
import { type CachingOptions, cachedMethod } from "../../../rpc/cached-method.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { nearestNames } from "../../../runtime/nearest-names.ts";
import { rankStocksMessage, similarStocksMessage } from "./messages.ts";
import { rankStocksJob, similarStocksJob } from "./rules.ts";
import { stockExplorerOf } from "./stock-explorer.ts";

/** RankStocks and SimilarStocks: the ranking and comparing of suburbs over the columns of the screener. */
export function stockExplorerMethods(engine: Engine, options: CachingOptions): UnaryMethod[] {
  const { method } = ExplorerService;
  return [
    cachedMethod(engine, method.rankStocks, options, {
      queryOf: rankStocksJob,
      lookUp: async (view, job) => {
        const explorer = stockExplorerOf(view);
        return rankStocksMessage(explorer.index, job, explorer.rank(job));
      },
    }),
    cachedMethod(engine, method.similarStocks, options, {
      queryOf: similarStocksJob,
      lookUp: async (view, job) => {
        const explorer = stockExplorerOf(view);
        const answer = explorer.similar(job);
        if (answer === undefined) throw unknownStock(job.stockCode, explorer.index.codes);
        return similarStocksMessage(explorer.index, job, answer);
      },
    }),
  ];
}

function unknownStock(code: string, codes: readonly string[]): TerraceError {
  // Codes with the same first letter alone: a wrong code should not cost more than a right one.
  const alike = codes.filter((one) => one[0] === code[0]);
  const near = nearestNames(code, alike, 3);
  const hint = near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
  return new TerraceError(
    "not_found",
    `stock_code: ${quoted(code)} is not an ordinary line reported short within six months${hint}`,
  );
}
