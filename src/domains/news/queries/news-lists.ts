import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { marketNewsKey, type StockNewsFacets } from "../pages/articles.ts";
import type { MarketNewsQuery, RelatedNewsQuery, StockNewsQuery } from "../rules.ts";

const NOTHING = { page: undefined, places: [], totalCount: 0 };

/** The newest matching articles of a stock, as element indices of a page, and how many match in all. */
export function stockNews(view: SnapshotView, query: StockNewsQuery) {
  const page = view.pages.find("stock_news", query.stockCode);
  if (page === undefined) return NOTHING;
  if (query.source === "" && query.sentiment === "") return firstOf(page, page.count - 1, query.limit);
  const { sources, sentiments } = page.json<StockNewsFacets>(0);
  const places: number[] = [];
  let totalCount = 0;
  for (let i = 0; i < sources.length; i++) {
    if (query.source !== "" && sources[i] !== query.source) continue;
    if (query.sentiment !== "" && sentiments[i] !== query.sentiment) continue;
    // Element 0 has the facets.
    if (totalCount++ < query.limit) places.push(i + 1);
  }
  return { page, places, totalCount };
}

/** Like stockNews, for all stocks. */
export function marketNews(view: SnapshotView, query: MarketNewsQuery) {
  const page = view.pages.find("market_news", marketNewsKey(query));
  if (page === undefined) return NOTHING;
  return firstOf(page, Number(page.text(0)), query.limit);
}

function firstOf(page: Page, totalCount: number, limit: number) {
  const length = Math.min(page.count - 1, limit);
  return { page, places: Array.from({ length }, (_, i) => i + 1), totalCount };
}

/** The page of an article by its number; element 0 is the article. */
export function articlePage(view: SnapshotView, number: number): Page {
  return view.pages.find("news_articles", String(number))!;
}

/** The pages of the articles nearest to the anchor; their element 0 is the article. */
export function relatedNews(view: SnapshotView, { stockCode, articleId, limit }: RelatedNewsQuery): Page[] {
  const anchor =
    articleId === ""
      ? view.pages.find("stock_news", stockCode)?.json<StockNewsFacets>(0).newest
      : numberOf(view, articleId);
  if (anchor === undefined) return [];
  const neighbours = Buffer.from(articlePage(view, anchor).binary(1));
  const count = Math.min(limit, neighbours.byteLength / 4);
  return Array.from({ length: count }, (_, i) => articlePage(view, neighbours.readUInt32LE(4 * i)));
}

export function numberOf(view: SnapshotView, id: string): number | undefined {
  const page = view.pages.find("news_numbers", id);
  return page === undefined ? undefined : Number(page.text(0));
}
