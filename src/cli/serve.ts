import { type Logger, pino } from "pino";
import type { Config } from "../config.ts";
import { followCurrent } from "../engine/follow-current.ts";
import { TerraceError } from "../errors.ts";
import { createServer } from "../server/create-server.ts";
import { listen } from "../server/listen.ts";
import { Health } from "../services/health.ts";
import { snapshotFacts } from "../services/pinned-method.ts";
import { productServices } from "../services/public-methods.ts";
import { serviceMethods } from "../services/service-methods.ts";
import type { SnapshotManifest } from "../snapshot/manifest.ts";
import type { Terminal } from "./terminal.ts";

/** Serves until the terminal's signal fires; returns when every call under way has ended or its time is up. */
export async function serve(config: Config, terminal: Terminal): Promise<void> {
  const log = pino({ level: config.logLevel });
  const health = new Health(productServices.map((service) => service.typeName));
  const follower = await followCurrent({
    dataDir: config.dataDir,
    sqlConnections: config.sqlConnections,
    sqlWaiting: config.sqlWaiting,
    onSwap: (snapshotId) => log.info({ snapshotId }, "serving a new snapshot"),
    onRefuse: (snapshotId, err) =>
      log.error({ snapshotId, err }, "refused a snapshot; the one before keeps serving"),
  });
  const { engine } = follower;
  const server = createServer({
    methods: serviceMethods(engine),
    health,
    logger: log,
    snapshotFacts: () => snapshotFacts(engine.manifest),
  });
  const port = await listen(server, { host: config.host, port: config.port }).catch(async (error) => {
    await follower.close();
    throw portError(error, config);
  });
  const onHangUp = () => void follower.check();
  process.on("SIGHUP", onHangUp);
  health.setServing();
  logReady(log, port.url, engine.manifest);
  await new Promise<void>((resolve) => {
    if (terminal.signal.aborted) resolve();
    terminal.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  log.info("stopping: not serving, finishing calls under way");
  health.shutDown();
  const isClean = await port.close(config.shutdownTimeoutMs);
  await follower.close();
  process.off("SIGHUP", onHangUp);
  log.info({ isClean }, "stopped");
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

function portError(error: unknown, config: Config): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const where = `${config.host}:${config.port}`;
  if (code === "EADDRINUSE") {
    return new TerraceError("bad_config", `${where} is already in use; choose another with --port or PORT`);
  }
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new TerraceError("bad_config", `cannot listen on ${where} (${code}); see --host and --port`);
  }
  return error;
}
