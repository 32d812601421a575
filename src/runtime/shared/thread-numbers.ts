export interface ThreadNumbersSize {
  readonly threads: number;
  /** Numbers that each thread has. */
  readonly width: number;
}

/** A number that threads add up: each tells its own. */
export interface SharedNumber {
  /** Of all threads. */
  total(): number;
  tell(own: number): void;
}

/** The same for one thread alone. */
export function ownNumber(): SharedNumber {
  let number = 0;
  return {
    total: () => number,
    tell: (own) => {
      number = own;
    },
  };
}

const HEADER_BYTES = 16;

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

  /** New memory, or that of another thread. */
  constructor(from: ThreadNumbersSize | SharedArrayBuffer, thread = 0) {
    this.memory = from instanceof SharedArrayBuffer ? from : newMemory(from);
    const [threads, width] = new Int32Array(this.memory, 0, 2);
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

  /** One number, as this thread tells it and sees the sum. */
  shared(index: number): SharedNumber {
    return {
      total: () => this.sum(index),
      tell: (own) => {
        this.own[index] = own;
      },
    };
  }

  /** Forgets how a thread was doing that has ended. */
  clear(thread: number): void {
    this.of(thread).fill(0);
  }
}

function newMemory({ threads, width }: ThreadNumbersSize): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(HEADER_BYTES + threads * width * 8);
  new Int32Array(memory).set([threads, width]);
  return memory;
}
