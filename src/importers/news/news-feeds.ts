import { SENTIMENTS } from "../../dataset/tables/published/news.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { uuidOf } from "../../runtime/uuid-of.ts";
import { type Importer, type ImportRow, type RowsPart, rowsTo, UNDATED } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dateOfText } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";
import { type FeedEntry, isJsonFeed, isXmlFeed, readFeed } from "./feed-items.ts";
import { plainLink, textOfMarkup } from "./plain-text.ts";

/** Articles belong to their outlets; only the operator knows what was agreed. */
const NEWS_FEED_SOURCE = sourceFacts({
  id: "news-feeds",
  publisher: "the operator's news feeds",
  title: "News articles",
  licence: "operator-agreement",
  licenceClass: "unstated",
  attribution: "Headlines by agreement with their outlets",
});

const HEADLINE_CHARACTERS = 300;
const SUMMARY_CHARACTERS = 500;
const MAX_TAGS = 5;
const TAG_CHARACTERS = 40;

export const NEWS_FEEDS: Importer<RowsPart> = {
  id: "news-feeds",
  title: "News feeds (RSS, Atom, JSON)",
  mayLackLineEnd: true,
  sources: [NEWS_FEED_SOURCE],
  recognise(file) {
    if (isJsonFeed(file)) return { confidence: 90, what: "JSON feed of news" };
    return isXmlFeed(file) ? { confidence: 85, what: "RSS or Atom feed of news" } : undefined;
  },
  read: readNews,
  explain: () => [
    "item to news_articles: title, link, date, summary (500 characters, no markup), tags, picture",
    "stock_code: `_terrace.stock_code` of a JSON feed, else a tag or words such as ASX:ABC; an item without is refused",
    "source: the host of the feed's site; links that are not http or https are refused",
  ],
  combine: rowsTo("news_articles", NEWS_FEED_SOURCE),
};

function readNews(file: ImportFile) {
  const { site, entries } = readFeed(file);
  const tally = new RejectTally();
  const rows = new Map<string, ImportRow>();
  let newest = UNDATED;
  for (const [i, entry] of entries.entries()) {
    const row = articleRow(entry, site, (rule, reason) => tally.reject(rule, i + 1, reason));
    if (row === undefined) continue;
    const { id, published_at } = row as { id: string; published_at: string };
    if (rows.has(id)) tally.reject("link twice", i + 1, `${row.url} occurs twice`);
    else rows.set(id, row);
    if (published_at.slice(0, 10) > newest) newest = published_at.slice(0, 10);
  }
  if (rows.size === 0) file.refuse(`none of its ${entries.length} items can be used`);
  return tally.reading({
    part: { rows: [...rows.values()] },
    rowsRead: entries.length,
    rowsUsed: rows.size,
    vintage: newest,
  });
}

function articleRow(entry: FeedEntry, site: string, reject: (rule: string, reason: string) => void) {
  const headline = cut(textOfMarkup(entry.title), HEADLINE_CHARACTERS);
  if (headline === "") return void reject("no title", "an item has no title");
  const url = plainLink(entry.link);
  if (url === undefined) return void reject("no link", `link ${JSON.stringify(entry.link.slice(0, 80))}`);
  const publishedAt = instantOf(entry.published.trim());
  if (publishedAt === undefined)
    return void reject("no date", `date ${JSON.stringify(entry.published.slice(0, 40))}`);
  const stockCode = stockOf(entry);
  if (stockCode === undefined)
    return void reject("no stock", `${JSON.stringify(headline.slice(0, 80))} names no stock`);
  const { sentiment, relevance_score, is_price_sensitive } = entry.own;
  const tags = entry.tags
    .map((tag) => cut(textOfMarkup(tag), TAG_CHARACTERS))
    .filter((tag) => tag !== "" && !CODE.test(tag));
  return {
    id: uuidOf(`${stockCode} ${url}`),
    stock_code: stockCode,
    source: outletOf(plainLink(site) ?? url),
    headline,
    url,
    published_at: publishedAt,
    sentiment: (SENTIMENTS as readonly unknown[]).includes(sentiment) ? (sentiment as string) : null,
    relevance_score:
      typeof relevance_score === "number" && relevance_score >= 0 && relevance_score <= 1
        ? relevance_score
        : 0,
    is_price_sensitive: is_price_sensitive === true,
    summary: cut(textOfMarkup(entry.summary), SUMMARY_CHARACTERS) || null,
    tags: JSON.stringify([...new Set(tags)].slice(0, MAX_TAGS)),
    image_url: plainLink(entry.image) ?? null,
    source_licence: NEWS_FEED_SOURCE.licence,
  };
}

/** Matches a four-digit year, or the two digits of old feeds as in `05 Nov 26 23:10`. */
const HAS_YEAR = /\b(?:19|20|21)\d\d\b|^(?:[a-z]+,?\s*)?\d{1,2}\s+[a-z]{3}\s+\d\d\s+\d\d:\d\d/i;

/** Instant of a feed's date. Date.parse alone accepts even "Item 5" (May 2001). */
function instantOf(text: string): string | undefined {
  const ms = HAS_YEAR.test(text) && isRealDay(text) ? Date.parse(text) : Number.NaN;
  const isKnown = ms >= Date.UTC(1970, 0) && ms < Date.UTC(2200, 0);
  return isKnown ? `${new Date(ms).toISOString().slice(0, 19)}Z` : undefined;
}

/** False when a date names a day that does not exist: Date.parse would take 31 February as March. */
function isRealDay(text: string): boolean {
  const numbers = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (numbers !== undefined) return dayNumberOf(numbers) !== undefined;
  const [, day, month, year] =
    /^(?:[a-z]+,?\s*)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4}|\d\d)\b/i.exec(text) ?? [];
  return day === undefined || dateOfText(`${day}-${month}-${year.padStart(4, "20")}`) !== undefined;
}

const CODE = /\bASX\s?:\s?([A-Z0-9]{3,6})\b/;

/** The stock code in `_terrace`, else the first `ASX:` code in tags, title or summary. */
function stockOf({ own, tags, title, summary }: FeedEntry): string | undefined {
  const named = own.stock_code;
  if (typeof named === "string" && /^[A-Z0-9]{3,6}$/.test(named)) return named;
  for (const text of [...tags, title, summary]) {
    const code = CODE.exec(text)?.[1];
    if (code !== undefined) return code;
  }
  return undefined;
}

function outletOf(link: string): string {
  return new URL(link).hostname.replace(/^www\./, "").slice(0, 60);
}

/** Truncates to `most` characters with an ellipsis, without splitting surrogate pairs. */
function cut(text: string, most: number): string {
  const characters = [...text.slice(0, 2 * most)];
  return characters.length <= most
    ? text.slice(0, 2 * most)
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
