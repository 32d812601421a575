export interface ThreadNumbersSize {
  readonly threads: number;
  readonly width: number;
}

/** A sum over threads, to which each thread contributes its own number. */
export interface SharedNumber {
  total(): number;
  set(own: number): void;
  /** Increases whenever a thread sets its number or ends. */
  version(): number;
  /** Resolves to true when the version differs from `version`, or to false after `withinMs`. */
  after(version: number, withinMs: number): Promise<boolean>;
}

export function ownNumber(): SharedNumber {
  return new ThreadNumbers({ threads: 1, width: 1 }).shared(0);
}

const HEADER_BYTES = 16;

/** Index of the version in the header, after the counts of threads and of numbers. */
const VERSION = 2;

/** Current numbers, such as loads, of several threads: each writes its own, in atomic float64 stores. */
export class ThreadNumbers {
  readonly memory: SharedArrayBuffer;
  readonly threads: number;
  readonly own: Float64Array;
  readonly #width: number;
  readonly #header: Int32Array<SharedArrayBuffer>;

  /** Allocates new memory, or attaches to another thread's. */
  constructor(from: ThreadNumbersSize | SharedArrayBuffer, thread = 0) {
    this.memory = from instanceof SharedArrayBuffer ? from : newMemory(from);
    this.#header = new Int32Array(this.memory, 0, HEADER_BYTES / 4);
    const [threads, width] = this.#header;
    this.threads = threads;
    this.#width = width;
    this.own = this.of(thread);
  }

  of(thread: number): Float64Array {
    return new Float64Array(this.memory, HEADER_BYTES + thread * this.#width * 8, this.#width);
  }

  all(index: number): number[] {
    return Array.from({ length: this.threads }, (_, thread) => this.of(thread)[index]);
  }

  sum(index: number): number {
    let sum = 0;
    const numbers = new Float64Array(this.memory, HEADER_BYTES);
    for (let at = index; at < numbers.length; at += this.#width) sum += numbers[at];
    return sum;
  }

  /** The numbers at `index` as a SharedNumber of this thread. */
  shared(index: number): SharedNumber {
    return {
      total: () => this.sum(index),
      set: (own) => {
        this.own[index] = own;
        this.#wake();
      },
      version: () => Atomics.load(this.#header, VERSION),
      after: async (version, withinMs) =>
        (await Atomics.waitAsync(this.#header, VERSION, version, withinMs).value) !== "timed-out",
    };
  }

  #wake(): void {
    Atomics.add(this.#header, VERSION, 1);
    Atomics.notify(this.#header, VERSION);
  }

  /** Zeroes the numbers of a thread that has ended, from an index on. */
  clear(thread: number, from = 0): void {
    this.of(thread).fill(0, from);
    this.#wake();
  }
}

function newMemory({ threads, width }: ThreadNumbersSize): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(HEADER_BYTES + threads * width * 8);
  new Int32Array(memory).set([threads, width]);
  return memory;
}
