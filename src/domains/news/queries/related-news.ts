import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import type { RelatedNewsQuery } from "../rules.ts";
import { newestNumber } from "./news-lists.ts";

/** The page of an article by its number; its first element is the article. */
export function articlePage(view: SnapshotView, number: number): Page {
  return view.pages.find("news_articles", String(number))!;
}

/** The articles nearest to the anchor, as pages whose first element is the article. */
export function relatedNews(view: SnapshotView, { stockCode, articleId, limit }: RelatedNewsQuery): Page[] {
  const anchor = articleId === "" ? newestNumber(view, stockCode) : numberOf(view, articleId);
  if (anchor === undefined) return [];
  const neighbours = Buffer.from(articlePage(view, anchor).binary(1));
  const count = Math.min(limit, neighbours.byteLength / 4);
  return Array.from({ length: count }, (_, i) => articlePage(view, neighbours.readUInt32LE(4 * i)));
}

/** The number of an article by its id. */
export function numberOf(view: SnapshotView, id: string): number | undefined {
  const page = view.pages.find("news_numbers", id);
  return page === undefined ? undefined : Number(page.text(0));
}
