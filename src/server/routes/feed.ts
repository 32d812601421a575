import type { FeedItem } from "../../domains/news/pages/index.ts";
import type { SnapshotView } from "../../engine/view.ts";
import type { Answer, RouteCall } from "../admission/route.ts";
import { isTagMatch, tagOf } from "../wire/http/entity-tags.ts";
import { element, escaped } from "../wire/http/xml-text.ts";

/** The newest takes and reports, newest first. */
export function feedItems(view: SnapshotView): readonly FeedItem[] {
  const page = view.pages.find("feed", "all");
  return page === undefined ? [] : JSON.parse(Buffer.from(page.binary(0)).toString());
}

export type Feed = ReturnType<typeof taggedFeed>;

/** `GET /feed.xml`: the newest takes and reports as RSS 2.0. No parameter is read. */
export const answerFeed: Answer = (call) =>
  sendFeed(call, feedOf(call.view, call.parts.webUrl()), "application/rss+xml");

/** The feed of a snapshot, made once for each address that it is asked under. */
function feedOf(view: SnapshotView, webUrl: string): Feed {
  return view.derived(`feed ${webUrl}`, () => {
    const items = feedItems(view);
    // The date of the newest item, not of the request: the document changes only when what it tells does.
    const newestMs = items[0]?.publishedMs ?? Date.parse(view.manifest.asOf);
    const updatedMs = Math.floor(newestMs / 1000) * 1000;
    const body = rssText(items, { webUrl, updatedMs, synthetic: view.manifest.synthetic });
    return taggedFeed(body, updatedMs);
  });
}

/** A feed of an instant in epoch milliseconds, a whole number of seconds. */
export function taggedFeed(body: string, updatedMs: number) {
  return { body, etag: tagOf(body), updatedMs };
}

/** Sends a feed, 304 to a caller that has it: a tag counts alone where there is one, a date only without. */
export function sendFeed(call: RouteCall, { etag, updatedMs, body }: Feed, type: string, isDated = true) {
  const { "if-none-match": tags, "if-modified-since": since = "" } = call.request.headers;
  const isHeld = tags === undefined ? isDated && Date.parse(since) >= updatedMs : isTagMatch(tags, etag);
  const headers = { "last-modified": new Date(updatedMs).toUTCString() };
  if (!call.admits({ etag, isHeld, headers })) return call.reply;
  return call.reply.type(`${type}; charset=utf-8`).send(body);
}

/** Where the feed's links lead, and what it says of itself. */
interface FeedChannel {
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
