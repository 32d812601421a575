import { availableParallelism, platform } from "node:os";
import type { Config } from "../../config/config.ts";
import { badConfig } from "../../runtime/errors.ts";
import { checkPort } from "../wire/port/port-error.ts";

/** Systems that spread the connections of one port over several listeners. */
const SPREADING = ["linux", "freebsd", "aix", "sunos"];

/** The most that a setting may say. */
const MOST_THREADS = 64;

/**
 * Threads that answer on the port: as many as set, or one a core. A port that several threads share could be shared
 * with another process too, without a word of it; that it is free is therefore looked at first.
 */
export async function wireThreadCount({ threads, host, port }: Config): Promise<number> {
  const canSpread = SPREADING.includes(platform());
  if (threads > 1 && !canSpread) {
    throw badConfig(
      `--threads ${threads}: ${platform()} does not spread connections over threads; allowed is 1`,
    );
  }
  const count = threads === 0 && canSpread ? Math.min(availableParallelism(), MOST_THREADS) : threads || 1;
  if (count > 1) await checkPort(host, port);
  return count;
}
