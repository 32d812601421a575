import { PAGE_ALIGNMENT } from "../../snapshot/pages/page-format.ts";

export type StoredColumn = NonNullable<ReturnType<ColumnMemory["find"]>>;

/** Header of a column: byte lengths of its form and of its numbers, uint32 each. */
const HEAD_BYTES = 8;

/**
 * Shared memory with room for every column of a page file: a column read by one thread is there for all.
 * Columns never read use no physical memory, since the system allocates it on first write.
 *
 * Lock-free: two threads that want the same column at once both read it, and write the same bytes.
 */
export class ColumnMemory {
  readonly shared: SharedArrayBuffer;
  /** One int32 a page: 1 once its column is complete. */
  readonly #isRead: Int32Array;
  readonly #starts: Float64Array;

  /** `pageLengths` are in bytes; `shared` is the memory that another thread has reserved for them. */
  constructor(pageLengths: Uint32Array, shared?: SharedArrayBuffer) {
    this.#starts = startsOf(pageLengths);
    this.shared = shared ?? new SharedArrayBuffer(this.#starts[pageLengths.length]);
    this.#isRead = new Int32Array(this.shared, 0, pageLengths.length);
  }

  /** The column of a page; undefined until a thread has read it. */
  find(page: number) {
    if (Atomics.load(this.#isRead, page) === 0) return undefined;
    const start = this.#starts[page];
    const [formLength, length] = new Uint32Array(this.shared, start, 2);
    return {
      /** Its form as JSON: number type, scale and length. */
      form: new Uint8Array(this.shared, start + HEAD_BYTES + length, formLength),
      /** The numbers, in shared memory, aligned to 8 bytes. */
      bytes: new Uint8Array(this.shared, start + HEAD_BYTES, length),
    };
  }

  /**
   * Stores the column of a page for all threads. `read` fills its `byteLength` bytes of numbers; if it
   * throws, nothing is stored. Form and numbers take no more bytes than the page.
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

/** Byte offset of each page's room, and the end of the last. */
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
