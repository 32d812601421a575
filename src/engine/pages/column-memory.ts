import { PAGE_ALIGNMENT } from "../../snapshot/pages/page-format.ts";

/** A column as its page holds it. */
export type StoredColumn = NonNullable<ReturnType<ColumnMemory["find"]>>;

/** Before a column: the lengths of its form and of its numbers. */
const HEAD_BYTES = 8;

/**
 * Room for every column of a file of pages, in memory that all threads have: a column that one of them has read is there
 * for the others. What was never read takes none: the system gives memory to what is written alone.
 *
 * Threads do not wait for each other. Two that want the same column at once both read it, and write the same bytes.
 */
export class ColumnMemory {
  readonly shared: SharedArrayBuffer;
  /** A word a page: 1 once its column is there, whole. */
  readonly #isRead: Int32Array;
  readonly #starts: Float64Array;

  /** For pages of these lengths; `shared` is what another thread has reserved for them. */
  constructor(pageLengths: Uint32Array, shared?: SharedArrayBuffer) {
    this.#starts = startsOf(pageLengths);
    this.shared = shared ?? new SharedArrayBuffer(this.#starts[pageLengths.length]);
    this.#isRead = new Int32Array(this.shared, 0, pageLengths.length);
  }

  /** The column of a page; undefined while no thread has read it. */
  find(page: number) {
    if (Atomics.load(this.#isRead, page) === 0) return undefined;
    const start = this.#starts[page];
    const [formLength, length] = new Uint32Array(this.shared, start, 2);
    return {
      /** How its numbers lie, in JSON. */
      form: new Uint8Array(this.shared, start + HEAD_BYTES + length, formLength),
      /** The numbers, in shared memory and on a multiple of 8 bytes. */
      bytes: new Uint8Array(this.shared, start + HEAD_BYTES, length),
    };
  }

  /**
   * Puts the column of a page where all threads find it. `read` fills the room for its numbers; when it throws, there is
   * no column. It takes no more bytes than the page does.
   */
  keep(
    page: number,
    form: Uint8Array,
    byteLength: number,
    read: (room: Uint8Array<SharedArrayBuffer>) => void,
  ): StoredColumn {
    const start = this.#starts[page];
    read(new Uint8Array(this.shared, start + HEAD_BYTES, byteLength));
    new Uint32Array(this.shared, start, 2).set([form.byteLength, byteLength]);
    new Uint8Array(this.shared).set(form, start + HEAD_BYTES + byteLength);
    // Stored last: a thread that reads it also sees everything written before it.
    Atomics.store(this.#isRead, page, 1);
    return this.find(page)!;
  }
}

/** Where the room of each page begins, and where the last one's ends. */
function startsOf(pageLengths: Uint32Array): Float64Array {
  const starts = new Float64Array(pageLengths.length + 1);
  starts[0] = aligned(4 * pageLengths.length);
  pageLengths.forEach((length, page) => {
    starts[page + 1] = starts[page] + aligned(length);
  });
  return starts;
}

function aligned(length: number): number {
  return Math.ceil(length / PAGE_ALIGNMENT) * PAGE_ALIGNMENT;
}
