import { BoundedCache } from "../../runtime/bounded-cache.ts";
import { callerClass } from "../callers/caller-class.ts";

/** What is known of one caller's month. */
export interface Account {
  /** The store's count when it was last heard of; undefined before that. */
  total: number | undefined;
  totalAtMs: number;
  /** Requests in a write under way. */
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
  readonly #strangers: BoundedCache<Account>;
  readonly #users: BoundedCache<Account>;
  readonly maxSize: number;

  /** `onForget` hears of every account that makes room, with what it still owes to the store. */
  constructor({ strangers, users }: AccountBounds, onForget: (identifier: string, account: Account) => void) {
    this.#strangers = new BoundedCache({ maxEntries: strangers, onEvict: onForget });
    this.#users = new BoundedCache({ maxEntries: users, onEvict: onForget });
    this.maxSize = strangers + users;
  }

  get size(): number {
    return this.#strangers.size + this.#users.size;
  }

  /** The caller's account when there is one; to look it up is no sign of the caller. */
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
    this.#strangers.clear();
    this.#users.clear();
  }

  #classOf(identifier: string): BoundedCache<Account> {
    return callerClass(identifier) === "user" ? this.#users : this.#strangers;
  }
}
