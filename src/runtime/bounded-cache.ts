import { LRUCache } from "lru-cache";

export interface BoundedCacheOptions<V> {
  readonly maxEntries: number;
  /** Takes room as entries come, instead of all of it at once; for many entries that may never come. */
  readonly isSparse?: boolean;
  /** How long an entry is believed, in whole milliseconds; for ever when not said. */
  readonly freshMs?: number;
  /** The clock of `freshMs`, in milliseconds. */
  readonly now?: () => number;
  /** Called with each entry that makes room for another. */
  readonly onEvict?: (key: string, value: V) => void;
}

/** Values by key, the least recently used out first. A caller that asks for a value that is being loaded waits for that load. */
export class BoundedCache<V extends {}> {
  readonly #entries: LRUCache<string, V, () => Promise<V>>;

  constructor({ maxEntries, isSparse = false, freshMs, now, onEvict }: BoundedCacheOptions<V>) {
    this.#entries = new LRUCache({
      ...(isSparse ? { maxSize: maxEntries, sizeCalculation: () => 1 } : { max: maxEntries }),
      // The library believes an entry at the very end of its time too.
      ...(freshMs === undefined ? {} : { ttl: freshMs - 1, ttlResolution: 0 }),
      ...(now === undefined ? {} : { perf: { now } }),
      ...(onEvict === undefined
        ? {}
        : { dispose: (value: V, key: string, reason: string) => reason === "evict" && onEvict(key, value) }),
      fetchMethod: (_key, _stale, { context: load }) => load(),
      // A load that is pushed out while in progress still has somebody waiting for it.
      ignoreFetchAbort: true,
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  /** The value, without a use of it. */
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

  /** The value, at once when it is there; loaded otherwise, once for all who ask. A failed load is not kept. */
  load(key: string, load: () => Promise<V>): V | Promise<V> {
    return this.#entries.get(key) ?? (this.#entries.forceFetch(key, { context: load }) as Promise<V>);
  }
}
