import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config/config.ts";
import { type Methods, openMethods } from "../domains/methods.ts";
import type { Engine } from "../engine/engine.ts";
import { AnswerCache } from "../rpc/answer-cache.ts";
import type { Health } from "../rpc/health/health.ts";
import { snapshotFacts } from "../rpc/pinned-method.ts";
import { SoftFailures } from "../rpc/soft-failures.ts";
import type { AccessControl } from "./callers/access-control.ts";
import { accessRules } from "./callers/access-rules.ts";
import { admissionHook } from "./callers/admission.ts";
import { ownPeers } from "./callers/client-address.ts";
import { createServer } from "./create-server.ts";
import { answerValidity } from "./http/answer-validity.ts";
import { compressionTurns } from "./http/compression.ts";
import { coreHostHooks, coreServiceUrls } from "./http/core-service.ts";
import { corsHook } from "./http/cors.ts";
import { followSwitches } from "./http/switches.ts";
import { guardOf } from "./limits/burst-guard.ts";
import type { GuardWindows } from "./limits/guard-windows.ts";
import { openStreamsHook } from "./limits/open-streams.ts";
import type { QuotaHealth } from "./limits/quota-ledger.ts";
import { callObserver } from "./metrics/observability.ts";
import type { ThreadMetrics } from "./metrics/thread-metrics.ts";
import { registerPlainRoutes } from "./plain/plain-routes.ts";
import type { ConnectionCount } from "./port/connection-count.ts";
import { DEFAULT_CONNECTION_LIMITS } from "./port/connection-limits.ts";
import { type Listening, listen } from "./port/listen.ts";
import { connectionsOfOnePeer, PeerConnections } from "./port/peer-connections.ts";
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
  readonly guardWindows: GuardWindows | undefined;
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
  const totalBytes = config.unreadAnswersMb * 2 ** 20;
  const unread = new UnreadAnswers({ totalBytes, timeoutMs: config.answerTimeoutMs }, metrics.budget);
  compressionTurns.share(metrics.compressions, totalBytes, threads);
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
  const validity = answerValidity(switches, now);
  const guard = { ...clocks, log, windows: options.guardWindows };
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
      answerValidity: validity,
      partsDropped: () => softFailures.total,
      cacheControl: config.cacheControl,
    },
    isTls: tls !== undefined,
    rewriteUrl: coreServiceUrls(config),
    admission: [
      ...coreHostHooks(config),
      openStreamsHook({ trustedProxies: config.trustedProxies, clientHeader: config.clientIpHeader }),
      admissionHook(accessControl, accessRules()),
    ],
    plainRoutes: (scope) =>
      registerPlainRoutes(scope, {
        ...options,
        unread,
        methods: methods.all,
        switches,
        answerValidity: validity,
      }),
    ...(options.ownUnaryRoute === undefined ? {} : { ownUnaryRoute: options.ownUnaryRoute }),
  });
  const { headersTimeoutMs, bodyTimeoutMs, answerTimeoutMs, maxHeaderBytes, maxConnections } = config;
  const maxPipelined = Math.ceil(DEFAULT_CONNECTION_LIMITS.maxPipelined / threads);
  const port = await listen(server, {
    host: options.host,
    port: options.port,
    limits: {
      headersTimeoutMs,
      bodyTimeoutMs,
      answerTimeoutMs,
      maxHeaderBytes,
      maxConnections,
      maxPipelined,
    },
    reusePort: threads > 1,
    connections: options.connections,
    peers: new PeerConnections(
      connectionsOfOnePeer(maxConnections, threads),
      ownPeers(config.trustedProxies),
    ),
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
