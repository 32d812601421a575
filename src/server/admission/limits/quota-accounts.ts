import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { callerClass } from "../callers/caller-class.ts";

/** What is known of one caller's month. */
export interface Account {
  /** The store's count when it was last heard of; undefined before that. */
  total: number | undefined;
  totalAtMs: number;
  /** Requests in a write in progress. */
  sending: number;
  /** Requests not yet in any write. */
  delta: number;
  isReadQueued: boolean;
}

/** Most accounts of each class in memory. */
export interface AccountBounds {
  readonly strangers: number;
  readonly users: number;
}

/** The accounts of a month. In each class the caller seen longest ago makes room for the next; no class for the other. */
export class QuotaAccounts {
  readonly #bounds: AccountBounds;
  readonly #onForget: (identifier: string, account: Account) => void;
  /** Made with the first caller of the class. */
  readonly #classes = new Map<keyof AccountBounds, BoundedCache<Account>>();

  /** `onForget` is called with every account that makes room, with what it still owes to the store. */
  constructor(bounds: AccountBounds, onForget: (identifier: string, account: Account) => void) {
    this.#bounds = bounds;
    this.#onForget = onForget;
  }

  get maxSize(): number {
    return this.#bounds.strangers + this.#bounds.users;
  }

  get size(): number {
    return [...this.#classes.values()].reduce((sum, accounts) => sum + accounts.size, 0);
  }

  /** The caller's account when there is one; looking it up does not count as a use. */
  find(identifier: string): Account | undefined {
    return this.#classOf(identifier).peek(identifier);
  }

  /** The caller's account, opened when there is none. */
  open(identifier: string): Account {
    const accounts = this.#classOf(identifier);
    let account = accounts.get(identifier);
    if (account === undefined) {
      account = { total: undefined, totalAtMs: 0, sending: 0, delta: 0, isReadQueued: false };
      accounts.set(identifier, account);
    }
    return account;
  }

  clear(): void {
    for (const accounts of this.#classes.values()) accounts.clear();
  }

  #classOf(identifier: string): BoundedCache<Account> {
    const name = callerClass(identifier) === "user" ? "users" : "strangers";
    let accounts = this.#classes.get(name);
    if (accounts === undefined) {
      accounts = new BoundedCache({
        maxEntries: this.#bounds[name],
        isSparse: true,
        onEvict: this.#onForget,
      });
      this.#classes.set(name, accounts);
    }
    return accounts;
  }
}
