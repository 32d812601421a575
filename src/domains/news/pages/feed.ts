import { jsonPage, pageSet } from "../../../snapshot/pages/page-set.ts";
import { headlineOf, type ReportFigures, summaryOf } from "./report-sentences.ts";
import { REPORTS } from "./reports.ts";

/** What the feed tells of a take or a report. */
export interface FeedItem {
  readonly kind: "take" | "report";
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Epoch milliseconds. */
  readonly publishedMs: number;
  /** "" where nobody is named. */
  readonly author: string;
}

/** Items of the feed: enough for a reader that looks once a month. */
const FEED_ITEMS = 50;

const NEWEST_TAKES = `
SELECT
  slug, headline AS title, coalesce(standfirst, '') AS description, published_at AS "publishedMs",
  coalesce(byline, '') AS author
FROM serve.editorial_takes
ORDER BY published_at DESC, slug
LIMIT ${FEED_ITEMS}`;

/** The newest takes and reports together, newest first, as one JSON list. */
export const FEED_PAGES = pageSet({
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
