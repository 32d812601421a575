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
export class PeerConnections {
  readonly #most: number;
  readonly #isOwn: (address: string) => boolean;
  readonly #counts = new Map<string, number>();
  readonly #resets = new Map<string, ResetWindow>();
  readonly #nowMs: () => number;

  constructor(most: number, isOwn: (address: string) => boolean, nowMs = () => performance.now()) {
    this.#most = most;
    this.#isOwn = isOwn;
    this.#nowMs = nowMs;
  }

  /**
   * Counts a call that its caller gave up before the answer. Node bounds them on a connection; an address that gives up
   * too many over however many connections loses this one, and gets no other until the window is over.
   */
  readonly countReset = (socket: Socket): void => {
    const { remoteAddress = "" } = socket;
    if (this.#isOwn(remoteAddress)) return;
    const address = siteOf(meteredAddress(remoteAddress));
    const nowMs = this.#nowMs();
    let window = this.#resets.get(address);
    if (window === undefined || nowMs - window.sinceMs >= RESET_WINDOW_MS) {
      if (this.#resets.size >= MOST_WINDOWS) this.#resets.clear();
      window = { sinceMs: nowMs, resets: 0 };
      this.#resets.set(address, window);
    }
    if (++window.resets > RESETS_IN_WINDOW) socket.destroy();
  };

  #isBanned(address: string): boolean {
    const window = this.#resets.get(address);
    if (window === undefined || window.resets <= RESETS_IN_WINDOW) return false;
    if (this.#nowMs() - window.sinceMs < RESET_WINDOW_MS) return true;
    this.#resets.delete(address);
    return false;
  }

  /** Counts a connection until it closes; closes it at once when its address has as many as it may. */
  readonly take = (socket: Socket): void => {
    const { remoteAddress = "" } = socket;
    if (this.#isOwn(remoteAddress)) return;
    const address = siteOf(meteredAddress(remoteAddress));
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#most || this.#isBanned(address)) {
      socket.destroy();
      return;
    }
    this.#counts.set(address, count + 1);
    socket.once("close", () => {
      const left = this.#counts.get(address)! - 1;
      if (left === 0) this.#counts.delete(address);
      else this.#counts.set(address, left);
    });
  };
}
