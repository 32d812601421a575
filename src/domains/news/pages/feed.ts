import { pageSet } from "../../../snapshot/pages/page-set.ts";
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
SELECT slug, headline, coalesce(standfirst, '') AS standfirst, published_at, coalesce(byline, '') AS byline
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
    const items: FeedItem[] = [];
    for await (const rows of results.stretches<TakeRow>("newestTakes")) {
      for (const { slug, headline, standfirst, published_at, byline } of rows) {
        const publishedMs = Math.floor(published_at);
        items.push({
          kind: "take",
          slug,
          title: headline,
          description: standfirst,
          publishedMs,
          author: byline,
        });
      }
    }
    for await (const rows of results.stretches<ReportFigures>("reports")) {
      for (const row of rows) {
        items.push({
          kind: "report",
          slug: row.slug,
          title: headlineOf(row),
          description: summaryOf(row),
          publishedMs: Date.parse(row.report_date),
          author: "",
        });
      }
    }
    items.sort((a, b) => b.publishedMs - a.publishedMs || (a.kind + a.slug < b.kind + b.slug ? -1 : 1));
    yield { key: "all", elements: [{ binary: Buffer.from(JSON.stringify(items.slice(0, FEED_ITEMS))) }] };
  },
});

interface TakeRow {
  readonly slug: string;
  readonly headline: string;
  readonly standfirst: string;
  readonly published_at: number;
  readonly byline: string;
}
