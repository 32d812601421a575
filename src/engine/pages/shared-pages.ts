const ALIGNMENT = 8;

/**
 * Pages of one set in memory that all threads share: whoever needs a page first brings it. The room of all of them is
 * reserved, and takes memory only where a page was brought.
 */
export class SharedPages {
  readonly memory: SharedArrayBuffer;
  /** How far into its room a page begins, and 1 more; 0 when nobody has brought it. */
  readonly #shifts: Int32Array;
  readonly #rooms: Float64Array;
  readonly #lengths: Uint32Array;

  /** Room for pages of these lengths, or that of another thread. */
  constructor(lengths: Uint32Array, memory?: SharedArrayBuffer) {
    const rooms = new Float64Array(lengths.length);
    let end = aligned(Int32Array.BYTES_PER_ELEMENT * lengths.length);
    for (const [i, length] of lengths.entries()) {
      rooms[i] = end;
      end += aligned(length) + ALIGNMENT;
    }
    this.memory = memory ?? new SharedArrayBuffer(end);
    this.#shifts = new Int32Array(this.memory, 0, lengths.length);
    this.#rooms = rooms;
    this.#lengths = lengths;
  }

  /** A page that was brought; undefined before. */
  find(i: number): Buffer | undefined {
    const shift = Atomics.load(this.#shifts, i);
    return shift === 0 ? undefined : this.#bytes(i, shift - 1);
  }

  /**
   * Keeps a page so that its byte `column` lies at a multiple of 8. Threads that bring the same page at once write the
   * same bytes to the same place: neither waits for the other.
   */
  keep(i: number, page: Uint8Array, column: number): Buffer {
    const shift = (ALIGNMENT - (column % ALIGNMENT)) % ALIGNMENT;
    const bytes = this.#bytes(i, shift);
    bytes.set(page);
    Atomics.store(this.#shifts, i, shift + 1);
    return bytes;
  }

  #bytes(i: number, shift: number): Buffer {
    return Buffer.from(this.memory, this.#rooms[i] + shift, this.#lengths[i]);
  }
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
