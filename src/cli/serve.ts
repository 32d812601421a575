import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { aborted } from "node:util";
import { type Logger, pino } from "pino";
import type { Config } from "../config/config.ts";
import { throwIfAborted } from "../runtime/abort.ts";
import { makeDirectory } from "../runtime/files/writable-directory.ts";
import { JoinedLines } from "../runtime/joined-lines.ts";
import { endsWithin } from "../runtime/time/within.ts";
import { linkableUrl } from "../server/admission/callers/help-links.ts";
import { startServing } from "../server/start/start-serving.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import { followOrigin, type OriginFollower } from "../snapshot/remote/follow-origin.ts";
import { httpOrigin } from "../snapshot/remote/origin.ts";
import { readCurrent } from "../snapshot/store/read-current.ts";
import { namesIn } from "./configuration.ts";
import { DescriptorSink } from "./output/descriptor-sink.ts";
import { readableLines } from "./readable-lines.ts";
import { retainAfterPublication } from "./snapshot/retain-after-publication.ts";
import { HangUps } from "./start/hang-ups.ts";
import { welcomeText } from "./start/welcome.ts";
import type { Terminal } from "./terminal.ts";

/** Work that runs alongside the server until it is done or the signal aborts. */
type BackgroundWork = (log: Logger, signal: AbortSignal) => Promise<void>;

/**
 * Milliseconds after the shutdown timeout until background work must have ended, until the log must be
 * written, and until the process is killed. The rest of half a second is slack for a busy system.
 */
const BACKGROUND_MS = 225;
const LOG_MS = 150;
const END_MS = 350;

/** Least time for the log when all else took BACKGROUND_MS + 25 ms: one small write, still within END_MS. */
const MIN_LOG_MS = 100;

/**
 * Serves until the signal aborts or the terminal closes; returns when every call in flight has ended or timed
 * out. Handles SIGHUP from the beginning, as it would otherwise kill a server that is still starting.
 */
export async function serve(config: Config, terminal: Terminal, background?: BackgroundWork): Promise<void> {
  const hangUps = new HangUps();
  const signal = AbortSignal.any([terminal.signal, hangUps.ended]);
  try {
    await serveUntilStopped(config, { ...terminal, signal }, hangUps, background);
  } finally {
    hangUps.close();
  }
}

async function serveUntilStopped(
  config: Config,
  terminal: Terminal,
  hangUps: HangUps,
  background: BackgroundWork | undefined,
): Promise<void> {
  const { signal } = terminal;
  const isText = isReadable(config, terminal);
  // Written asynchronously: a slow reader of the log does not delay requests.
  const onLost = (bytes: number) => log.warn({ bytes }, "log output was dropped, as it is read too slowly");
  const lines = new JoinedLines(new DescriptorSink(1, onLost));
  const writeText = (text: string) => {
    if (text !== "") lines.write(text);
  };
  const onExit = () => lines.flushSync();
  // The last lines give the reason, however the process ends.
  process.once("exit", onExit);
  let stopsAtMs = 0;
  const timeTo = (lateMs: number) => stopsAtMs + lateMs - performance.now();
  const onStop = () => {
    stopsAtMs = performance.now() + config.shutdownTimeoutMs;
    setTimeout(endProcess, timeTo(END_MS)).unref();
  };
  if (signal.aborted) onStop();
  signal.addEventListener("abort", onStop, { once: true });
  const log: Logger = pino(
    { level: config.logLevel },
    isText ? { write: (line) => writeText(readableLines(line)) } : lines,
  );
  const follower = config.from === "" ? undefined : await followFrom(config, log, signal);
  const serving = await startServing({ config, log, origin: follower }).catch(async (error) => {
    if (follower !== undefined) await endsWithin(follower.close(), config.shutdownTimeoutMs);
    throw error;
  });
  hangUps.follow((isOutlived) => {
    if (isOutlived) log.info("the terminal has closed; still serving because of nohup");
    else log.info("SIGHUP: checking for a newer snapshot");
    serving.renewCertificate();
    void serving.check();
  });
  const { manifest } = serving.engine;
  if (isText) lines.write(welcomeText(linkableUrl(serving.url), manifest, config));
  else logReady(log, serving.url, manifest);
  flushCompileCache();
  const backgroundWork = background?.(log, signal);
  await aborted(signal, signal);
  log.info("stopping: rejecting new calls, finishing calls in progress");
  const [isClean, isFetchEnded, isBackgroundEnded] = await Promise.all([
    serving.close(),
    follower === undefined || endsWithin(follower.close(), timeTo(BACKGROUND_MS)),
    backgroundWork === undefined || endsWithin(backgroundWork, timeTo(BACKGROUND_MS)),
  ]);
  hangUps.close();
  if (!isFetchEnded) log.error("the fetch of a snapshot did not stop in time and was abandoned");
  const isWhole = serving.unreleased.length === 0 && isFetchEnded && isBackgroundEnded;
  log.info({ isClean: isClean && isWhole }, "stopped");
  const isLogWritten = await endsWithin(lines.flush(), Math.max(MIN_LOG_MS, timeTo(LOG_MS)));
  process.off("exit", onExit);
  // A thread that waits for a hung disk cannot be terminated, and Node would wait for it; the same goes for a
  // log that nobody reads.
  if (!isWhole || !isLogWritten) endProcess();
}

/**
 * Replicates a published data directory into the local one. Resolves when there is a snapshot to serve: the
 * newest one, or the last fetched one while the origin cannot be reached. With none at all it waits for the
 * first.
 */
async function followFrom(config: Config, log: Logger, signal: AbortSignal): Promise<OriginFollower> {
  const { from, dataDir, fromEveryMs } = config;
  throwIfAborted(signal, "start");
  await makeDirectory(dataDir);
  const follower = followOrigin({
    origin: httpOrigin(from, { redirectHosts: namesIn(config.fromRedirectHosts.toLowerCase()) }),
    dataDir,
    everyMs: fromEveryMs,
    onFault: (err) =>
      log.error({ err, from }, "the origin's snapshot cannot be fetched; still serving the previous one"),
    onFetch: (result) => {
      log.info(result, "fetched a snapshot");
      void retainAfterPublication(config, { err: (text) => log.warn(text) });
    },
  });
  // Cancels a fetch in flight; the next start fetches the snapshot again.
  signal.addEventListener("abort", () => void follower.close(), { once: true });
  try {
    await follower.check();
  } catch {
    while ((await readCurrent(dataDir)) === undefined) {
      throwIfAborted(signal, "start");
      await sleep(Math.min(fromEveryMs, 1000), undefined, { signal }).catch(() => {});
    }
  }
  return follower;
}

/** Kills this process with SIGKILL, which nothing can delay. */
function endProcess(): void {
  process.kill(process.pid, "SIGKILL");
}

export function isReadable({ logFormat }: Config, { isTerminal }: Terminal): boolean {
  return logFormat === "text" || (logFormat === "auto" && isTerminal);
}

/** Logs that calls are answered now, and from which data; synthetic data is named as such. */
function logReady(log: Logger, url: string, manifest: SnapshotManifest): void {
  const { snapshotId, asOf, synthetic, title, national } = manifest;
  const facts = { url, snapshotId, asOf, synthetic, suburbs: national.suburbs };
  log.info(
    facts,
    `ready at ${url}: ${title}${synthetic ? " (SYNTHETIC data, not real places or prices)" : ""}`,
  );
}
