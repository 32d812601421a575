import type { PageSet } from "../../../snapshot/pages/page-set.ts";
import { ARTICLE_NUMBER_PAGES, ARTICLE_PAGES, MARKET_NEWS_PAGES, STOCK_NEWS_PAGES } from "./articles.ts";
import { FEED_PAGES } from "./feed.ts";
import { REPORT_LIST_PAGES, REPORT_PAGES } from "./reports.ts";
import { TAKE_LIST_PAGES, TAKE_PAGES } from "./takes.ts";

export const NEWS_PAGES: readonly PageSet[] = [
  ARTICLE_PAGES,
  ARTICLE_NUMBER_PAGES,
  STOCK_NEWS_PAGES,
  MARKET_NEWS_PAGES,
  TAKE_PAGES,
  TAKE_LIST_PAGES,
  REPORT_PAGES,
  REPORT_LIST_PAGES,
  FEED_PAGES,
];
