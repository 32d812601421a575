export interface SharedCountsSize {
  readonly threads: number;
  /** Most names per thread; later ones are counted as `other`. */
  readonly names: number;
  readonly width: number;
}

/** The name that collects everything beyond the bound. */
export const OTHER_NAME = "other";

const HEADER_WORDS = 4;
/** Bytes per name, including a length byte. */
const NAME_BYTES = 256;

const toText = new TextDecoder();
const toBytes = new TextEncoder();

/**
 * Counters by name that several threads update at once. Each thread adds to its own section of the shared
 * memory, so there are no locks or messages; a reader sums all sections. Only the owner writes a section, and
 * an aligned float64 is stored in one step, so a reader sees the old or the new value of each counter.
 */
export class SharedCounts {
  readonly memory: SharedArrayBuffer;
  readonly #size: SharedCountsSize;
  readonly #thread: number;
  readonly #own = new Map<string, Float64Array>();

  /** Allocates new memory, or attaches to another thread's; `thread` is the section written here. */
  constructor(from: SharedCountsSize | SharedArrayBuffer, thread = 0) {
    this.memory = from instanceof SharedArrayBuffer ? from : newMemory(from);
    const [threads, names, width] = new Int32Array(this.memory, 0, HEADER_WORDS);
    this.#size = { threads, names, width };
    this.#thread = thread;
    // A thread that replaces one that has ended continues its counters.
    for (const [name, numbers] of this.#stretch(thread)) this.#own.set(name, numbers);
    if (this.#own.size === 0) this.#add(OTHER_NAME);
  }

  of(name: string): Float64Array {
    return this.#own.get(name) ?? this.#add(name);
  }

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

  /** Zeroes one counter of every name for a thread that has ended, such as its calls in flight. */
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
    // Published last, so that a reader never sees a partly written name.
    Atomics.store(used, 0, index + 1);
    return numbers;
  }

  *#stretch(thread: number): Generator<[string, Float64Array]> {
    const used = Atomics.load(this.#usedOf(thread), 0);
    for (let index = 0; index < used; index++) {
      const place = this.#namePlace(thread, index);
      // TextDecoder does not accept shared memory, so copy.
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
