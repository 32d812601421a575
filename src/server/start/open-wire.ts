import type { Logger } from "pino";
import { openMethods } from "../../domains/methods.ts";
import { aliasService, serviceAliases } from "../../domains/service-aliases.ts";
import { AnswerCache } from "../../rpc/answer-cache.ts";
import type { Health } from "../../rpc/health/health.ts";
import { snapshotFacts } from "../../rpc/pinned-method.ts";
import { addressedId } from "../../snapshot/store/addresses.ts";
import { admissionHook } from "../admission/admission.ts";
import { guardHook } from "../admission/burst-guard.ts";
import { accessRules } from "../admission/callers/access-rules.ts";
import type { GuardWindows } from "../admission/limits/burst-windows.ts";
import { openStreamsHook } from "../admission/open-streams.ts";
import { type PlainRouteOptions, registerPlainRoutes } from "../routes/plain-routes.ts";
import { aliasUrls, coreHostHooks } from "../routes/service-aliases.ts";
import { addressedUrls, snapshotAddressHook } from "../routes/snapshot-address.ts";
import { answerValidity, followSwitches } from "../routes/switches.ts";
import { compressionTurns } from "../wire/compression/compression.ts";
import { ownPeers } from "../wire/http/client-address.ts";
import { corsHook } from "../wire/http/cors.ts";
import { UnreadAnswers } from "../wire/outbox/unread-answers.ts";
import { DEFAULT_CONNECTION_LIMITS } from "../wire/port/connection-limits.ts";
import { listen } from "../wire/port/listen.ts";
import { connectionsOfOnePeer, peerConnections } from "../wire/port/peer-connections.ts";
import { createServer } from "./create-server.ts";
import { callObserver } from "./observability.ts";

type RouteOptions =
  | ("config" | "engine" | "accessControl" | "metrics" | "tls")
  | ("ownUrl" | "metricsPage" | "quotaHealth");

export interface WireOptions extends Pick<PlainRouteOptions, RouteOptions> {
  readonly log: Logger;
  /** Wire threads; each gets its share of process-wide bounds that are not counted in shared memory. */
  readonly threads: number;
  readonly port: number;
  readonly health: Health;
  readonly guardWindows: GuardWindows | undefined;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
}

export type Wire = Awaited<ReturnType<typeof openWire>>;

/** How often a thread publishes its metrics and checks unread answers. */
const BEAT_MS = 250;

/** Serves an engine on a port; runs in every wire thread, the first one included. */
export async function openWire(options: WireOptions) {
  const { config, log, threads, engine, health, accessControl, metrics, tls, now, monotonicMs } = options;
  const cors = corsHook(config.corsOrigins);
  const clocks = { now: () => now().getTime(), monotonicMs };
  const switches = followSwitches(config, {
    monotonicMs,
    onError: (err) =>
      log.error({ err }, "the switches file cannot be read: everything that has a switch is withheld"),
  });
  const aliases = serviceAliases(config.serviceAlias);
  let partsDropped = 0;
  const totalBytes = config.unreadAnswersMb * 2 ** 20;
  const unread = new UnreadAnswers({ totalBytes, timeoutMs: config.answerTimeoutMs }, metrics.budget);
  compressionTurns.share(metrics.compressions, totalBytes, threads);
  const cacheBytes = Math.floor((config.answerCacheMb * 2 ** 20) / threads);
  const answers = cacheBytes === 0 ? undefined : new AnswerCache(cacheBytes);
  const nowOfCall = engine.clock(now);
  const methods = openMethods(engine, {
    now: nowOfCall,
    switches,
    answers,
    older: async (name, signal) => engine.at(await addressedId(config.dataDir, name), signal),
    onPartDropped: (part, err) => {
      partsDropped++;
      metrics.partDropped(part);
      log.error({ part, err }, "an answer went out without a part that could not be read");
    },
  });
  const validity = answerValidity(switches, nowOfCall);
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
    firstHooks: [
      cors,
      ...(config.guard ? [guardHook(config, accessControl, guard)] : []),
      snapshotAddressHook({
        engine,
        monotonicMs,
        dataDir: config.dataDir,
        timeoutMs: config.requestTimeoutMs,
        onError: (err) => log.error({ err }, "a snapshot cannot be opened"),
      }),
    ],
    observer: callObserver(metrics, { log, digestOf: accessControl.digestOf, writes: config.requestLog }),
    conditional: {
      answerValidity: validity,
      partsDropped: () => partsDropped,
      cacheControl: config.cacheControl,
    },
    isTls: tls !== undefined,
    aliases,
    listedServices: config.listAliases ? [...aliases.keys()].map((name) => aliasService(aliases, name)) : [],
    rewriteUrl: addressedUrls(aliasUrls(aliases)),
    admission: [
      ...coreHostHooks(config),
      openStreamsHook(config),
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
  });
  const { headersTimeoutMs, bodyTimeoutMs, answerTimeoutMs, maxHeaderBytes, maxConnections } = config;
  const maxPipelined = Math.ceil(DEFAULT_CONNECTION_LIMITS.maxPipelined / threads);
  const port = await listen(server, {
    host: config.host,
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
    connections: metrics.connections,
    peers: peerConnections(connectionsOfOnePeer(maxConnections, threads), ownPeers(config.trustedProxies)),
    ...(tls === undefined ? {} : { tls }),
  });
  const beat = setInterval(() => {
    metrics.beat();
    unread.relieve();
  }, BEAT_MS).unref();
  return {
    port,
    methods,
    /** Clears cached answers of other snapshots. */
    keepOnly: (snapshotId: string) => answers?.keepOnly(snapshotId),
    close() {
      clearInterval(beat);
      metrics.close();
    },
  };
}
