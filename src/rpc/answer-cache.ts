import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { LRUCache } from "lru-cache";
import { CachedAnswer, type FoundBytes, isFoundBytes } from "./cached-answer.ts";
import { type FlightCaller, type FlightWork, SingleFlight } from "./single-flight.ts";
import type { EncodedAnswer } from "./unary-method.ts";

/** Overhead per entry in addition to its bytes and key: two map entries, a few objects and buffers. */
const ENTRY_BYTES = 600;

/** An answer over this share of the cache is not kept: it would evict too many others. */
const MAX_SHARE = 1 / 8;

interface Entry {
  readonly answer: EncodedAnswer;
  readonly byteLength: number;
}

/** LRU cache of one snapshot's answers, bounded in bytes. Never caches errors; merges concurrent lookups. */
export class AnswerCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #lookUps = new SingleFlight<EncodedAnswer>();
  #snapshotId = "";
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes * MAX_SHARE),
      sizeCalculation: ({ byteLength }) => byteLength,
    });
  }

  /** For metrics and tests. A call that joins a lookup in flight counts as neither hit nor miss. */
  counts() {
    return {
      hits: this.#hits,
      misses: this.#misses,
      entries: this.#entries.size,
      byteLength: this.#entries.calculatedSize,
    };
  }

  /** Clears the cache if it belongs to another snapshot. */
  keepOnly(snapshotId: string): void {
    if (snapshotId === this.#snapshotId) return;
    this.#snapshotId = snapshotId;
    this.#entries.clear();
  }

  /** Returns the cached answer; switches the cache to `snapshotId`. */
  get(snapshotId: string, key: string): EncodedAnswer | undefined {
    this.keepOnly(snapshotId);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#hits++;
    return entry.answer;
  }

  /** Joins or starts the lookup of a key, and caches its answer if the snapshot is still current. */
  find(
    schema: DescMessage,
    snapshotId: string,
    key: string,
    caller: FlightCaller,
    find: FlightWork<MessageShape<DescMessage> | FoundBytes>,
  ): Promise<EncodedAnswer> {
    return this.#lookUps.join(`${snapshotId} ${key}`, caller, async (shared, time) => {
      this.#misses++;
      const found = await find(shared, time);
      const answer: EncodedAnswer = new CachedAnswer(schema, found, (byteLength) =>
        this.#grow(key, answer, byteLength),
      );
      // Unless `shared` has aborted, a caller waits and will encode the answer, so that its bytes are
      // counted.
      if (!shared.aborted && snapshotId === this.#snapshotId) {
        this.#keep(key, answer);
        if (isFoundBytes(found)) this.#grow(key, answer, found.bytes.byteLength);
      }
      return answer;
    });
  }

  #keep(key: string, answer: EncodedAnswer): void {
    // Two bytes a character: the most that a string takes in memory.
    this.#entries.set(key, { answer, byteLength: ENTRY_BYTES + key.length * 2 });
  }

  #grow(key: string, answer: EncodedAnswer, byteLength: number): void {
    const entry = this.#entries.peek(key);
    if (entry?.answer !== answer) return;
    // Setting it again makes the cache recompute its size and evict: the oldest entries, or this one if it is
    // now too large.
    this.#entries.set(key, { answer, byteLength: entry.byteLength + byteLength });
  }
}
