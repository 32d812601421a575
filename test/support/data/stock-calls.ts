import { MARKET_AGGREGATES } from "../../../src/domains/market/aggregates/index.ts";
import { MARKET_PAGES } from "../../../src/domains/market/pages.ts";
import { NEWS_ARTICLE_TABLE } from "../../../src/domains/news/aggregates/news-articles.ts";
import { STOCK_AGGREGATES } from "../../../src/domains/stocks/aggregates/index.ts";
import { STOCK_PAGES } from "../../../src/domains/stocks/pages/index.ts";
import { stockMethods } from "../../../src/domains/stocks/service.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { SnapshotSource } from "../../../src/snapshot/manifest/manifest.ts";
import { engineOver, type Json, methodCalls, type Tables } from "./method-calls.ts";

export type { Json };

function stockEngine(tables: Tables, sources: readonly SnapshotSource[] = []): Promise<Engine> {
  const aggregates = [...MARKET_AGGREGATES, NEWS_ARTICLE_TABLE, ...STOCK_AGGREGATES];
  return engineOver(tables, aggregates, [...MARKET_PAGES, ...STOCK_PAGES], sources);
}

export const stockCalls = (engine: Engine, now?: Date) => methodCalls(engine, stockMethods, now && { now });

export const stockCallsOver = async (
  tables: Tables,
  { sources, now }: { sources?: readonly SnapshotSource[]; now?: Date } = {},
) => stockCalls(await stockEngine(tables, sources), now);
