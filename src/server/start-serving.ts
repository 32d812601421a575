import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config/config.ts";
import { tierRows } from "../config/tier-limits.ts";
import { openMethods } from "../domains/methods.ts";
import { productServices } from "../domains/public-methods.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import type { Engine } from "../engine/engine.ts";
import { followCurrent } from "../engine/follow-current.ts";
import { AnswerCache } from "../rpc/answer-cache.ts";
import { CURRENT_SNAPSHOT, Health } from "../rpc/health/health.ts";
import { snapshotFacts } from "../rpc/pinned-method.ts";
import { SoftFailures } from "../rpc/soft-failures.ts";
import { endsWithin } from "../runtime/time/within.ts";
import { dataDirectory } from "../snapshot/store/data-directory.ts";
import { openAccessControl } from "./callers/access-control.ts";
import { accessRules } from "./callers/access-rules.ts";
import { admissionHook } from "./callers/admission.ts";
import { linkableUrl } from "./callers/help-links.ts";
import { createServer } from "./create-server.ts";
import { registerDocs } from "./docs/docs-routes.ts";
import { registerExports } from "./exports/export-routes.ts";
import { ExportSlots } from "./exports/export-slots.ts";
import { registerSql } from "./exports/sql-route.ts";
import { answerValidity } from "./http/answer-validity.ts";
import { coreHostHooks, coreServiceUrls } from "./http/core-service.ts";
import { corsHook } from "./http/cors.ts";
import { registerLatest } from "./http/latest.ts";
import { registerOutlines } from "./http/outlines.ts";
import { followSwitches } from "./http/switches.ts";
import { guardOf } from "./limits/burst-guard.ts";
import { registerInternalLimits } from "./limits/internal-limits.ts";
import { listenForMetrics, registerMetrics } from "./metrics/metrics.ts";
import { openObservability } from "./metrics/observability.ts";
import { snapshotState } from "./metrics/snapshot-state.ts";
import { registerPage } from "./page/register-page.ts";
import { type CertificateFollower, followCertificate } from "./port/follow-certificate.ts";
import { listen } from "./port/listen.ts";
import { portError } from "./port/port-error.ts";
import { readTls } from "./port/tls.ts";
import { UnreadAnswers } from "./port/unread-answers.ts";
import { sharedClockMs } from "./shared-clock.ts";

export interface StartOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly now?: () => Date;
  /** A clock for rate windows that never runs backwards, in milliseconds. */
  readonly monotonicMs?: () => number;
  readonly ownUnaryRoute?: boolean;
  /** Told when the port is open: suburb columns answer from here on, the rest once the tables are loaded. */
  readonly onListening?: (url: string) => void;
}

const TABLES_AFTER_MS = 25;

/** What is added to the time set for a stop, to give back what the server holds. */
const RELEASE_MS = 300;

/** A server that answers calls. */
export interface Serving {
  readonly url: string;
  readonly engine: Engine;
  /** Parts left out of answers since the start. */
  readonly softFailures: SoftFailures;
  /** Looks for a newly published snapshot now. */
  check(): Promise<void>;
  /** Reads the files of the certificate again; nothing without TLS. */
  renewCertificate(): void;
  /**
   * Not serving, then drained, then everything given back, within the time set and a third of a second. True when no
   * call had to be cut off and nothing hung.
   */
  close(): Promise<boolean>;
  /** What did not end in time: threads of this process that a hung disk or database holds. */
  readonly unreleased: readonly string[];
}

/** Opens the current snapshot and answers calls about it; resolves when it can. Owns no signal handler. */
export async function startServing({
  config,
  log,
  now = () => new Date(),
  ...options
}: StartOptions): Promise<Serving> {
  const cors = corsHook(config.corsOrigins);
  const tls = readTls(config.tlsKeyFile, config.tlsCertFile);
  const clocks = {
    now: () => now().getTime(),
    monotonicMs: options.monotonicMs ?? sharedClockMs,
  };
  let ownUrl = "";
  const accessControl = await openAccessControl({
    config,
    ownUrl: () => ownUrl,
    log,
    ...clocks,
  });
  const health = new Health([...productServices.map((service) => service.typeName), CURRENT_SNAPSHOT]);
  const state = snapshotState({ health, log, now, dataDir: config.dataDir });
  const answers = config.answerCacheMb === 0 ? undefined : new AnswerCache(config.answerCacheMb * 2 ** 20);
  const follower = await followCurrent({
    dataDir: config.dataDir,
    metrics: METRICS,
    sqlConnections: config.sqlConnections,
    sqlWaiting: config.sqlWaiting,
    filterThreads: config.filterThreads,
    onMemoryOnly: (err) =>
      log.warn({ err }, "no temporary file can be made (see TMPDIR); the tables stay in memory, whole"),
    onWorkerEnd: (err) => log.warn({ err }, "a filter thread ended; another takes its place"),
    onSwap: (snapshotId) => {
      answers?.keepOnly(snapshotId);
      log.info({ snapshotId }, "serving a new snapshot");
    },
    onRefuse: state.onRefuse,
    onRecover: state.onRecover,
  }).catch(async (error) => {
    await accessControl.close();
    throw error;
  });
  const { engine } = follower;
  const switches = followSwitches({
    dataDir: config.dataDir,
    configured: config,
    monotonicMs: clocks.monotonicMs,
    onError: (err) =>
      log.error({ err }, "the switches file cannot be read: everything that has a switch is withheld"),
  });
  const softFailures = new SoftFailures();
  const unread = new UnreadAnswers({
    totalBytes: config.unreadAnswersMb * 2 ** 20,
    timeoutMs: config.answerTimeoutMs,
  });
  const observability = openObservability({
    unread,
    engine,
    filterLoad: follower.filterLoad,
    accessControl,
    softFailures,
    snapshotFamilies: state.families,
    log,
    certificateExpiresAtMs: () => certificate?.expiresAtMs(),
    writesRequests: config.requestLog,
  });
  const methods = openMethods(engine, {
    now,
    switches,
    answers,
    onPartDropped: (part, err) => {
      softFailures.add(part);
      log.error({ part, err }, "an answer went out without a part that could not be read");
    },
  });
  const server = createServer({
    methods: methods.all,
    health,
    unread,
    logger: log,
    snapshotFacts: () => snapshotFacts(engine.manifest),
    requestTimeoutMs: config.requestTimeoutMs,
    now,
    firstHooks: config.guard ? [cors, guardOf(config, accessControl, clocks)] : [cors],
    observer: observability.observer,
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
      registerExports(scope, {
        engine,
        accessControl,
        slots: new ExportSlots(config.exportsAtOnce),
        switches,
        answerValidity: answerValidity(switches, now),
        cacheControl: config.cacheControl,
        answerTimeoutMs: config.answerTimeoutMs,
        onError: (err) => log.error({ err }, "a file could not be sent whole"),
      });
      registerSql(scope, {
        engine,
        directoryOf: (snapshotId) => join(dataDirectory(resolve(config.dataDir)).snapshots, snapshotId),
        token: config.internalToken,
        onError: (err) => log.error({ err }, "a question in SQL failed"),
      });
      registerInternalLimits(scope, accessControl, config.internalToken);
      registerMetrics(scope, config.metricsToken, observability.metrics);
      registerPage(scope, {
        accessControl,
        isTls: tls !== undefined,
        onError: (err) => log.error({ err }, "the explorer page cannot be served"),
      });
      registerDocs(scope, {
        baseUrl: () => config.webUrl || ownUrl,
        limits: config.limits ? tierRows(config.tierLimits) : undefined,
        snapshot: () => engine.manifest,
      });
    },
    ...(options.ownUnaryRoute === undefined ? {} : { ownUnaryRoute: options.ownUnaryRoute }),
  });
  let certificate: CertificateFollower | undefined;
  const unreleased: string[] = [];
  const giveBack = async (timeMs: number) => {
    observability.close();
    certificate?.close();
    const [isFollowerClosed, isStoreReleased] = await Promise.all([
      endsWithin(follower.close(), timeMs),
      accessControl.close(timeMs),
    ]);
    if (!isFollowerClosed) unreleased.push("the snapshot");
    if (!isStoreReleased) unreleased.push("the quota store");
  };
  const { headersTimeoutMs, bodyTimeoutMs, maxHeaderBytes, maxConnections } = config;
  const port = await listen(server, {
    host: config.host,
    port: config.port,
    limits: { headersTimeoutMs, bodyTimeoutMs, maxHeaderBytes, maxConnections },
    ...(tls === undefined ? {} : { tls }),
  }).catch(async (error) => {
    await giveBack(RELEASE_MS);
    throw portError(error, config.host, config.port);
  });
  ownUrl = linkableUrl(port.url);
  if (tls !== undefined) {
    const { tlsKeyFile: keyFile, tlsCertFile: certFile } = config;
    const apply = port.renewTls;
    certificate = followCertificate({ keyFile, certFile, first: tls, now: clocks.now, log, apply });
  }
  const metricsPort =
    config.metricsPort === 0
      ? undefined
      : await listenForMetrics(config.host, config.metricsPort, observability.metrics).catch(
          async (error) => {
            await port.close(0);
            await giveBack(RELEASE_MS);
            throw portError(error, config.host, config.metricsPort);
          },
        );
  if (metricsPort !== undefined) log.info({ url: metricsPort.url }, "metrics on a port of their own");
  const close = async () => {
    const endMs = performance.now() + config.shutdownTimeoutMs + RELEASE_MS;
    health.shutDown();
    const drained = port.close(config.shutdownTimeoutMs);
    await endsWithin(Promise.all([drained, metricsPort?.close()]), endMs - performance.now());
    // Whatever hangs below has the rest of the time and no more.
    await giveBack(Math.max(RELEASE_MS, endMs - performance.now()));
    if (unreleased.length > 0) log.error({ unreleased }, "did not end in time and is left behind");
    return unreleased.length === 0 && (await drained);
  };
  options.onListening?.(port.url);
  try {
    // A caller that waited for the port hears first: loading the database driver holds this thread for a while.
    await setTimeout(TABLES_AFTER_MS);
    await Promise.all([methods.load(), import("./connect/connect-handlers.ts")]);
    await follower.ready();
  } catch (error) {
    await close();
    throw error;
  }
  health.setServing();
  return {
    url: port.url,
    engine,
    softFailures,
    check: follower.check,
    renewCertificate: () => certificate?.renew(),
    close,
    unreleased,
  };
}
