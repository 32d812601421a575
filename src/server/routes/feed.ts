import type { FeedItem } from "../../domains/news/pages/index.ts";
import type { SnapshotView } from "../../engine/view.ts";
import type { Answer, RouteCall } from "../admission/route.ts";
import { isTagMatch, tagOf } from "../wire/http/entity-tags.ts";
import { element, escaped } from "../wire/http/xml-text.ts";

export function feedItems(view: SnapshotView): readonly FeedItem[] {
  const page = view.pages.find("feed", "all");
  return page === undefined ? [] : JSON.parse(Buffer.from(page.binary(0)).toString());
}

export type Feed = ReturnType<typeof taggedFeed>;

/** `GET /feed.xml`: takes and reports as RSS 2.0. Has no parameters. */
export const answerFeed: Answer = (call) =>
  sendFeed(call, feedOf(call.view, call.parts.webUrl()), "application/rss+xml");

/** Cached per snapshot and base URL. */
function feedOf(view: SnapshotView, webUrl: string): Feed {
  return view.derived(`feed ${webUrl}`, () => {
    const items = feedItems(view);
    // Date of the newest item, so that the document only changes with its content.
    const newestMs = items[0]?.publishedMs ?? Date.parse(view.manifest.asOf);
    const updatedMs = Math.floor(newestMs / 1000) * 1000;
    const body = rssText(items, { webUrl, updatedMs, synthetic: view.manifest.synthetic });
    return taggedFeed(body, updatedMs);
  });
}

/** `updatedMs` must be a whole number of seconds, as HTTP dates are. */
export function taggedFeed(body: string, updatedMs: number) {
  return { body, etag: tagOf(body), updatedMs };
}

/** Sends a feed, or 304. If-None-Match wins over If-Modified-Since, which `isDated` false ignores. */
export function sendFeed(call: RouteCall, { etag, updatedMs, body }: Feed, type: string, isDated = true) {
  const { "if-none-match": tags, "if-modified-since": since = "" } = call.request.headers;
  const isHeld = tags === undefined ? isDated && Date.parse(since) >= updatedMs : isTagMatch(tags, etag);
  const headers = { "last-modified": new Date(updatedMs).toUTCString() };
  if (!call.admits({ etag, isHeld, headers })) return call.reply;
  return call.reply.type(`${type}; charset=utf-8`).send(body);
}

interface FeedChannel {
  readonly webUrl: string;
  /** Date of the newest item; of the snapshot if there is none. */
  readonly updatedMs: number;
  readonly synthetic: boolean;
}

const NAME = "Terrace";

/** An RSS 2.0 document. Deterministic. */
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
