import type { FeedItem } from "../../domains/news/pages/feed.ts";

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

export function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** What XML 1.0 cannot hold, and marks that turn the direction of text. */
const UNFIT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** Text as it may stand in an element or an attribute, whatever it holds. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(UNFIT, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
