import type { Socket } from "node:net";
import { meteredAddress } from "../callers/client-address.ts";

/** The part of all connections that one address may have. */
const SHARE = 4;

/** Never fewer than this: a household, an office or a small proxy has some dozens. */
const LEAST = 512;

/** Connections that one address may have to a thread, of those that all may have to the port. */
export function connectionsOfOnePeer(maxConnections: number, threads: number): number {
  return Math.ceil(Math.max(LEAST, maxConnections / SHARE) / threads);
}

/**
 * Counts the connections of each address, IPv6 by its /64, to one thread: the system spreads those of one address evenly
 * over the threads, so a part for each is about the same as one bound for all. Those that `isOwn` knows may have as many
 * as there are: our own proxies call for many.
 */
export class PeerConnections {
  readonly #most: number;
  readonly #isOwn: (address: string) => boolean;
  readonly #counts = new Map<string, number>();

  constructor(most: number, isOwn: (address: string) => boolean) {
    this.#most = most;
    this.#isOwn = isOwn;
  }

  /** Counts a connection until it closes; closes it at once when its address has as many as it may. */
  readonly take = (socket: Socket): void => {
    const { remoteAddress = "" } = socket;
    if (this.#isOwn(remoteAddress)) return;
    const address = meteredAddress(remoteAddress);
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#most) {
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
