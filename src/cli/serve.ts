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

/** What goes on alongside the server, until it is done or the signal ends it. */
export type Beside = (log: Logger, signal: AbortSignal) => Promise<void>;

/**
 * What is added to the time set for a stop: until everything next to the server has ended, until the last line is
 * written, and until the process is ended whatever hangs. What is left of half a second is for a busy system.
 */
const BESIDE_MS = 225;
const LOG_MS = 150;
const END_MS = 350;

/**
 * What the log has when everything else took its time, which is BESIDE_MS and up to 25 ms of slack: one small write, for
 * which a busy system may take long. With it the process is still not later than END_MS.
 */
const LEAST_LOG_MS = 100;

/**
 * Serves until the signal fires or the terminal closes; returns when every call in flight has ended or its time is up.
 * SIGHUP is heard from the beginning: while a server starts, a reload would end it.
 */
export async function serve(config: Config, terminal: Terminal, beside?: Beside): Promise<void> {
  const hangUps = new HangUps();
  const signal = AbortSignal.any([terminal.signal, hangUps.ended]);
  try {
    await serveUntilStopped(config, { ...terminal, signal }, hangUps, beside);
  } finally {
    hangUps.close();
  }
}

async function serveUntilStopped(
  config: Config,
  terminal: Terminal,
  hangUps: HangUps,
  beside: Beside | undefined,
): Promise<void> {
  const { signal } = terminal;
  const isText = isReadable(config, terminal);
  // Written behind the requests: a slow reader of the log makes no caller wait.
  const onLost = (bytes: number) => log.warn({ bytes }, "a part of the log was lost, as nobody read it");
  const lines = new JoinedLines(new DescriptorSink(1, onLost));
  const writeText = (text: string) => {
    if (text !== "") lines.write(text);
  };
  const onExit = () => lines.flushSync();
  // However the process ends, by a fault too, the last lines tell why.
  process.once("exit", onExit);
  let stopsAtMs = 0;
  const timeTo = (lateMs: number) => stopsAtMs + lateMs - performance.now();
  const onStop = () => {
    stopsAtMs = performance.now() + config.shutdownTimeoutMs;
    // A start that hangs, and whatever else keeps the process from ending, has this time and no more.
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
    if (isOutlived) log.info("the terminal has closed; serving on, as nohup asks");
    else log.info("looking for a newer snapshot, as SIGHUP asks");
    serving.renewCertificate();
    void serving.check();
  });
  const { manifest } = serving.engine;
  if (isText) lines.write(welcomeText(linkableUrl(serving.url), manifest, config));
  else logReady(log, serving.url, manifest);
  flushCompileCache();
  const alongside = beside?.(log, signal);
  await aborted(signal, signal);
  log.info("stopping: not serving, finishing calls in progress");
  const [isClean, isFetchEnded, isBesideEnded] = await Promise.all([
    serving.close(),
    follower === undefined || endsWithin(follower.close(), timeTo(BESIDE_MS)),
    alongside === undefined || endsWithin(alongside, timeTo(BESIDE_MS)),
  ]);
  hangUps.close();
  if (!isFetchEnded) log.error("the fetch of a snapshot did not end in time and is left behind");
  const isWhole = serving.unreleased.length === 0 && isFetchEnded && isBesideEnded;
  log.info({ isClean: isClean && isWhole }, "stopped");
  const isLogWritten = await endsWithin(lines.flush(), Math.max(LEAST_LOG_MS, timeTo(LOG_MS)));
  process.off("exit", onExit);
  // A thread that waits for a hung disk cannot be ended, and Node would wait for it until the end; for a log that
  // nobody reads, too.
  if (!isWhole || !isLogWritten) endProcess();
}

/**
 * Follows a published data directory into the local one. Resolves when there is something to serve: the newest, or, while
 * the origin cannot be reached, what was fetched before. A machine that has nothing yet waits for its first snapshot.
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
      log.error({ err, from }, "the origin's snapshot cannot be had; the one before is served"),
    onFetch: (result) => {
      log.info(result, "fetched a snapshot");
      void retainAfterPublication(config, { err: (text) => log.warn(text) });
    },
  });
  // What is being fetched when the stop comes is given up: it is fetched again by the next start.
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

/** Ends the process here and now; nothing can hold this up. */
function endProcess(): void {
  process.kill(process.pid, "SIGKILL");
}

/** True when the log is for a person, not for a program. */
export function isReadable({ logFormat }: Config, { isTerminal }: Terminal): boolean {
  return logFormat === "text" || (logFormat === "auto" && isTerminal);
}

/** The line that says calls are answered now, and from what; synthetic data is named as such. */
function logReady(log: Logger, url: string, manifest: SnapshotManifest): void {
  const { snapshotId, asOf, synthetic, title, national } = manifest;
  const facts = { url, snapshotId, asOf, synthetic, suburbs: national.suburbs };
  log.info(
    facts,
    `ready at ${url}: ${title}${synthetic ? " (SYNTHETIC data, not real places or prices)" : ""}`,
  );
}
