import type { Socket } from "node:net";
import { meteredAddress, siteOf } from "../http/client-address.ts";

/** The part of all connections that one address may have. */
const SHARE = 4;

/** Never fewer than this: a household, an office or a small proxy has some dozens. */
const LEAST = 512;

interface ResetWindow {
  readonly sinceMs: number;
  resets: number;
}

/** Calls that one address may give up within the time: a page that is left gives up some dozens. */
const RESETS_IN_WINDOW = 2000;
const RESET_WINDOW_MS = 10_000;

/** Addresses whose resets are counted at once; more are forgotten together. */
const MOST_WINDOWS = 65_536;

/** Connections that one address may have to a thread, of those that all may have to the port. */
export function connectionsOfOnePeer(maxConnections: number, threads: number): number {
  return Math.ceil(Math.max(LEAST, maxConnections / SHARE) / threads);
}

/**
 * Counts the connections of each address, IPv6 by its /56, to one thread: the system spreads those of one address evenly
 * over the threads, so a part for each is about the same as one bound for all. Those that `isOwn` knows may have as many
 * as there are: our own proxies call for many.
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
     * Counts a call that its caller gave up before the answer. Node bounds them on a connection; an address that gives up
     * too many over however many connections loses this one, and gets no other until the window is over.
     */
    countReset(socket: Socket): void {
      const { remoteAddress = "" } = socket;
      if (isOwn(remoteAddress)) return;
      const address = siteOf(meteredAddress(remoteAddress));
      const nowMs = clockMs();
      let window = resets.get(address);
      if (window === undefined || nowMs - window.sinceMs >= RESET_WINDOW_MS) {
        if (resets.size >= MOST_WINDOWS) resets.clear();
        window = { sinceMs: nowMs, resets: 0 };
        resets.set(address, window);
      }
      if (++window.resets > RESETS_IN_WINDOW) socket.destroy();
    },

    /** Counts a connection until it closes; closes it at once when its address has as many as it may. */
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
