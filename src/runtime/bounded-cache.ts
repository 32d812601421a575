import { LRUCache } from "lru-cache";

export interface BoundedCacheOptions<V> {
  readonly maxEntries: number;
  /** Allocates per entry instead of for maxEntries up front; for large bounds that are seldom reached. */
  readonly isSparse?: boolean;
  /** Time to live of an entry, in whole milliseconds; without it entries do not expire. */
  readonly freshMs?: number;
  readonly now?: () => number;
  readonly onEvict?: (key: string, value: V) => void;
}

/** An LRU cache by key. Concurrent loads of the same key share one load. */
export class BoundedCache<V extends {}> {
  readonly #entries: LRUCache<string, V, () => Promise<V>>;

  constructor({ maxEntries, isSparse = false, freshMs, now, onEvict }: BoundedCacheOptions<V>) {
    this.#entries = new LRUCache({
      ...(isSparse ? { maxSize: maxEntries, sizeCalculation: () => 1 } : { max: maxEntries }),
      // lru-cache counts an entry as fresh at the very end of its ttl too.
      ...(freshMs === undefined ? {} : { ttl: freshMs - 1, ttlResolution: 0 }),
      ...(now === undefined ? {} : { perf: { now } }),
      ...(onEvict === undefined
        ? {}
        : { dispose: (value: V, key: string, reason: string) => reason === "evict" && onEvict(key, value) }),
      fetchMethod: (_key, _stale, { context: load }) => load(),
      // An evicted load in flight still has callers that await it.
      ignoreFetchAbort: true,
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  /** Returns the value without marking it as used. */
  peek(key: string): V | undefined {
    return this.#entries.peek(key);
  }

  set(key: string, value: V): void {
    this.#entries.set(key, value);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** The cached value synchronously; else the promise of a shared load. A failed load is not cached. */
  load(key: string, load: () => Promise<V>): V | Promise<V> {
    return this.#entries.get(key) ?? (this.#entries.forceFetch(key, { context: load }) as Promise<V>);
  }
}
