import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { LRUCache } from "lru-cache";
import { CachedAnswer, type FoundBytes, isFoundBytes } from "./cached-answer.ts";
import { type FlightCaller, type FlightWork, SingleFlight } from "./single-flight.ts";
import type { EncodedAnswer } from "./unary-method.ts";

/** What an answer takes in addition to its bytes and its key: two map entries, a few objects and buffers. */
const ENTRY_BYTES = 600;

/** An answer that takes more than this share of the room is not kept: it would push out too many others. */
const LARGEST_SHARE = 1 / 8;

interface Entry {
  readonly answer: EncodedAnswer;
  readonly byteLength: number;
}

/**
 * Answers of one snapshot that were given before, bounded in bytes; the least recently used go first. Failures are
 * never kept, and identical questions asked at once are looked up once.
 */
export class AnswerCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #lookUps = new SingleFlight<EncodedAnswer>();
  #snapshotId = "";
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes * LARGEST_SHARE),
      sizeCalculation: ({ byteLength }) => byteLength,
    });
  }

  /** For metrics and tests. A question that joins a look-up in progress is neither a hit nor a miss. */
  counts() {
    return {
      hits: this.#hits,
      misses: this.#misses,
      entries: this.#entries.size,
      byteLength: this.#entries.calculatedSize,
    };
  }

  /** Drops the answers of every other snapshot. */
  keepOnly(snapshotId: string): void {
    if (snapshotId === this.#snapshotId) return;
    this.#snapshotId = snapshotId;
    this.#entries.clear();
  }

  /** The answer kept for a question about the current snapshot. */
  get(snapshotId: string, key: string): EncodedAnswer | undefined {
    this.keepOnly(snapshotId);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#hits++;
    return entry.answer;
  }

  /** The answer as `find` gives it, asked at most once at a time for one key, and kept if it may be. */
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
      // A caller is waiting unless `shared` fired: it encodes the answer, so that what is kept is also counted.
      if (!shared.aborted && snapshotId === this.#snapshotId) {
        this.#keep(key, answer);
        if (isFoundBytes(found)) this.#grow(key, answer, found.bytes.byteLength);
      }
      return answer;
    });
  }

  #keep(key: string, answer: EncodedAnswer): void {
    // Two bytes a character: the most that a text takes in memory.
    this.#entries.set(key, { answer, byteLength: ENTRY_BYTES + key.length * 2 });
  }

  /** Counts bytes that an answer takes since it was encoded in one more form. */
  #grow(key: string, answer: EncodedAnswer, byteLength: number): void {
    const entry = this.#entries.peek(key);
    if (entry?.answer !== answer) return;
    // Set again, the entry is weighed again: the oldest make room, and one that has grown too large goes itself.
    this.#entries.set(key, { answer, byteLength: entry.byteLength + byteLength });
  }
}
