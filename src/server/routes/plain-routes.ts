import { join, resolve } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config } from "../../config/config.ts";
import { tierRows } from "../../config/tier-limits.ts";
import { serviceAliases } from "../../domains/service-aliases.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Switches } from "../../rpc/switches.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { lazy } from "../../runtime/lazy.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import type { AccessControl } from "../admission/access-control.ts";
import { ExportSlots } from "../admission/export-slots.ts";
import type { QuotaHealth } from "../admission/limits/quota-ledger.ts";
import type { ThreadMetrics } from "../telemetry/thread-metrics.ts";
import { API_CATALOG } from "../wire/http/api-catalog.ts";
import { lazyHandler, ReadRoutes } from "../wire/http/read-routes.ts";
import type { TlsPair } from "../wire/port/tls.ts";
import type { UnreadAnswers } from "../wire/port/unread-answers.ts";
import { registerExports } from "./exports/export-routes.ts";
import { registerInternalLimits } from "./internal-limits.ts";
import { registerMetrics } from "./metrics.ts";
import { registerMcp } from "./register-mcp.ts";

export interface PlainRouteOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  readonly metrics: ThreadMetrics;
  readonly unread: UnreadAnswers;
  readonly tls: TlsPair | undefined;
  readonly methods: readonly UnaryMethod[];
  readonly switches: () => Switches;
  /** What answers depend on in addition to the snapshot and the request. */
  readonly answerValidity: () => string;
  /** Where the server is reached. */
  readonly ownUrl: () => string;
  /** The metrics of all threads. */
  readonly metricsPage: () => string | Promise<string>;
  readonly quotaHealth: () => QuotaHealth | undefined | Promise<QuotaHealth | undefined>;
}

const DOCUMENTS = ["/openapi.json", "/docs", "/docs.md", "/llms.txt", API_CATALOG];

/** Registers every endpoint that is not a RPC. What answers at most of them is loaded with their first request. */
export function registerPlainRoutes(scope: FastifyInstance, options: PlainRouteOptions): void {
  const { config, log, engine, accessControl, metrics, methods, switches, answerValidity } = options;
  const { answerTimeoutMs, cacheControl } = config;
  const isTls = options.tls !== undefined;
  const webUrl = () => config.webUrl || options.ownUrl();
  const slots = new ExportSlots(config.exportsAtOnce, metrics.exports);
  /** What every handler of data needs, and the words for the log when the data fails it. */
  const reading = (failure: string) => ({
    ...{ engine, accessControl },
    onError: (err: unknown) => log.error({ err }, failure),
  });

  const reads = new ReadRoutes(scope);
  reads.add("/v1", async () => (await import("./index-of-files.ts")).indexHandler(engine));
  for (const [url, load] of [
    ["/v1/latest", async () => (await import("./latest.ts")).LATEST],
    ["/v1/sources", async () => (await import("./sources.ts")).SOURCES],
  ] as const) {
    reads.add(url, async () =>
      (await import("./snapshot-document.ts")).documentHandler(
        await load(),
        reading(`${url} cannot be read`),
      ),
    );
  }
  reads.add("/v1/snapshots", async () =>
    (await import("./snapshot-list.ts")).snapshotListHandler({
      ...reading("the snapshots cannot be listed"),
      dataDir: config.dataDir,
    }),
  );
  for (const format of ["json", "ndjson", "csv"]) {
    reads.add(`/v1/changes.${format}`, async () =>
      (await import("./changes.ts")).changesHandler(format, {
        ...reading("the changes cannot be read"),
        ...{ dataDir: config.dataDir, switches },
      }),
    );
  }
  for (const url of ["/feeds/changes.atom", "/feeds/:kind/:file"]) {
    reads.add(url, async () =>
      (await import("./change-feeds.ts")).changeFeedHandler({
        ...reading("the feeds of changes cannot be read"),
        ...{ dataDir: config.dataDir, switches, webUrl },
      }),
    );
  }
  reads.add("/v1/outlines/:state.geojson", async () =>
    (await import("./outlines.ts")).outlinesHandler(reading("the outlines cannot be read")),
  );
  reads.add("/v1/panel", async () =>
    (await import("./market/panel.ts")).panelHandler({
      ...reading("the panel cannot be read"),
      ...{ slots, answerTimeoutMs },
    }),
  );
  reads.add("/api/search/stocks", async () =>
    (await import("./market/stock-search.ts")).stockSearchHandler(reading("the stocks cannot be searched")),
  );
  reads.add("/feed.xml", async () =>
    (await import("./feed.ts")).feedHandler({ ...reading("the feed cannot be read"), webUrl }),
  );
  const directoryOf = (snapshotId: string) =>
    join(dataDirectory(resolve(config.dataDir)).snapshots, snapshotId);
  const files = {
    ...reading("a file could not be sent whole"),
    ...{ slots, switches, answerValidity, cacheControl, answerTimeoutMs },
  };
  registerExports(reads, files);
  reads.add("/v1/tables/:table.parquet", async () =>
    (await import("./exports/table-files.ts")).tableFileHandler({ ...files, directoryOf }),
  );
  reads.add("/v1/columns.arrow", async () =>
    (await import("./exports/table-files.ts")).columnsFileHandler({ ...files, directoryOf }),
  );
  const tiles = { ...files, webUrl };
  reads.add("/v1/tiles/:set.json", async () =>
    (await import("./exports/map-tiles.ts")).tileJsonHandler(tiles),
  );
  reads.add("/v1/tiles/:set/:z/:x/:y.mvt", async () =>
    (await import("./exports/map-tiles.ts")).tileHandler(tiles),
  );
  const ogc = lazy(async () => (await import("./exports/ogc-features.ts")).ogcHandlers({ ...files, webUrl }));
  for (const [url, name] of [
    ["/ogc", "landing"],
    ["/ogc/conformance", "conformance"],
    ["/ogc/collections", "collections"],
    ["/ogc/collections/:collection", "collection"],
    ["/ogc/collections/:collection/items", "items"],
    ["/ogc/collections/:collection/items/:item", "item"],
  ] as const) {
    reads.add(url, async () => (await ogc())[name]);
  }
  reads.add("/v1/catalog.json", async () =>
    (await import("./exports/data-package.ts")).dataPackageHandler({
      ...reading("the catalogue cannot be read"),
      ...{ directoryOf, webUrl, cacheControl },
    }),
  );
  reads.refuseOtherMethods();
  if (config.internalToken !== "") {
    scope.register(async (own) =>
      (await import("./exports/sql-route.ts")).registerSql(own, {
        ...reading("a question in SQL failed"),
        directoryOf,
        token: config.internalToken,
        inProgress: metrics.sqlQuestions,
      }),
    );
  }
  registerMcp(scope, {
    ...reading("a tool failed"),
    ...{
      methods,
      switches,
      dataDir: config.dataDir,
      slots,
      unread: options.unread,
      requestTimeoutMs: config.requestTimeoutMs,
    },
    onFailure: (err) => log.warn({ err }, "a message of an assistant was refused"),
  });
  if (config.tokenSecret !== "") {
    // RFC 9728: how tokens are sent, for clients that look for it before they ask their user for one.
    scope.get("/.well-known/oauth-protected-resource", async (_request, reply) =>
      reply.header("cache-control", "public, max-age=3600").send({
        resource: `${webUrl()}/mcp`,
        resource_name: "Terrace",
        resource_documentation: config.upgradeUrl || `${webUrl()}/docs`,
        bearer_methods_supported: ["header"],
      }),
    );
  }
  registerInternalLimits(scope, options.quotaHealth, config.internalToken);
  registerMetrics(scope, config.metricsToken, options.metricsPage);

  const method = ["GET", "HEAD"];
  const page = lazy(async () =>
    (await import("./page/page-handlers.ts")).pageHandlers({
      ...reading("the explorer page cannot be served"),
      ...{ isTls, methods, switches, answerValidity, webUrl },
    }),
  );
  const show = lazyHandler(async () => (await page()).show);
  for (const url of ["/", "/:screen", "/:screen/*"]) scope.route({ method, url, handler: show });
  scope.route({ method, url: "/assets/*", handler: lazyHandler(async () => (await page()).asset) });
  scope.route({ method, url: "/favicon.ico", handler: lazyHandler(async () => (await page()).icon) });
  const site = lazy(async () => {
    const { siteHandlers } = await import("./site/site-handlers.ts");
    return siteHandlers({ ...reading("a page cannot be shown to machines"), ...(await page()), webUrl });
  });
  for (const [url, name] of [
    ["/robots.txt", "robots"],
    ["/sitemap.xml", "sitemap"],
    ["/sitemaps/*", "sitemap"],
    ["/pictures/*", "picture"],
    ["/oembed", "oembed"],
    ["/embed.js", "script"],
    ["/embed/*", "embed"],
  ] as const) {
    scope.route({ method, url, handler: lazyHandler(async () => (await site())[name]) });
  }
  const documents = lazyHandler(async () =>
    (await import("./docs/docs-handler.ts")).docsHandler({
      baseUrl: webUrl,
      limits: config.limits ? tierRows(config.tierLimits) : undefined,
      snapshot: () => engine.manifest,
      listedAliases: serviceAliases(config.listAliases ? config.serviceAlias : ""),
      ...{ methods, answerValidity },
    }),
  );
  for (const url of DOCUMENTS) scope.route({ method, url, handler: documents });
}
