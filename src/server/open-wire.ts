import { join, resolve } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config/config.ts";
import { tierRows } from "../config/tier-limits.ts";
import { type Methods, openMethods } from "../domains/methods.ts";
import type { Engine } from "../engine/engine.ts";
import { AnswerCache } from "../rpc/answer-cache.ts";
import type { Health } from "../rpc/health/health.ts";
import { snapshotFacts } from "../rpc/pinned-method.ts";
import { SoftFailures } from "../rpc/soft-failures.ts";
import { dataDirectory } from "../snapshot/store/data-directory.ts";
import type { AccessControl } from "./callers/access-control.ts";
import { accessRules } from "./callers/access-rules.ts";
import { admissionHook } from "./callers/admission.ts";
import { createServer } from "./create-server.ts";
import { registerDocs } from "./docs/docs-routes.ts";
import { registerExports } from "./exports/export-routes.ts";
import { ExportSlots } from "./exports/export-slots.ts";
import { registerSql } from "./exports/sql-route.ts";
import { registerFeed } from "./feed/register-feed.ts";
import { answerValidity } from "./http/answer-validity.ts";
import { coreHostHooks, coreServiceUrls } from "./http/core-service.ts";
import { corsHook } from "./http/cors.ts";
import { registerLatest } from "./http/latest.ts";
import { registerPanel } from "./http/market/panel.ts";
import { registerStockSearch } from "./http/market/stock-search.ts";
import { registerOutlines } from "./http/outlines.ts";
import { followSwitches } from "./http/switches.ts";
import { guardOf } from "./limits/burst-guard.ts";
import type { BurstWindows } from "./limits/burst-windows.ts";
import { registerInternalLimits } from "./limits/internal-limits.ts";
import type { QuotaHealth } from "./limits/quota-ledger.ts";
import { registerMcp } from "./mcp/register-mcp.ts";
import { registerMetrics } from "./metrics/metrics.ts";
import { callObserver } from "./metrics/observability.ts";
import type { ThreadMetrics } from "./metrics/thread-metrics.ts";
import { registerPage } from "./page/register-page.ts";
import type { ConnectionCount } from "./port/connection-count.ts";
import { DEFAULT_CONNECTION_LIMITS } from "./port/connection-limits.ts";
import { type Listening, listen } from "./port/listen.ts";
import type { TlsPair } from "./port/tls.ts";
import { UnreadAnswers } from "./port/unread-answers.ts";

export interface WireOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** How many threads answer on the port: each has its share of what is bounded for the process and not counted together. */
  readonly threads: number;
  readonly host: string;
  readonly port: number;
  readonly tls: TlsPair | undefined;
  readonly engine: Engine;
  readonly health: Health;
  readonly accessControl: AccessControl;
  readonly metrics: ThreadMetrics;
  readonly connections: ConnectionCount;
  readonly guardWindows: BurstWindows | undefined;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  /** Where the server is reached. */
  readonly ownUrl: () => string;
  /** The metrics of all threads. */
  readonly metricsPage: () => string | Promise<string>;
  readonly quotaHealth: () => QuotaHealth | undefined | Promise<QuotaHealth | undefined>;
  readonly ownUnaryRoute?: boolean | undefined;
}

/** A thread that answers on the port. */
export interface Wire {
  readonly port: Listening;
  readonly methods: Methods;
  /** Parts left out of this thread's answers since the start. */
  readonly softFailures: SoftFailures;
  /** Drops kept answers of other snapshots. */
  keepOnly(snapshotId: string): void;
  close(): void;
}

/** How often a thread tells how it is doing and looks after unread answers. */
const BEAT_MS = 250;

/** Answers on a port from an engine: what every wire thread does, the first one too. */
export async function openWire(options: WireOptions): Promise<Wire> {
  const { config, log, threads, engine, health, accessControl, metrics, tls, now, monotonicMs } = options;
  const cors = corsHook(config.corsOrigins);
  const clocks = { now: () => now().getTime(), monotonicMs };
  const switches = followSwitches({
    dataDir: config.dataDir,
    configured: config,
    monotonicMs,
    onError: (err) =>
      log.error({ err }, "the switches file cannot be read: everything that has a switch is withheld"),
  });
  const softFailures = new SoftFailures();
  const unread = new UnreadAnswers(
    { totalBytes: config.unreadAnswersMb * 2 ** 20, timeoutMs: config.answerTimeoutMs },
    metrics.budget,
  );
  const cacheBytes = Math.floor((config.answerCacheMb * 2 ** 20) / threads);
  const answers = cacheBytes === 0 ? undefined : new AnswerCache(cacheBytes);
  const methods = openMethods(engine, {
    now,
    switches,
    answers,
    onPartDropped: (part, err) => {
      softFailures.add(part);
      metrics.partDropped(part);
      log.error({ part, err }, "an answer went out without a part that could not be read");
    },
  });
  const guard = { ...clocks, windows: options.guardWindows };
  const server = createServer({
    methods: methods.all,
    health,
    unread,
    logger: log,
    snapshotFacts: () => snapshotFacts(engine.manifest),
    requestTimeoutMs: config.requestTimeoutMs,
    strictFields: config.strictFields,
    now,
    firstHooks: config.guard ? [cors, guardOf(config, accessControl, guard)] : [cors],
    observer: callObserver(metrics, { log, digestOf: accessControl.digestOf, writes: config.requestLog }),
    conditional: {
      answerValidity: answerValidity(switches, now),
      partsDropped: () => softFailures.total,
      cacheControl: config.cacheControl,
    },
    isTls: tls !== undefined,
    rewriteUrl: coreServiceUrls(config),
    admission: [...coreHostHooks(config), admissionHook(accessControl, accessRules())],
    plainRoutes(scope) {
      registerLatest(scope, {
        engine,
        accessControl,
        onError: (err) => log.error({ err }, "the publication state cannot be read"),
      });
      registerOutlines(scope, {
        engine,
        accessControl,
        onError: (err) => log.error({ err }, "the outlines cannot be read"),
      });
      const slots = new ExportSlots(config.exportsAtOnce, metrics.exports);
      registerPanel(scope, {
        ...{ engine, accessControl, slots },
        answerTimeoutMs: config.answerTimeoutMs,
        onError: (err) => log.error({ err }, "the panel cannot be read"),
      });
      registerStockSearch(scope, {
        engine,
        accessControl,
        onError: (err) => log.error({ err }, "the stocks cannot be searched"),
      });
      registerFeed(scope, {
        engine,
        accessControl,
        webUrl: () => config.webUrl || options.ownUrl(),
        onError: (err) => log.error({ err }, "the feed cannot be read"),
      });
      registerExports(scope, {
        ...{ engine, accessControl, slots, switches },
        answerValidity: answerValidity(switches, now),
        cacheControl: config.cacheControl,
        answerTimeoutMs: config.answerTimeoutMs,
        onError: (err) => log.error({ err }, "a file could not be sent whole"),
      });
      registerSql(scope, {
        engine,
        directoryOf: (snapshotId) => join(dataDirectory(resolve(config.dataDir)).snapshots, snapshotId),
        token: config.internalToken,
        underWay: metrics.sqlQuestions,
        onError: (err) => log.error({ err }, "a question in SQL failed"),
      });
      registerMcp(scope, {
        engine,
        methods: methods.all,
        switches,
        accessControl,
        onError: (err) => log.error({ err }, "a tool failed"),
        onFailure: (err) => log.warn({ err }, "a message of an assistant was refused"),
      });
      registerInternalLimits(scope, options.quotaHealth, config.internalToken);
      registerMetrics(scope, config.metricsToken, options.metricsPage);
      registerPage(scope, {
        accessControl,
        isTls: tls !== undefined,
        onError: (err) => log.error({ err }, "the explorer page cannot be served"),
      });
      registerDocs(scope, {
        baseUrl: () => config.webUrl || options.ownUrl(),
        limits: config.limits ? tierRows(config.tierLimits) : undefined,
        snapshot: () => engine.manifest,
        methods: methods.all,
      });
    },
    ...(options.ownUnaryRoute === undefined ? {} : { ownUnaryRoute: options.ownUnaryRoute }),
  });
  const { headersTimeoutMs, bodyTimeoutMs, maxHeaderBytes, maxConnections } = config;
  const maxPipelined = Math.ceil(DEFAULT_CONNECTION_LIMITS.maxPipelined / threads);
  const port = await listen(server, {
    host: options.host,
    port: options.port,
    limits: { headersTimeoutMs, bodyTimeoutMs, maxHeaderBytes, maxConnections, maxPipelined },
    reusePort: threads > 1,
    connections: options.connections,
    ...(tls === undefined ? {} : { tls }),
  });
  const beat = setInterval(() => {
    metrics.beat();
    unread.relieve();
  }, BEAT_MS).unref();
  return {
    port,
    methods,
    softFailures,
    keepOnly: (snapshotId) => answers?.keepOnly(snapshotId),
    close() {
      clearInterval(beat);
      metrics.close();
    },
  };
}
