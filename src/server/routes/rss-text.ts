import type { FeedItem } from "../../domains/news/pages/feed.ts";
import { element, escaped } from "../wire/http/xml-text.ts";

/** Where the feed's links lead, and what it says of itself. */
export interface FeedChannel {
  /** Address of the site, without a slash at its end. */
  readonly webUrl: string;
  /** When its newest item was published; also its date when it has none. */
  readonly updatedMs: number;
  /** True when the snapshot's data is invented. */
  readonly synthetic: boolean;
}

const NAME = "Terrace";

/** An RSS 2.0 document. The same items and channel give the same text. */
export function rssText(items: readonly FeedItem[], { webUrl, updatedMs, synthetic }: FeedChannel): string {
  const title = synthetic ? `${NAME} (synthetic data)` : NAME;
  const self = `${webUrl}/feed.xml`;
  const link = `${webUrl}/blog`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
${element("title", title)}
${element("link", link)}
${element("description", "Editorial takes and reports on short positions.")}
<language>en-AU</language>
${element("lastBuildDate", new Date(updatedMs).toUTCString())}
<atom:link href="${escaped(self)}" rel="self" type="application/rss+xml"/>
<image>
${element("url", `${webUrl}/logo.png`)}
${element("title", title)}
${element("link", link)}
</image>
${items.map((item) => itemText(item, webUrl)).join("")}</channel>
</rss>
`;
}

function itemText({ kind, slug, title, description, publishedMs, author }: FeedItem, webUrl: string): string {
  const link = `${webUrl}/${kind === "take" ? "blog" : "reports"}/${encodeURIComponent(slug)}`;
  return `<item>
${element("title", title)}
${element("link", link)}
<guid isPermaLink="true">${escaped(link)}</guid>
${element("description", description)}
${element("pubDate", new Date(publishedMs).toUTCString())}
${element("author", author === "" ? NAME : author)}
</item>
`;
}
