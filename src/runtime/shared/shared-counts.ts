export interface SharedCountsSize {
  readonly threads: number;
  /** Most names a thread may use; later ones are counted as `other`. */
  readonly names: number;
  /** Numbers that a name has. */
  readonly width: number;
}

/** The name under which everything beyond the bound is counted. */
export const OTHER_NAME = "other";

const HEADER_WORDS = 4;
/** Bytes of a name with its length before it. */
const NAME_BYTES = 256;

const toText = new TextDecoder();
const toBytes = new TextEncoder();

/**
 * Numbers by name that several threads count at once. Each thread adds to a stretch of its own, so that nobody waits and
 * nothing is sent; a reader that wants the sums reads them all. Only the owner writes to a stretch, and an aligned number is
 * stored in one step, so a reader sees each as it was or as it is.
 */
export class SharedCounts {
  readonly memory: SharedArrayBuffer;
  readonly #size: SharedCountsSize;
  readonly #thread: number;
  readonly #own = new Map<string, Float64Array>();

  /** New memory, or that of another thread; `thread` says whose stretch is written here. */
  constructor(from: SharedCountsSize | SharedArrayBuffer, thread = 0) {
    this.memory = from instanceof SharedArrayBuffer ? from : newMemory(from);
    const [threads, names, width] = new Int32Array(this.memory, 0, HEADER_WORDS);
    this.#size = { threads, names, width };
    this.#thread = thread;
    // A thread that takes the place of one that has ended goes on with its counts.
    for (const [name, numbers] of this.#stretch(thread)) this.#own.set(name, numbers);
    if (this.#own.size === 0) this.#add(OTHER_NAME);
  }

  /** This thread's numbers of a name, to add to. */
  of(name: string): Float64Array {
    return this.#own.get(name) ?? this.#add(name);
  }

  /** The numbers of each name, summed up over all threads. */
  sums(): Map<string, Float64Array> {
    const sums = new Map<string, Float64Array>();
    for (let thread = 0; thread < this.#size.threads; thread++) {
      for (const [name, numbers] of this.#stretch(thread)) {
        const sum = sums.get(name);
        if (sum === undefined) sums.set(name, numbers.slice());
        else for (let i = 0; i < sum.length; i++) sum[i] += numbers[i];
      }
    }
    return sums;
  }

  /** Sets one number of every name to zero in the stretch of a thread that has ended: what it had in progress is gone. */
  clear(thread: number, index: number): void {
    for (const [, numbers] of this.#stretch(thread)) numbers[index] = 0;
  }

  #add(name: string): Float64Array {
    const bytes = toBytes.encode(name);
    const used = this.#usedOf(this.#thread);
    if (used[0] >= this.#size.names || bytes.length > NAME_BYTES - 1) return this.#own.get(OTHER_NAME)!;
    const index = used[0];
    const place = this.#namePlace(this.#thread, index);
    place[0] = bytes.length;
    place.set(bytes, 1);
    const numbers = this.#numbersAt(this.#thread, index);
    this.#own.set(name, numbers);
    // Told last: a reader that sees the name sees it whole.
    Atomics.store(used, 0, index + 1);
    return numbers;
  }

  *#stretch(thread: number): Generator<[string, Float64Array]> {
    const used = Atomics.load(this.#usedOf(thread), 0);
    for (let index = 0; index < used; index++) {
      const place = this.#namePlace(thread, index);
      // Copied, because shared memory cannot be decoded in place.
      yield [toText.decode(place.slice(1, 1 + place[0])), this.#numbersAt(thread, index)];
    }
  }

  #usedOf(thread: number): Int32Array {
    return new Int32Array(this.memory, this.#startOf(thread), 1);
  }

  #namePlace(thread: number, index: number): Uint8Array {
    return new Uint8Array(this.memory, this.#startOf(thread) + 8 + index * NAME_BYTES, NAME_BYTES);
  }

  #numbersAt(thread: number, index: number): Float64Array {
    const { names, width } = this.#size;
    const start = this.#startOf(thread) + 8 + names * NAME_BYTES + index * width * 8;
    return new Float64Array(this.memory, start, width);
  }

  #startOf(thread: number): number {
    return HEADER_WORDS * 4 + thread * stretchBytes(this.#size);
  }
}

const stretchBytes = ({ names, width }: SharedCountsSize) => 8 + names * (NAME_BYTES + width * 8);

function newMemory(size: SharedCountsSize): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(HEADER_WORDS * 4 + size.threads * stretchBytes(size));
  new Int32Array(memory).set([size.threads, size.names, size.width]);
  return memory;
}
