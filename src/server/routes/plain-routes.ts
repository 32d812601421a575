import { join, resolve } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/config.ts";
import type { Export } from "../../domains/export.ts";
import { EXPORTS } from "../../domains/index.ts";
import { formatsOf, METADATA_EXTENSION } from "../../exports/formats.ts";
import { errorBody } from "../../rpc/error-body.ts";
import { badConfig } from "../../runtime/errors.ts";
import { lazy } from "../../runtime/lazy.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import { exportSlots } from "../admission/export-slots.ts";
import { COSTS } from "../admission/limits/limits.ts";
import type { QuotaHealth } from "../admission/limits/quota-ledger.ts";
import { type Answer, type Route, type RouteParts, routeHandler } from "../admission/route.ts";
import { METRICS_CONTENT_TYPE } from "../telemetry/metrics-text.ts";
import type { ThreadMetrics } from "../telemetry/thread-metrics.ts";
import { API_CATALOG } from "../wire/http/api-catalog.ts";
import type { UnreadAnswers } from "../wire/outbox/unread-answers.ts";
import type { TlsPair } from "../wire/port/tls.ts";

export interface PlainRouteOptions
  extends Omit<RouteParts, "slots" | "webUrl" | "directoryOf" | "isTls" | "onClose"> {
  readonly metrics: ThreadMetrics;
  readonly unread: UnreadAnswers;
  readonly tls: TlsPair | undefined;
  readonly ownUrl: () => string;
  readonly metricsPage: () => string | Promise<string>;
  readonly quotaHealth: () => QuotaHealth | undefined | Promise<QuotaHealth | undefined>;
}

const FIVE_MINUTES = "public, max-age=300";
const ONE_HOUR = "public, max-age=3600";
const ONE_DAY = "public, max-age=86400";
const FOR_EVER = "public, max-age=31536000, immutable";
/** Always revalidated: a switch or a licence may withdraw the data. */
const REVALIDATED = "no-cache";

const SQL_BODY_BYTES = 65_536;
const MCP_BODY_BYTES = 1_048_576;

/** An export of a module that is loaded on first use. */
const from =
  <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  async () =>
    (await load())[name];

const documents = () => import("./snapshot-documents.ts");
const tables = () => import("./exports/table-files.ts");
const tiles = () => import("./exports/map-tiles.ts");
const ogc = lazy(async () => (await import("./exports/ogc-features.ts")).OGC_ANSWERS);

/** A GET route. Without `cacheControl` the handler sets its own. */
function read(
  url: string,
  access: Route["access"],
  cacheControl: string | undefined,
  load: Route["load"],
  cost?: number,
): Route {
  return { url, access, load, cacheControl, cost };
}

/** Data endpoints; other methods than GET and HEAD get 405. */
function dataRoutes(): readonly Route[] {
  const feeds = lazy(async () => (await import("./change-feeds.ts")).changeFeedAnswer());
  const changes = (format: string) => async () => (await import("./changes.ts")).changesAnswer(format);
  const outlines = from(() => import("./outlines.ts"), "answerOutlines");
  const panel = from(() => import("./market/panel.ts"), "answerPanel");
  const search = from(() => import("./market/stock-search.ts"), "answerStockSearch");
  const catalog = from(() => import("./exports/data-package.ts"), "answerDataPackage");
  const feed = from(() => import("./feed.ts"), "answerFeed");
  const { rpc, latest, sources, exports } = COSTS;
  return [
    read("/v1", "open", REVALIDATED, from(documents, "answerIndex")),
    read("/v1/latest", "named", FIVE_MINUTES, from(documents, "answerLatest"), latest),
    read("/v1/sources", "named", FIVE_MINUTES, from(documents, "answerSources"), sources),
    read("/v1/snapshots", "named", REVALIDATED, from(documents, "answerSnapshotList"), sources),
    ...["json", "ndjson", "csv"].map((format) =>
      read(`/v1/changes.${format}`, "any", REVALIDATED, changes(format), exports),
    ),
    ...["/feeds/changes.atom", "/feeds/:kind/:file"].map((url) =>
      read(url, "any", REVALIDATED, feeds, COSTS.feed),
    ),
    read("/v1/outlines/:state.geojson", "any", FIVE_MINUTES, outlines, COSTS.outlines),
    read("/v1/panel", "named", ONE_HOUR, panel, COSTS.panel),
    read("/api/search/stocks", "named", FIVE_MINUTES, search, COSTS.stockSearch),
    // Feed readers poll by the hour; the content changes with the snapshot.
    read("/feed.xml", "named", `${ONE_HOUR}, s-maxage=3600`, feed, COSTS.feed),
    ...EXPORT_ROUTES,
    read("/v1/tables/:table.parquet", "any", undefined, from(tables, "answerTable")),
    read("/v1/columns.arrow", "any", undefined, from(tables, "answerColumns")),
    read("/v1/tiles/:set.json", "any", undefined, from(tiles, "answerTileJson"), rpc),
    read("/v1/tiles/:set/:z/:x/:y.mvt", "any", undefined, from(tiles, "answerTile"), rpc),
    read("/ogc", "any", REVALIDATED, from(ogc, "landing"), rpc),
    read("/ogc/conformance", "any", REVALIDATED, from(ogc, "conformance"), rpc),
    read("/ogc/collections", "any", REVALIDATED, from(ogc, "collections"), rpc),
    read("/ogc/collections/:collection", "any", REVALIDATED, from(ogc, "collection"), rpc),
    read("/ogc/collections/:collection/items", "any", REVALIDATED, from(ogc, "items"), rpc),
    read("/ogc/collections/:collection/items/:item", "any", REVALIDATED, from(ogc, "items"), rpc),
    read("/v1/catalog.json", "any", undefined, catalog, sources),
  ];
}

/** The page, its machine-readable companions, and the API documentation. */
function pageRoutes(parts: RouteParts): readonly Route[] {
  const page = lazy(async () => (await import("./page/page-handlers.ts")).pageAnswers(parts));
  const site = lazy(async () => (await import("./site/site-handlers.ts")).siteAnswers(await page()));
  const docs = lazy(async () => (await import("./docs/docs-handler.ts")).docsAnswer(parts));
  const { rpc } = COSTS;
  return [
    ...["/", "/:screen", "/:screen/*"].map((url) => read(url, "open", undefined, from(page, "show"), rpc)),
    read("/assets/*", "open", FOR_EVER, from(page, "asset")),
    read("/favicon.ico", "open", ONE_DAY, from(page, "icon")),
    read("/robots.txt", "open", ONE_HOUR, from(site, "robots")),
    read("/embed.js", "open", ONE_DAY, from(site, "script")),
    read("/sitemap.xml", "any", undefined, from(site, "sitemap"), rpc),
    read("/sitemaps/*", "any", undefined, from(site, "sitemap"), rpc),
    read("/pictures/*", "any", undefined, from(site, "picture"), rpc),
    read("/oembed", "any", undefined, from(site, "oembed"), rpc),
    read("/embed/*", "any", undefined, from(site, "embed"), rpc),
    ...["/openapi.json", "/docs", "/docs.md", "/llms.txt", API_CATALOG].map((url) =>
      read(url, "open", REVALIDATED, docs),
    ),
  ];
}

/** MCP endpoints with their description, and, if tokens are configured, RFC 9728 metadata. */
function assistantRoutes(parts: RouteParts, unread: UnreadAnswers): readonly Route[] {
  const { config, webUrl } = parts;
  const load = lazy(async () => (await import("./mcp.ts")).mcpAnswer(parts, unread));
  const document = (name: "catalog" | "card") => async () =>
    (await import("./mcp.ts")).mcpDocument(name, parts);
  const tokens = async (): Promise<Answer> => (call) =>
    call.reply.send({
      resource: `${webUrl()}/mcp`,
      resource_name: "Terrace",
      resource_documentation: config.upgradeUrl || `${webUrl()}/docs`,
      bearer_methods_supported: ["header"],
    });
  return [
    ...["/mcp", "/mcp/"].map(
      (url): Route => ({
        method: ["POST", "GET", "DELETE"],
        url,
        access: "named",
        bodyLimit: MCP_BODY_BYTES,
        load,
      }),
    ),
    read("/mcp/catalog.json", "open", ONE_HOUR, document("catalog")),
    read("/.well-known/mcp/server-card.json", "open", ONE_HOUR, document("card")),
    ...(config.tokenSecret === ""
      ? []
      : [read("/.well-known/oauth-protected-resource", "open", ONE_HOUR, tokens)]),
  ];
}

/** Operators' endpoints; each exists only if its token is configured. */
function operatorRoutes(
  parts: RouteParts,
  { metrics, metricsPage, quotaHealth }: PlainRouteOptions,
): readonly Route[] {
  const { internalToken, metricsToken } = parts.config;
  checkTokens(parts.config);
  const asker = { secret: internalToken, needed: "SQL needs the operator's token" };
  const operator = { secret: internalToken, needed: "this view needs the operator's token" };
  const scraper = { secret: metricsToken, needed: "the metrics need their token" };
  const sql = async () => (await import("./exports/sql-route.ts")).sqlAnswer(parts, metrics.sqlQuestions);
  // The limiter fails open, so an absence of denials does not show that it works.
  const limits: Answer = async (call) => {
    const health = await quotaHealth();
    return call.reply.send(health === undefined ? { enabled: false } : { enabled: true, health });
  };
  const page: Answer = async (call) => call.reply.type(METRICS_CONTENT_TYPE).send(await metricsPage());
  const routes: Route[] = [
    { ...read("/v1/sql", asker, undefined, sql), method: ["POST"], bodyLimit: SQL_BODY_BYTES },
    read("/internal/limits", operator, undefined, async () => limits),
    read("/metrics", scraper, undefined, async () => page),
  ];
  return routes.filter(({ access }) => typeof access === "object" && access.secret !== "");
}

const MIN_TOKEN_LENGTH = 16;

/** Hard to guess, and without spaces, which would split the header. */
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

export function registerPlainRoutes(scope: FastifyInstance, options: PlainRouteOptions): void {
  const { config, metrics } = options;
  const closing: (() => void)[] = [];
  scope.addHook("onClose", async () => {
    for (const close of closing) close();
  });
  const parts: RouteParts = {
    ...options,
    slots: exportSlots(config.exportsAtOnce, metrics.exports),
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
      method,
      url,
      handler: routeHandler(route, parts),
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
    });
  }
  refuseOtherMethods(
    scope,
    reads.map(({ url }) => url),
  );
}

/** Answers 405 for other methods at read-only paths: one route per first segment keeps the start fast. */
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

/** `GET /v1/<path>.<extension>` of every export. */
const EXPORT_ROUTES: readonly Route[] = EXPORTS.flatMap((declared) =>
  urlsOf(declared).map((url) => ({
    url,
    access: "any" as const,
    cost: COSTS.exports,
    load: async () => (await import("./exports/export-handler.ts")).exportAnswer(declared),
  })),
);

/** A trailing `:key` matches any file name below it; other exports have a route per extension. */
function urlsOf(declared: Export): string[] {
  const { path } = declared;
  const last = path.slice(path.lastIndexOf("/") + 1);
  if (last.startsWith(":")) return [`/v1/${path.slice(0, -last.length)}:file`];
  return [...formatsOf(declared), METADATA_EXTENSION].map((format) => `/v1/${path}.${format}`);
}
