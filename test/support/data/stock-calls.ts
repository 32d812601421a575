import type { DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import { MARKET_AGGREGATES } from "../../../src/domains/market/aggregates/index.ts";
import { MARKET_PAGES } from "../../../src/domains/market/pages.ts";
import { NEWS_ARTICLE_TABLE } from "../../../src/domains/news/aggregates/news-articles.ts";
import { STOCK_AGGREGATES } from "../../../src/domains/stocks/aggregates/index.ts";
import { STOCK_PAGES } from "../../../src/domains/stocks/pages/index.ts";
import { stockMethods } from "../../../src/domains/stocks/service.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { isTerraceError } from "../../../src/runtime/errors.ts";
import type { SnapshotSource } from "../../../src/snapshot/manifest/manifest.ts";
import { emptyDatasetDatabase, insertRows, type PartialRow, TEST_AS_OF } from "./build-db.ts";
import { ALL_ON, answerOf, jsonOf } from "./method-calls.ts";
import { serveAggregates } from "./serve-aggregates.ts";

export type Tables = Readonly<Record<string, readonly PartialRow[]>>;
// biome-ignore lint/suspicious/noExplicitAny: answers are compared with plain objects.
export type Json = Record<string, any>;

/** An engine over hand-made rows of the tables named, with every other table empty. */
export async function stockEngine(tables: Tables, sources: readonly SnapshotSource[] = []): Promise<Engine> {
  const db = await emptyDatasetDatabase();
  for (const [table, rows] of Object.entries(tables)) await insertRows(db, table, rows);
  const aggregates = [...MARKET_AGGREGATES, NEWS_ARTICLE_TABLE, ...STOCK_AGGREGATES];
  return new Engine(await serveAggregates(db, aggregates, [...MARKET_PAGES, ...STOCK_PAGES], sources));
}

/** Calls of StockService over an engine; binary form and message of every answer must say what its JSON says. */
export function stockCalls(engine: Engine, now: Date = TEST_AS_OF) {
  const methods = stockMethods(engine, { now: () => now, switches: () => ALL_ON });
  async function call<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]>,
  ): Promise<Json> {
    return jsonOf(method, await answerOf(methods, method, request));
  }
  async function refusal<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]>,
    code: "invalid_argument" | "not_found" = "invalid_argument",
  ): Promise<string> {
    const error: unknown = await call(method, request).then(
      (answer) => new Error(`answered ${JSON.stringify(answer)}`),
      (cause: unknown) => cause,
    );
    if (!isTerraceError(error, code)) throw error;
    return error.message;
  }
  return { call, refusal };
}
