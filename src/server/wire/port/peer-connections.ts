import type { Socket } from "node:net";
import { meteredAddress, siteOf } from "../http/client-address.ts";

/** One address may have a fourth of all connections. */
const SHARE = 4;

/** But at least this many: a household, an office or a small proxy has some dozens. */
const LEAST = 512;

interface ResetWindow {
  readonly sinceMs: number;
  resets: number;
}

/** Most stream resets of one address within the window; leaving a page causes some dozens. */
const RESETS_IN_WINDOW = 2000;
const RESET_WINDOW_MS = 10_000;

/** Most addresses with a reset window; beyond it all are dropped. */
const MAX_WINDOWS = 65_536;

/** Most connections of one address per thread. */
export function connectionsOfOnePeer(maxConnections: number, threads: number): number {
  return Math.ceil(Math.max(LEAST, maxConnections / SHARE) / threads);
}

/**
 * Limits connections per address, IPv6 by its /56, in one thread. The kernel spreads connections evenly over
 * threads, so a limit per thread is about the same as one for all. `isOwn` addresses are exempt: our own
 * proxies send the calls of many.
 */
export function peerConnections(
  most: number,
  isOwn: (address: string) => boolean,
  clockMs = () => performance.now(),
) {
  const counts = new Map<string, number>();
  const resets = new Map<string, ResetWindow>();
  const isBanned = (address: string): boolean => {
    const window = resets.get(address);
    if (window === undefined || window.resets <= RESETS_IN_WINDOW) return false;
    if (clockMs() - window.sinceMs < RESET_WINDOW_MS) return true;
    resets.delete(address);
    return false;
  };
  return {
    /**
     * Counts a stream that its client reset before the answer. Node limits resets per connection; an address
     * with too many over any number of connections loses this one, and gets no other until the window ends.
     */
    countReset(socket: Socket): void {
      const { remoteAddress = "" } = socket;
      if (isOwn(remoteAddress)) return;
      const address = siteOf(meteredAddress(remoteAddress));
      const nowMs = clockMs();
      let window = resets.get(address);
      if (window === undefined || nowMs - window.sinceMs >= RESET_WINDOW_MS) {
        if (resets.size >= MAX_WINDOWS) resets.clear();
        window = { sinceMs: nowMs, resets: 0 };
        resets.set(address, window);
      }
      if (++window.resets > RESETS_IN_WINDOW) socket.destroy();
    },

    /** Counts a connection until it closes; destroys it if its address is at the limit. */
    take(socket: Socket): void {
      const { remoteAddress = "" } = socket;
      if (isOwn(remoteAddress)) return;
      const address = siteOf(meteredAddress(remoteAddress));
      const count = counts.get(address) ?? 0;
      if (count >= most || isBanned(address)) {
        socket.destroy();
        return;
      }
      counts.set(address, count + 1);
      socket.once("close", () => {
        const left = counts.get(address)! - 1;
        if (left === 0) counts.delete(address);
        else counts.set(address, left);
      });
    },
  };
}
