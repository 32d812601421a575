import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { feedItems } from "../../domains/news/queries/feed-items.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { UNREADABLE } from "../../rpc/error-body.ts";
import type { AccessControl } from "../admission/access-control.ts";
import { COSTS } from "../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../admission/plain-admission.ts";
import { isTagMatch } from "../wire/http/entity-tags.ts";
import type { Handler } from "../wire/http/read-routes.ts";
import { rssText } from "./rss-text.ts";

export interface FeedOptions {
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  /** Address that links lead to. */
  readonly webUrl: () => string;
  readonly onError: (error: unknown) => void;
}

export interface Feed {
  readonly body: string;
  readonly etag: string;
  /** Epoch milliseconds, a whole number of seconds. */
  readonly updatedMs: number;
}

/** Readers come by the hour; what they get changes with the snapshot. */
const CACHE_CONTROL = "public, max-age=3600, s-maxage=3600";

/** `GET /feed.xml`: the newest takes and reports as RSS 2.0. No parameter is read. */
export function feedHandler(options: FeedOptions): Handler {
  return (request, reply) => answerFeed(request, reply, options);
}

async function answerFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine, accessControl, webUrl, onError }: FeedOptions,
): Promise<FastifyReply> {
  const caller = await identifyPlain(request, reply, accessControl);
  if (caller === undefined) return reply;
  let feed: Feed;
  try {
    feed = await engine.use((view) => feedOf(view, webUrl().replace(/\/+$/, "")));
  } catch (error) {
    onError(error);
    return reply.code(503).send(UNREADABLE);
  }
  if (isHeldAlready(request, feed)) return describe(reply, feed).code(304).send();
  if (!admitPlain(reply, accessControl, caller, COSTS.feed)) return reply;
  return describe(reply, feed).type("application/rss+xml; charset=utf-8").send(feed.body);
}

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

export function taggedFeed(body: string, updatedMs: number): Feed {
  return { body, etag: `"${hash("sha256", body).slice(0, 32)}"`, updatedMs };
}

/** A tag counts alone where there is one; a date only without. */
export function isHeldAlready({ headers }: FastifyRequest, { etag, updatedMs }: Feed): boolean {
  if (headers["if-none-match"] !== undefined) return isTagMatch(headers["if-none-match"], etag);
  const sinceMs = Date.parse(headers["if-modified-since"] ?? "");
  return sinceMs >= updatedMs;
}

export function describe(
  reply: FastifyReply,
  { etag, updatedMs }: Feed,
  cacheControl = CACHE_CONTROL,
): FastifyReply {
  return reply
    .header("etag", etag)
    .header("last-modified", new Date(updatedMs).toUTCString())
    .header("cache-control", cacheControl);
}
