import { availableParallelism, platform } from "node:os";
import type { Config } from "../../config/config.ts";
import { badConfig } from "../../runtime/errors.ts";
import { checkPort } from "../wire/port/port-error.ts";

/** Systems that distribute connections among several listeners of a port. */
const SPREADING = ["linux", "freebsd", "aix", "sunos"];

const MAX_THREADS = 64;

/**
 * Number of wire threads: as configured, or one per core. Checks that the port is free: with SO_REUSEPORT,
 * another process could silently share it.
 */
export async function wireThreadCount({ threads, host, port }: Config): Promise<number> {
  const canSpread = SPREADING.includes(platform());
  if (threads > 1 && !canSpread) {
    throw badConfig(
      `--threads ${threads}: ${platform()} does not spread connections over threads; allowed is 1`,
    );
  }
  const count = threads === 0 && canSpread ? Math.min(availableParallelism(), MAX_THREADS) : threads || 1;
  if (count > 1) await checkPort(host, port);
  return count;
}
