import { BurstWindows } from "./burst-windows.ts";

/** Most addresses, and most tokens, that are counted at once. */
const MAX_KEYS = 65_536;

/** The memory of a guard's windows, for other threads. */
export type GuardMemory = Readonly<Record<"addresses" | "tokens", SharedArrayBuffer>>;

/** What a guard counts in. Tokens have a table of their own: a caller that invents many pushes out no address. */
export class GuardWindows {
  readonly addresses: BurstWindows;
  readonly tokens: BurstWindows;

  constructor(from?: GuardMemory) {
    this.addresses = new BurstWindows(from?.addresses ?? MAX_KEYS);
    this.tokens = new BurstWindows(from?.tokens ?? MAX_KEYS);
  }

  get memory(): GuardMemory {
    return { addresses: this.addresses.memory, tokens: this.tokens.memory };
  }

  /** Frees what a thread held when it ended. */
  releaseDead(deadThreadId: number): void {
    this.addresses.releaseDead(deadThreadId);
    this.tokens.releaseDead(deadThreadId);
  }
}
