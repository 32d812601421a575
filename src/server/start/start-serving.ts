import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import { OPEN_TABLES, SHARED_COLUMNS } from "../../domains/opened-parts.ts";
import { productServices } from "../../domains/public-methods.ts";
import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import { followCurrent } from "../../engine/follow-current.ts";
import { CURRENT_SNAPSHOT, Health } from "../../rpc/health/health.ts";
import { endsWithin } from "../../runtime/time/within.ts";
import type { Lookup } from "../../snapshot/hooks/public-address.ts";
import type { OriginFollower } from "../../snapshot/remote/follow-origin.ts";
import { linkableUrl } from "../admission/callers/help-links.ts";
import { GuardWindows } from "../admission/limits/burst-windows.ts";
import { openAccessControl } from "../admission/owned-access.ts";
import { logTextWriter } from "../telemetry/request-line.ts";
import { snapshotState } from "../telemetry/snapshot-state.ts";
import { ThreadMetrics } from "../telemetry/thread-metrics.ts";
import { type CertificateFollower, followCertificate } from "../wire/port/follow-certificate.ts";
import { portError } from "../wire/port/port-error.ts";
import { readTls, type TlsPair } from "../wire/port/tls.ts";
import { followHooks, type HookFollower } from "./follow-hooks.ts";
import { listenForMetrics, metricsPage } from "./observability.ts";
import { openWire, type Wire } from "./open-wire.ts";
import { ownerFunctions } from "./owner-functions.ts";
import { sharedClockMs } from "./shared-clock.ts";
import type { HealthState } from "./thread-messages.ts";
import { wireThreadCount } from "./wire-thread-count.ts";
import { WireThreads } from "./wire-threads.ts";

export interface StartOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly now?: () => Date;
  /** Monotonic clock for rate windows, in milliseconds. */
  readonly monotonicMs?: () => number;
  /** Fetches snapshots into the data directory; its faults appear in health and metrics. */
  readonly origin?: OriginFollower | undefined;
  /** DNS lookup for webhooks; by default the system's. */
  readonly lookup?: Lookup;
  /** Called when the port is open: suburb columns work from now on, the rest once its code is loaded. */
  readonly onListening?: (url: string) => void;
}

const METHODS_AFTER_MS = 25;

/** Longest wait for the quota store at start; a store that hangs does not block the server. */
const STORE_OPEN_MS = 2000;

/** Time after the drain to release resources, and the part of it that no drain may use. */
const RELEASE_MS = 225;
const MIN_RELEASE_MS = 50;

/** Polling interval for damage that any thread found in the current snapshot. */
const DAMAGE_LOOK_MS = 250;

/** Tolerance for tasks that have their own timeout. */
const SLACK_MS = 25;

export type Serving = Awaited<ReturnType<typeof startServing>>;

/** Opens the current snapshot and a port; resolves when all methods work. Installs no signal handlers. */
export async function startServing({ config, log, now = () => new Date(), ...options }: StartOptions) {
  const tls = readTls(config.tlsKeyFile, config.tlsCertFile);
  const threads = await wireThreadCount(config);
  const monotonicMs = options.monotonicMs ?? sharedClockMs;
  const clocks = { now: () => now().getTime(), monotonicMs };
  let ownUrl = "";
  const accessControl = await openAccessControl({ config, threads, ownUrl: () => ownUrl, log, ...clocks });
  const health = new Health([...productServices.map((service) => service.typeName), CURRENT_SNAPSHOT]);
  const state = snapshotState({ health, log, now, dataDir: config.dataDir });
  const reportOrigin = () => state.onOrigin(options.origin?.fault);
  options.origin?.onChange(reportOrigin);
  reportOrigin();
  const follower = await followCurrent({
    dataDir: config.dataDir,
    metrics: METRICS,
    openTables: OPEN_TABLES,
    sharedColumns: SHARED_COLUMNS,
    sqlConnections: config.sqlConnections,
    sqlWaiting: config.sqlWaiting,
    threads,
    older: { most: config.openSnapshots, onFull: () => others.postAll({ kind: "let-go" }) },
    // With several wire threads, filter in place: a hop to another thread costs each call more than its
    // filter.
    filterThreads: threads > 1 ? 0 : config.filterThreads,
    onMemoryOnly: (err) =>
      log.warn({ err }, "no temporary file can be made (see TMPDIR); the tables stay in memory, whole"),
    onWorkerEnd: (err) => log.warn({ err }, "a filter thread ended; another takes its place"),
    beforeSwap: (next) => others.prepare(next.posted()),
    onSwap: (snapshotId) => {
      others.swap();
      wire?.keepOnly(snapshotId);
      log.info({ snapshotId }, "serving a new snapshot");
      void hooks?.look();
    },
    onRefuse: state.onRefuse,
    onRecover: state.onRecover,
  }).catch(async (error) => {
    await accessControl.close();
    throw error;
  });
  const { engine } = follower;
  const metrics = new ThreadMetrics(threads);
  const guardWindows = config.guard ? new GuardWindows() : undefined;
  const page = metricsPage({
    metrics,
    engine,
    filterLoad: follower.filterLoad,
    accessControl,
    snapshotFamilies: () => [...state.families(), ...(hooks?.families() ?? [])],
    connections: metrics.connections.total,
    wireThreads: () => others.load(),
    certificateExpiresAtMs: () => certificate?.expiresAtMs(),
  });
  const damageLook = setInterval(() => {
    state.onDamage(engine.manifest.snapshotId, follower.damaged());
  }, DAMAGE_LOOK_MS).unref();
  let wire: Wire | undefined;
  let certificate: CertificateFollower | undefined;
  let hooks: HookFollower | undefined;
  let currentTls = tls;
  const others = new WireThreads({
    threads,
    log,
    start: () => ({
      config,
      logLevel: log.level,
      port: wire!.port.port,
      ownUrl,
      tls: currentTls,
      clockOffsetMs: now().getTime() - Date.now(),
      access: accessControl.share(),
      metrics: metrics.memory,
      guard: guardWindows?.memory,
      health: healthState(health),
    }),
    posted: follower.posted,
    pin: () => engine.hold(),
    pinAt: (snapshotId, signal) => engine.at(snapshotId, signal),
    functions: (pins, signal) => ownerFunctions({ accessControl, metricsPage: page }, pins, signal),
    onCounted: (counts) => {
      for (const [identifier, cost, limit] of counts) accessControl.count(identifier, cost, limit);
    },
    onLog: logTextWriter(log),
    onEnd: (thread, threadId) => {
      accessControl.releaseDead(threadId);
      guardWindows?.releaseDead(threadId);
      follower.releaseThread(thread);
      metrics.endThread(thread);
    },
  });
  health.onChange(() => others.postAll({ kind: "health", state: healthState(health) }));
  const unreleased: string[] = [];
  const releaseAll = async (timeMs: number) => {
    wire?.close();
    metrics.close();
    clearInterval(damageLook);
    certificate?.close();
    const hooksClosed = hooks?.close();
    let isStoreReleased = false;
    const storeClosed = accessControl.close(timeMs).then((isReleased) => {
      isStoreReleased = isReleased;
    });
    const [isFollowerClosed] = await Promise.all([
      endsWithin(follower.close(), timeMs),
      hooksClosed === undefined || endsWithin(hooksClosed, timeMs),
      endsWithin(storeClosed, timeMs + SLACK_MS),
    ]);
    if (!isFollowerClosed) unreleased.push("the snapshot");
    if (!isStoreReleased) unreleased.push("the quota store");
  };
  const opened = await openWire({
    config,
    log,
    threads,
    port: config.port,
    tls,
    engine,
    health,
    accessControl,
    metrics,
    guardWindows,
    now,
    monotonicMs,
    ownUrl: () => ownUrl,
    metricsPage: page,
    quotaHealth: accessControl.health,
  }).catch(async (error) => {
    await releaseAll(RELEASE_MS);
    throw portError(error, config.host, config.port);
  });
  wire = opened;
  const { port, methods } = opened;
  ownUrl = linkableUrl(port.url);
  hooks = followHooks({
    config,
    log,
    engine,
    lookup: options.lookup,
    ...clocks,
    webUrl: () => config.webUrl || ownUrl,
  });
  if (tls !== undefined) {
    const { tlsKeyFile: keyFile, tlsCertFile: certFile } = config;
    const apply = (pair: TlsPair) => {
      port.renewTls(pair);
      currentTls = pair;
      others.postAll({ kind: "tls", pair });
    };
    certificate = followCertificate({ keyFile, certFile, first: tls, now: clocks.now, log, apply });
  }
  const metricsPort =
    config.metricsPort === 0
      ? undefined
      : await listenForMetrics(config.host, config.metricsPort, page).catch(async (error) => {
          await port.close(0);
          await releaseAll(RELEASE_MS);
          throw error;
        });
  if (metricsPort !== undefined) log.info({ url: metricsPort.url }, "metrics on a port of their own");
  const close = async () => {
    const endMs = performance.now() + config.shutdownTimeoutMs + RELEASE_MS;
    health.shutDown();
    const drained = Promise.all([
      port.close(config.shutdownTimeoutMs),
      others.close(config.shutdownTimeoutMs),
      metricsPort?.close(),
    ]);
    const isDrained = await endsWithin(drained, endMs - MIN_RELEASE_MS - performance.now());
    // A thread that hangs in a system call cannot be ended: stop waiting for it.
    if (!isDrained) unreleased.push("calls in progress");
    // The rest of the time is for releasing.
    await releaseAll(endMs - performance.now());
    if (unreleased.length > 0) log.error({ unreleased }, "did not end in time and is left behind");
    if (unreleased.length > 0) return false;
    const [isPortClean, areThreadsClean] = await drained;
    return isPortClean && areThreadsClean;
  };
  options.onListening?.(port.url);
  try {
    // Answer callers that waited for the port first: loading the code of all methods blocks this thread.
    await setTimeout(METHODS_AFTER_MS);
    const store = endsWithin(accessControl.openStore(), STORE_OPEN_MS);
    await Promise.all([methods.load(), import("../calls/connect/connect-handlers.ts"), store]);
    // This thread serves all methods from here on.
    health.setServing();
    // Other threads read tables without checking them, so check them first.
    await follower.checkTables();
    await others.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: port.url,
    engine,
    check: async () => {
      await follower.check();
      await hooks?.look();
    },
    /** Reloads the certificate files; does nothing without TLS. */
    renewCertificate: () => certificate?.renew(),
    /**
     * Stops serving, drains, and releases everything within the shutdown timeout and a quarter of a second.
     * Returns true if no call was cut off and nothing hung.
     */
    close,
    /** For tests: terminates another thread as a fault would; it is restarted. */
    endThread: (thread: number) => others.end(thread),
    /** What did not end in time, because a thread hangs on disk or a database. */
    unreleased,
  };
}

function healthState({ problem, degradation }: Health): HealthState {
  return { problem, degradation };
}
