export interface ThreadNumbersSize {
  readonly threads: number;
  /** Numbers that each thread has. */
  readonly width: number;
}

/** A number that threads add up: each reports its own. */
export interface SharedNumber {
  /** Of all threads. */
  total(): number;
  set(own: number): void;
  /** Grows whenever a thread reports a number or ends. */
  version(): number;
  /** Resolves when the version is another one, at the latest after so many milliseconds; then to false. */
  after(version: number, withinMs: number): Promise<boolean>;
}

/** The same for one thread alone. */
export function ownNumber(): SharedNumber {
  return new ThreadNumbers({ threads: 1, width: 1 }).shared(0);
}

const HEADER_BYTES = 16;

/** Where the version is, in words of the header: after the number of threads and of numbers. */
const VERSION = 2;

/**
 * Numbers that say how each of several threads is doing at the moment. Each thread writes its own, anyone may read all;
 * an aligned number is stored in one step.
 */
export class ThreadNumbers {
  readonly memory: SharedArrayBuffer;
  readonly threads: number;
  /** This thread's numbers, to write. */
  readonly own: Float64Array;
  readonly #width: number;
  readonly #header: Int32Array<SharedArrayBuffer>;

  /** New memory, or that of another thread. */
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

  /** One number of every thread. */
  all(index: number): number[] {
    return Array.from({ length: this.threads }, (_, thread) => this.of(thread)[index]);
  }

  sum(index: number): number {
    let sum = 0;
    const numbers = new Float64Array(this.memory, HEADER_BYTES);
    for (let at = index; at < numbers.length; at += this.#width) sum += numbers[at];
    return sum;
  }

  /** One number, as this thread reports it and sees the sum. */
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

  /** Forgets how a thread was doing that has ended: its numbers from an index on. */
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
