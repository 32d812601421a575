import { ELEMENT_ROW_BYTES, PAGE_HEAD_BYTES } from "../../snapshot/pages/page-format.ts";

/** The elements of one key, as views of the page's bytes without a copy. */
export class Page {
  readonly count: number;
  readonly byteLength: number;
  readonly #bytes: Buffer;
  readonly #keyEnd: number;
  /** Byte offset of each element; computed when a second element is read. */
  #starts: Uint32Array | undefined;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.count = bytes.readUInt32LE(4);
    this.byteLength = bytes.byteLength;
    this.#keyEnd = PAGE_HEAD_BYTES + this.count * ELEMENT_ROW_BYTES + bytes.readUInt32LE(0);
  }

  get key(): string {
    return this.#bytes.toString("utf8", PAGE_HEAD_BYTES + this.count * ELEMENT_ROW_BYTES, this.#keyEnd);
  }

  /** First number that the element is shown for. */
  from(i: number): number {
    return this.#row(i, 0);
  }

  /** First number that it is no longer shown for. */
  until(i: number): number {
    return this.#row(i, 4);
  }

  binary(i: number): Uint8Array {
    const start = this.#start(i);
    return this.#bytes.subarray(start, start + this.#row(i, 8));
  }

  json<T>(i: number): T {
    return JSON.parse(this.text(i));
  }

  text(i: number): string {
    const [start, end] = this.binaryPlace(i);
    return this.#bytes.toString("utf8", start, end);
  }

  /** A copy of the element's bytes, aligned for a typed array. */
  copied(i: number): ArrayBuffer {
    return Uint8Array.from(this.binary(i)).buffer;
  }

  /** Byte range of an element within the page. */
  binaryPlace(i: number): readonly [start: number, end: number] {
    const start = this.#start(i);
    return [start, start + this.#row(i, 8)];
  }

  /** The bytes of the elements [first, end), which are contiguous, as one view. */
  binaryRun(first: number, end: number): Uint8Array {
    if (first >= end) return this.#bytes.subarray(0, 0);
    return this.#bytes.subarray(this.#start(first), this.#start(end - 1) + this.#row(end - 1, 8));
  }

  /** The first `limit` elements that are shown for a number, as indexes in order. */
  shownFor(number: number, limit: number): number[] {
    const places: number[] = [];
    for (let i = 0; i < this.count && places.length < limit; i++) {
      if (this.from(i) <= number && number < this.until(i)) places.push(i);
    }
    return places;
  }

  #row(i: number, at: number): number {
    return this.#bytes.readUInt32LE(PAGE_HEAD_BYTES + i * ELEMENT_ROW_BYTES + at);
  }

  #start(place: number): number {
    if (place === 0) return this.#keyEnd;
    if (this.#starts === undefined) {
      const starts = new Uint32Array(this.count);
      let at = this.#keyEnd;
      for (let i = 0; i < this.count; i++) {
        starts[i] = at;
        at += this.#row(i, 8);
      }
      this.#starts = starts;
    }
    return this.#starts[place];
  }
}
