import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { throwIfAborted } from "../runtime/abort.ts";
import { makeDirectory } from "../runtime/files/writable-directory.ts";
import { followOrigin, type OriginFollower } from "../snapshot/remote/follow-origin.ts";
import { httpOrigin } from "../snapshot/remote/origin.ts";
import { readCurrent } from "../snapshot/store/read-current.ts";
import { namesIn } from "./configuration.ts";
import { retainAfterPublication } from "./snapshot/retain-after-publication.ts";

/**
 * Follows a published data directory into the local one. Resolves when there is something to serve: the newest, or, while
 * the origin cannot be reached, what was fetched before. A machine that has nothing yet waits for its first snapshot.
 */
export async function followFrom(config: Config, log: Logger, signal: AbortSignal): Promise<OriginFollower> {
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
      await setTimeout(Math.min(fromEveryMs, 1000), undefined, { signal }).catch(() => {});
    }
  }
  return follower;
}
