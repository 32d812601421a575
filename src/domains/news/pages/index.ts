import { EditorialTakeSchema, GetEditorialTakeResponseSchema } from "../../../gen/shorts/v1alpha1/news_pb.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { jsonPage, type PageSet, pageSet } from "../../../snapshot/pages/page-set.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { ARTICLE_NUMBER_PAGES, ARTICLE_PAGES, MARKET_NEWS_PAGES, STOCK_NEWS_PAGES } from "./articles.ts";
import {
  headlineOf,
  REPORT_LIST_PAGES,
  REPORT_PAGES,
  REPORTS,
  type ReportFigures,
  summaryOf,
} from "./reports.ts";

const TAKES = "SELECT * FROM serve.editorial_takes ORDER BY published_at DESC, slug";

/** Stored but never shown: how a take was made and announced. */
const without = ["model", "tweet_published_at"];
const take = rowEncoder(EditorialTakeSchema, { without });
const answer = rowEncoder(EditorialTakeSchema, {
  without,
  field: GetEditorialTakeResponseSchema.field.take.number,
});

/** Every take by its slug. Element 0 is the whole response, element 1 the take for lists. */
const TAKE_PAGES = pageSet({
  name: "editorial_takes",
  queries: { takes: TAKES },
  documents: async function* (results) {
    for await (const rows of results.stretches<Row>("takes")) {
      for (const row of rows) {
        yield { key: row.slug as string, elements: [{ binary: answer(row) }, { binary: take(row) }] };
      }
    }
  },
});

/** JSON lists of slugs in response order: all takes under "", then those of each stock. */
const TAKE_LIST_PAGES = pageSet({
  name: "take_lists",
  queries: { takes: TAKES },
  documents: async function* (results) {
    const takes = await results.rows<{ slug: string; stock_code: string | null }>("takes");
    const ofStocks = takes.filter(({ stock_code }) => stock_code !== null);
    const lists = [["", takes] as const, ...Map.groupBy(ofStocks, ({ stock_code }) => stock_code!)];
    for (const [key, own] of lists)
      yield jsonPage(
        key,
        own.map(({ slug }) => slug),
      );
  },
});

export interface FeedItem {
  readonly kind: "take" | "report";
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Epoch milliseconds. */
  readonly publishedMs: number;
  /** "" if none is named. */
  readonly author: string;
}

/** Items of the feed: enough for a client that polls once a month. */
const FEED_ITEMS = 50;

const NEWEST_TAKES = `
SELECT
  slug, headline AS title, coalesce(standfirst, '') AS description, published_at AS "publishedMs",
  coalesce(byline, '') AS author
FROM serve.editorial_takes
ORDER BY published_at DESC, slug
LIMIT ${FEED_ITEMS}`;

/** The newest takes and reports together, newest first, as one JSON list. */
const FEED_PAGES = pageSet({
  name: "feed",
  queries: {
    newestTakes: NEWEST_TAKES,
    reports: `${REPORTS} ORDER BY reports.report_date DESC, slug DESC LIMIT ${FEED_ITEMS}`,
  },
  documents: async function* (results) {
    const takes = (await results.rows<Omit<FeedItem, "kind">>("newestTakes")).map((take): FeedItem => {
      return { kind: "take", ...take, publishedMs: Math.floor(take.publishedMs) };
    });
    const reports = (await results.rows<ReportFigures>("reports")).map(
      (row): FeedItem => ({
        kind: "report",
        slug: row.slug,
        title: headlineOf(row),
        description: summaryOf(row),
        publishedMs: Date.parse(row.report_date),
        author: "",
      }),
    );
    const items = [...takes, ...reports];
    items.sort((a, b) => b.publishedMs - a.publishedMs || (a.kind + a.slug < b.kind + b.slug ? -1 : 1));
    yield jsonPage("all", items.slice(0, FEED_ITEMS));
  },
});

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
