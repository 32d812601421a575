import { join, resolve } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/config.ts";
import { errorBody } from "../../rpc/error-body.ts";
import { badConfig } from "../../runtime/errors.ts";
import { lazy } from "../../runtime/lazy.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import { ExportSlots } from "../admission/export-slots.ts";
import { COSTS } from "../admission/limits/limits.ts";
import type { QuotaHealth } from "../admission/limits/quota-ledger.ts";
import { type Route, type RouteParts, routeHandler } from "../admission/route.ts";
import { METRICS_CONTENT_TYPE } from "../telemetry/metrics-text.ts";
import type { ThreadMetrics } from "../telemetry/thread-metrics.ts";
import { API_CATALOG } from "../wire/http/api-catalog.ts";
import type { UnreadAnswers } from "../wire/outbox/unread-answers.ts";
import type { TlsPair } from "../wire/port/tls.ts";
import { EXPORT_ROUTES } from "./exports/export-routes.ts";

export interface PlainRouteOptions
  extends Omit<RouteParts, "slots" | "webUrl" | "directoryOf" | "isTls" | "onClose"> {
  readonly metrics: ThreadMetrics;
  readonly unread: UnreadAnswers;
  readonly tls: TlsPair | undefined;
  /** Where the server is reached. */
  readonly ownUrl: () => string;
  /** The metrics of all threads. */
  readonly metricsPage: () => string | Promise<string>;
  readonly quotaHealth: () => QuotaHealth | undefined | Promise<QuotaHealth | undefined>;
}

const FIVE_MINUTES = "public, max-age=300";
const ONE_HOUR = "public, max-age=3600";
const ONE_DAY = "public, max-age=86400";
const FOR_EVER = "public, max-age=31536000, immutable";
/** Kept, and asked for by its tag each time: a switch or a licence may withdraw what an answer shows. */
const REVALIDATED = "no-cache";

/** Bytes of a question of operators, and of one of assistants. */
const SQL_BODY_BYTES = 65_536;
const MCP_BODY_BYTES = 1_048_576;

type OgcName = keyof typeof import("./exports/ogc-features.ts").OGC_ANSWERS;

function ogc(path: string, name: OgcName): Route {
  const load = async () => (await import("./exports/ogc-features.ts")).OGC_ANSWERS[name];
  return { url: `/ogc${path}`, access: "any", cost: COSTS.rpc, cacheControl: REVALIDATED, load };
}

function changes(format: string): Route {
  const load = async () => (await import("./changes.ts")).changesAnswer(format);
  return {
    url: `/v1/changes.${format}`,
    access: "any",
    cost: COSTS.exports,
    cacheControl: REVALIDATED,
    load,
  };
}

function changeFeeds(): Route[] {
  const load = lazy(async () => (await import("./change-feeds.ts")).changeFeedAnswer());
  return ["/feeds/changes.atom", "/feeds/:kind/:file"].map((url) => ({
    ...{ url, access: "any" as const, cost: COSTS.feed, cacheControl: REVALIDATED, load },
  }));
}

/** Data to take away. Other methods than GET and HEAD are answered 405 at all of these. */
function dataRoutes(): readonly Route[] {
  return [
    {
      ...{ url: "/v1", access: "open", cacheControl: REVALIDATED },
      load: async () => (await import("./snapshot-documents.ts")).answerIndex,
    },
    {
      ...{ url: "/v1/latest", access: "named", cost: COSTS.latest, cacheControl: FIVE_MINUTES },
      load: async () => (await import("./snapshot-documents.ts")).answerLatest,
    },
    {
      ...{ url: "/v1/sources", access: "named", cost: COSTS.sources, cacheControl: FIVE_MINUTES },
      load: async () => (await import("./snapshot-documents.ts")).answerSources,
    },
    {
      ...{ url: "/v1/snapshots", access: "named", cost: COSTS.sources, cacheControl: REVALIDATED },
      load: async () => (await import("./snapshot-documents.ts")).answerSnapshotList,
    },
    ...["json", "ndjson", "csv"].map(changes),
    ...changeFeeds(),
    {
      ...{
        url: "/v1/outlines/:state.geojson",
        access: "any",
        cost: COSTS.outlines,
        cacheControl: FIVE_MINUTES,
      },
      load: async () => (await import("./outlines.ts")).answerOutlines,
    },
    {
      ...{ url: "/v1/panel", access: "named", cost: COSTS.panel, cacheControl: ONE_HOUR },
      load: async () => (await import("./market/panel.ts")).answerPanel,
    },
    {
      ...{ url: "/api/search/stocks", access: "named", cost: COSTS.stockSearch, cacheControl: FIVE_MINUTES },
      load: async () => (await import("./market/stock-search.ts")).answerStockSearch,
    },
    {
      // Readers come by the hour; what they get changes with the snapshot.
      ...{ url: "/feed.xml", access: "named", cost: COSTS.feed, cacheControl: `${ONE_HOUR}, s-maxage=3600` },
      load: async () => (await import("./feed.ts")).answerFeed,
    },
    ...EXPORT_ROUTES,
    {
      ...{ url: "/v1/tables/:table.parquet", access: "any" },
      load: async () => (await import("./exports/table-files.ts")).answerTable,
    },
    {
      ...{ url: "/v1/columns.arrow", access: "any" },
      load: async () => (await import("./exports/table-files.ts")).answerColumns,
    },
    {
      ...{ url: "/v1/tiles/:set.json", access: "any", cost: COSTS.rpc },
      load: async () => (await import("./exports/map-tiles.ts")).answerTileJson,
    },
    {
      ...{ url: "/v1/tiles/:set/:z/:x/:y.mvt", access: "any", cost: COSTS.rpc },
      load: async () => (await import("./exports/map-tiles.ts")).answerTile,
    },
    ogc("", "landing"),
    ogc("/conformance", "conformance"),
    ogc("/collections", "collections"),
    ogc("/collections/:collection", "collection"),
    ogc("/collections/:collection/items", "items"),
    ogc("/collections/:collection/items/:item", "items"),
    {
      ...{ url: "/v1/catalog.json", access: "any", cost: COSTS.sources },
      load: async () => (await import("./exports/data-package.ts")).answerDataPackage,
    },
  ];
}

/** The page, what machines read of it, and the documents about the API. */
function pageRoutes(parts: RouteParts): readonly Route[] {
  const page = lazy(async () => (await import("./page/page-handlers.ts")).pageAnswers(parts));
  const site = lazy(async () => (await import("./site/site-handlers.ts")).siteAnswers(await page()));
  const docs = lazy(async () => (await import("./docs/docs-handler.ts")).docsAnswer(parts));
  const show = async () => (await page()).show;
  return [
    ...["/", "/:screen", "/:screen/*"].map((url) => ({
      url,
      access: "open" as const,
      cost: COSTS.rpc,
      load: show,
    })),
    { url: "/assets/*", access: "open", cacheControl: FOR_EVER, load: async () => (await page()).asset },
    { url: "/favicon.ico", access: "open", cacheControl: ONE_DAY, load: async () => (await page()).icon },
    { url: "/robots.txt", access: "open", cacheControl: ONE_HOUR, load: async () => (await site()).robots },
    { url: "/embed.js", access: "open", cacheControl: ONE_DAY, load: async () => (await site()).script },
    { url: "/sitemap.xml", access: "any", cost: COSTS.rpc, load: async () => (await site()).sitemap },
    { url: "/sitemaps/*", access: "any", cost: COSTS.rpc, load: async () => (await site()).sitemap },
    { url: "/pictures/*", access: "any", cost: COSTS.rpc, load: async () => (await site()).picture },
    { url: "/oembed", access: "any", cost: COSTS.rpc, load: async () => (await site()).oembed },
    { url: "/embed/*", access: "any", cost: COSTS.rpc, load: async () => (await site()).embed },
    ...["/openapi.json", "/docs", "/docs.md", "/llms.txt", API_CATALOG].map((url) => ({
      ...{ url, access: "open" as const, cacheControl: REVALIDATED, load: docs },
    })),
  ];
}

/** Tools for assistants, where they are described, and how tokens are sent (RFC 9728), where there are any. */
function assistantRoutes(parts: RouteParts, unread: UnreadAnswers): readonly Route[] {
  const { config, webUrl } = parts;
  const load = lazy(async () => (await import("./mcp.ts")).mcpAnswer(parts, unread));
  const tokens: Route = {
    ...{ url: "/.well-known/oauth-protected-resource", access: "open", cacheControl: ONE_HOUR },
    load: async () => (call) =>
      call.reply.send({
        resource: `${webUrl()}/mcp`,
        resource_name: "Terrace",
        resource_documentation: config.upgradeUrl || `${webUrl()}/docs`,
        bearer_methods_supported: ["header"],
      }),
  };
  return [
    ...["/mcp", "/mcp/"].map(
      (url): Route => ({
        ...{ method: ["POST", "GET", "DELETE"], url, access: "named", bodyLimit: MCP_BODY_BYTES, load },
      }),
    ),
    {
      ...{ url: "/mcp/catalog.json", access: "open", cacheControl: ONE_HOUR },
      load: async () => (await import("./mcp.ts")).mcpDocument("catalog", parts),
    },
    {
      ...{ url: "/.well-known/mcp/server-card.json", access: "open", cacheControl: ONE_HOUR },
      load: async () => (await import("./mcp.ts")).mcpDocument("card", parts),
    },
    ...(config.tokenSecret === "" ? [] : [tokens]),
  ];
}

/** What operators ask, with the token of each; a path without a configured token is not there. */
function operatorRoutes(
  parts: RouteParts,
  { metrics, metricsPage, quotaHealth }: PlainRouteOptions,
): readonly Route[] {
  const { internalToken, metricsToken } = parts.config;
  checkTokens(parts.config);
  const routes: Route[] = [
    {
      ...{ method: ["POST"], url: "/v1/sql", bodyLimit: SQL_BODY_BYTES },
      access: { secret: internalToken, needed: "SQL needs the operator's token" },
      load: async () => (await import("./exports/sql-route.ts")).sqlAnswer(parts, metrics.sqlQuestions),
    },
    {
      // A limiter that fails open cannot be judged by the absence of refusals.
      ...{ url: "/internal/limits" },
      access: { secret: internalToken, needed: "this view needs the operator's token" },
      load: async () => async (call) => {
        const health = await quotaHealth();
        return call.reply.send(health === undefined ? { enabled: false } : { enabled: true, health });
      },
    },
    {
      ...{ url: "/metrics" },
      access: { secret: metricsToken, needed: "the metrics need their token" },
      load: async () => async (call) => call.reply.type(METRICS_CONTENT_TYPE).send(await metricsPage()),
    },
  ];
  return routes.filter(({ access }) => typeof access === "object" && access.secret !== "");
}

const MIN_TOKEN_LENGTH = 16;

/** Long enough not to be guessed, and without the spaces that a header would cut it at. */
const INTERNAL_TOKEN = /^[\x21-\x7e]{16,}$/;

function checkTokens({ internalToken, metricsToken }: Config): void {
  if (internalToken !== "" && !INTERNAL_TOKEN.test(internalToken)) {
    throw badConfig("TERRACE_INTERNAL_TOKEN must have at least 16 printable characters and no spaces");
  }
  if (metricsToken !== "" && metricsToken.length < MIN_TOKEN_LENGTH) {
    throw badConfig(
      `TERRACE_METRICS_TOKEN has ${metricsToken.length} characters; at least ${MIN_TOKEN_LENGTH} are required`,
    );
  }
}

/** Registers every endpoint that is not a RPC. */
export function registerPlainRoutes(scope: FastifyInstance, options: PlainRouteOptions): void {
  const { config, metrics } = options;
  const closing: (() => void)[] = [];
  scope.addHook("onClose", async () => {
    for (const close of closing) close();
  });
  const parts: RouteParts = {
    ...options,
    slots: new ExportSlots(config.exportsAtOnce, metrics.exports),
    webUrl: () => (config.webUrl || options.ownUrl()).replace(/\/+$/, ""),
    directoryOf: (snapshotId) => join(dataDirectory(resolve(config.dataDir)).snapshots, snapshotId),
    isTls: options.tls !== undefined,
    onClose: (close) => closing.push(close),
  };
  const reads = dataRoutes();
  for (const route of [
    ...reads,
    ...operatorRoutes(parts, options),
    ...assistantRoutes(parts, options.unread),
    ...pageRoutes(parts),
  ]) {
    const { method = ["GET", "HEAD"], url, bodyLimit } = route;
    scope.route({
      ...{ method, url, handler: routeHandler(route, parts) },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
    });
  }
  refuseOtherMethods(
    scope,
    reads.map(({ url }) => url),
  );
}

/** Answers 405 to other methods at paths that only read: one route for all under a first segment, as each takes time at a start. */
function refuseOtherMethods(scope: FastifyInstance, urls: readonly string[]): void {
  let pattern: RegExp | undefined;
  for (const url of new Set(urls.map((one) => one.replace(/^(\/[^/]+)\/.*$/, "$1/*")))) {
    scope.route({
      method: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"],
      url,
      onRequest: (request, reply) => {
        pattern ??= new RegExp(
          `^(${urls.map((one) => one.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")).join("|")})$`,
        );
        if (!pattern.test(request.url.split("?", 1)[0])) return reply.callNotFound();
        const message = `${request.method} is not offered here; allowed are GET and HEAD`;
        reply.code(405).header("allow", "GET, HEAD").send(errorBody("unimplemented", message));
      },
      handler: () => undefined,
    });
  }
}
