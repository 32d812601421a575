import { flushCompileCache } from "node:module";
import { type Logger, pino } from "pino";
import type { Config } from "../config/config.ts";
import { JoinedLines } from "../runtime/joined-lines.ts";
import { linkableUrl } from "../server/callers/help-links.ts";
import { startServing } from "../server/start-serving.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import { readableLines } from "./readable-lines.ts";
import { welcomeText } from "./start/welcome.ts";
import type { Terminal } from "./terminal.ts";

/** What goes on beside the server, until it is done or the signal ends it. */
export type Beside = (log: Logger, signal: AbortSignal) => Promise<void>;

/** Serves until the terminal's signal fires; returns when every call under way has ended or its time is up. */
export async function serve(config: Config, terminal: Terminal, beside?: Beside): Promise<void> {
  const isText = isReadable(config, terminal);
  // Written behind the requests: a slow reader of the log makes no caller wait.
  const lines = new JoinedLines(pino.destination({ dest: 1, sync: false }));
  const onExit = () => lines.flushSync();
  // However the process ends, by a fault too, the last lines tell why.
  process.once("exit", onExit);
  const log = pino(
    { level: config.logLevel },
    isText ? { write: (line) => lines.write(readableLines(line)) } : lines,
  );
  const serving = await startServing({ config, log });
  const onHangUp = () => {
    serving.renewCertificate();
    void serving.check();
  };
  process.on("SIGHUP", onHangUp);
  const { manifest } = serving.engine;
  if (isText) lines.write(welcomeText(linkableUrl(serving.url), manifest, config));
  else logReady(log, serving.url, manifest);
  flushCompileCache();
  const besides = beside?.(log, terminal.signal);
  await new Promise<void>((resolve) => {
    if (terminal.signal.aborted) resolve();
    terminal.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  log.info("stopping: not serving, finishing calls under way");
  const [isClean] = await Promise.all([serving.close(), besides]);
  process.off("SIGHUP", onHangUp);
  log.info({ isClean }, "stopped");
  await lines.flush().catch(() => {
    // Nobody reads the log any more.
  });
  process.off("exit", onExit);
  // A thread that waits for a hung disk cannot be ended, and Node would wait for it until the end.
  if (serving.unreleased.length > 0) {
    lines.flushSync();
    process.kill(process.pid, "SIGKILL");
  }
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
