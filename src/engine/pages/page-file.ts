import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { TerraceError } from "../../runtime/errors.ts";
import { unpackBlock } from "../../snapshot/pages/lz4.ts";
import {
  ELEMENT_ROW_BYTES,
  FILE_HEAD_BYTES,
  FILE_MAGIC,
  FILE_VERSION,
  hashKey,
  INDEX_BYTES_A_PAGE,
  PAGE_ALIGNMENT,
  PAGE_HEAD_BYTES,
  STORED_HEAD_BYTES,
} from "../../snapshot/pages/page-format.ts";
import { ColumnMemory, type StoredColumn } from "./column-memory.ts";
import { Page } from "./page.ts";

/** A file of pages as another thread gets it: all threads share its descriptor, dictionary, index and columns. */
export interface PostedPageFile {
  readonly path: string;
  readonly file: number;
  readonly dictionary: SharedArrayBuffer;
  readonly index: SharedArrayBuffer;
  readonly columns: SharedArrayBuffer | undefined;
  /** A number that is not 0 once a thread could not read a page. */
  readonly damage: SharedArrayBuffer;
}

/** A file of pages that is open for reading. A look-up takes microseconds, however many pages there are. */
export class PageFile {
  readonly path: string;
  readonly count: number;
  readonly #dictionary: Buffer<SharedArrayBuffer>;
  readonly #index: SharedArrayBuffer;
  readonly #file: number;
  readonly #ownsFile: boolean;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #lengths: Uint32Array;
  readonly #damage: Int32Array<SharedArrayBuffer>;
  readonly #hash = new Uint32Array(2);
  #columns: ColumnMemory | undefined;
  #isClosed = false;

  private constructor({ path, file, dictionary, index, damage }: PostedPageFile, ownsFile: boolean) {
    const count = index.byteLength / INDEX_BYTES_A_PAGE;
    const run = (number: number) => new Uint32Array(index, 4 * number * count, count);
    this.path = path;
    this.count = count;
    this.#file = file;
    this.#ownsFile = ownsFile;
    this.#dictionary = Buffer.from(dictionary);
    this.#index = index;
    this.#high = run(0);
    this.#low = run(1);
    this.#positions = run(2);
    this.#lengths = run(3);
    this.#damage = new Int32Array(damage);
  }

  /** Reads and checks the index; pages are checked one by one when they are read. */
  static open(path: string): PageFile {
    const file = openSync(path, "r");
    try {
      const head = readWhole(path, file, Buffer.alloc(FILE_HEAD_BYTES), 0);
      if (
        head.toString("latin1", 0, FILE_MAGIC.length) !== FILE_MAGIC ||
        head.readUInt32LE(8) !== FILE_VERSION
      )
        throw damaged(path, "is not a file of pages of this version");
      const indexBytes = head.readUInt32LE(12) * INDEX_BYTES_A_PAGE;
      const dictionaryBytes = head.readUInt32LE(20);
      const indexPosition = Number(head.readBigUInt64LE(24));
      if (
        FILE_HEAD_BYTES + dictionaryBytes > indexPosition ||
        indexPosition + indexBytes !== fstatSync(file).size
      )
        throw damaged(path, "has another length than its head says");
      const dictionary = new SharedArrayBuffer(dictionaryBytes);
      const index = new SharedArrayBuffer(indexBytes);
      const before = readWhole(path, file, Buffer.from(dictionary), FILE_HEAD_BYTES);
      const bytes = readWhole(path, file, Buffer.from(index), indexPosition);
      if (crc32(bytes, crc32(before)) !== head.readUInt32LE(16))
        throw damaged(path, "has an index that is damaged");
      const damage = new SharedArrayBuffer(4);
      const pages = new PageFile({ path, file, dictionary, index, columns: undefined, damage }, true);
      pages.#checkPlaces(FILE_HEAD_BYTES + dictionaryBytes, indexPosition);
      return pages;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * The file that another thread has open, and keeps open for as long as this one is used. The path is not opened again: the
   * file may have been moved or removed, and there may be no descriptor left.
   */
  static fromPosted(posted: PostedPageFile): PageFile {
    const borrowed = new PageFile(posted, false);
    const { columns } = posted;
    if (columns !== undefined) borrowed.#columns = ColumnMemory.fromShared(columns, borrowed.#lengths);
    return borrowed;
  }

  posted(): PostedPageFile {
    return {
      path: this.path,
      file: this.#file,
      dictionary: this.#dictionary.buffer,
      index: this.#index,
      columns: this.#columns?.shared,
      damage: this.#damage.buffer,
    };
  }

  /** True once any thread could not read a page of it. */
  get isDamaged(): boolean {
    return Atomics.load(this.#damage, 0) !== 0;
  }

  /** From now on columns are read once for all threads that get the file. */
  shareColumns(): void {
    this.#columns ??= ColumnMemory.reserve(this.#lengths);
  }

  /** The page of a key, or undefined. */
  find(key: string): Page | undefined {
    for (const i of this.#placesOf(key)) {
      const page = this.#read(i);
      if (page.key === key) return page;
    }
    return undefined;
  }

  /**
   * The column of a key, or undefined. Names of columns are in the code that writes them: no two of a set have one
   * hash, so that a column which is there need not be compared by its name.
   */
  column(key: string): StoredColumn | undefined {
    const [place] = this.#placesOf(key);
    if (place === undefined) return undefined;
    const kept = this.#columns?.find(place);
    if (kept !== undefined) return kept;
    return this.#readColumn(place, key);
  }

  /** Every page, in the order of the index. */
  *all(): Generator<Page, void, void> {
    for (let i = 0; i < this.count; i++) yield this.#read(i);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#ownsFile) closeSync(this.#file);
  }

  /** Every page is between the dictionary and the index: memory is reserved for what the index says before a page is read. */
  #checkPlaces(firstPosition: number, indexPosition: number): void {
    for (let i = 0; i < this.count; i++) {
      const start = this.#positions[i] * PAGE_ALIGNMENT;
      const length = this.#lengths[i];
      if (start < firstPosition || length < STORED_HEAD_BYTES || start + length > indexPosition) {
        throw damaged(this.path, `has an index that names bytes outside its pages for page ${i}`);
      }
    }
  }

  /** Places of the pages whose keys have this one's hash: one, or none. */
  #placesOf(key: string): number[] {
    if (this.#isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
    hashKey(key, this.#hash);
    const [high, low] = this.#hash;
    const places: number[] = [];
    for (let i = this.#firstOf(high); i < this.count && this.#high[i] === high; i++) {
      if (this.#low[i] === low) places.push(i);
    }
    return places;
  }

  /** First place whose high half is not below this one. */
  #firstOf(high: number): number {
    let first = 0;
    let end = this.count;
    while (first < end) {
      const middle = (first + end) >>> 1;
      if (this.#high[middle] < high) first = middle + 1;
      else end = middle;
    }
    return first;
  }

  /** Reads the numbers straight to where they stay: a whole market would be copied, and its copy be left to be collected. */
  #readColumn(i: number, key: string): StoredColumn | undefined {
    try {
      return this.#columnAt(i, key);
    } catch (error) {
      throw this.#noted(error);
    }
  }

  #columnAt(i: number, key: string): StoredColumn | undefined {
    const position = this.#positions[i] * PAGE_ALIGNMENT;
    const length = this.#lengths[i];
    const head = readWhole(
      this.path,
      this.#file,
      Buffer.alloc(Math.min(length, COLUMN_HEAD_BYTES)),
      position,
    );
    const body = head.subarray(STORED_HEAD_BYTES);
    const isWhole = body.byteLength >= PAGE_HEAD_BYTES + 2 * ELEMENT_ROW_BYTES && head.readUInt32LE(4) === 0;
    if (!isWhole) throw this.#damagedAt(i);
    const page = new Page(body);
    const isColumn = page.count === 2;
    const [start, end] = isColumn
      ? page.binaryPlace(1).map((at) => at + STORED_HEAD_BYTES)
      : [length, length];
    if (!isColumn || end !== length || start > head.byteLength) throw this.#damagedAt(i);
    const memory = this.#columns ?? ColumnMemory.reserve(Uint32Array.of(length));
    const place = this.#columns === undefined ? 0 : i;
    const column = memory.keep(
      place,
      page.binary(0),
      length - start,
      ({ buffer, byteOffset, byteLength }) => {
        const room = Buffer.from(buffer, byteOffset, byteLength);
        readWhole(this.path, this.#file, room, position + start);
        if (crc32(room, crc32(head.subarray(4, start))) !== head.readUInt32LE(0)) throw this.#damagedAt(i);
      },
    );
    return page.key === key ? column : undefined;
  }

  #damagedAt(i: number): TerraceError {
    return damaged(this.path, `is damaged at page ${i}`);
  }

  /** A file is whole when it is opened: whatever is wrong with a page came later. */
  #noted(error: unknown): unknown {
    Atomics.store(this.#damage, 0, 1);
    return error;
  }

  #read(i: number): Page {
    try {
      return this.#pageAt(i);
    } catch (error) {
      throw this.#noted(error);
    }
  }

  #pageAt(i: number): Page {
    const length = this.#lengths[i];
    const bytes = length <= scratch.byteLength ? scratch.subarray(0, length) : Buffer.allocUnsafeSlow(length);
    readWhole(this.path, this.#file, bytes, this.#positions[i] * PAGE_ALIGNMENT);
    if (crc32(bytes.subarray(4)) !== bytes.readUInt32LE(0)) throw this.#damagedAt(i);
    const unpackedLength = bytes.readUInt32LE(4);
    const stored = bytes.subarray(STORED_HEAD_BYTES);
    const isPacked = unpackedLength > 0;
    // Memory is reserved for what a block of this length can hold, whatever its head says.
    if (unpackedLength > MOST_UNPACKED * stored.byteLength) throw this.#damagedAt(i);
    const page = Buffer.allocUnsafeSlow(isPacked ? unpackedLength : stored.byteLength);
    if (!isPacked) page.set(stored);
    else if (!unpackBlock(stored, this.#dictionary, page)) throw this.#damagedAt(i);
    return new Page(page);
  }
}

/** Where packed pages are read to before they are unpacked. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** The most bytes that a byte of a block can stand for. */
const MOST_UNPACKED = 255;

/** What comes before the numbers of a column: the head of its page, its name and its form. */
const COLUMN_HEAD_BYTES = 4096;

function readWhole(path: string, file: number, bytes: Buffer, position: number): Buffer {
  for (let at = 0; at < bytes.byteLength; ) {
    const count = readSync(file, bytes, at, bytes.byteLength - at, position + at);
    if (count === 0) throw damaged(path, `ends before byte ${position + bytes.byteLength}`);
    at += count;
  }
  return bytes;
}

function damaged(path: string, what: string): TerraceError {
  return new TerraceError("bad_snapshot", `${path} ${what}`);
}
