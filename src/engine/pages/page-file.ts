import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { TerraceError } from "../../runtime/errors.ts";
import {
  FILE_HEAD_BYTES,
  FILE_MAGIC,
  FILE_VERSION,
  hashKey,
  INDEX_BYTES_A_PAGE,
  PAGE_ALIGNMENT,
} from "../../snapshot/pages/page-format.ts";
import { Page } from "./page.ts";
import { SharedPages } from "./shared-pages.ts";

/** A file of pages as another thread gets it: the path, and the index, which all threads share. */
export interface PostedPageFile {
  readonly path: string;
  readonly index: SharedArrayBuffer;
  /** Pages that threads share; undefined where each reads its own. */
  readonly shared: SharedArrayBuffer | undefined;
}

/** A file of pages that is open for reading. A look-up takes microseconds, however many pages there are. */
export class PageFile {
  readonly path: string;
  readonly count: number;
  readonly #index: SharedArrayBuffer;
  readonly #file: number;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #lengths: Uint32Array;
  readonly #shared: SharedPages | undefined;
  readonly #hash = new Uint32Array(2);
  #isClosed = false;

  private constructor(
    path: string,
    file: number,
    index: SharedArrayBuffer,
    shared: SharedArrayBuffer | boolean | undefined,
  ) {
    const count = index.byteLength / INDEX_BYTES_A_PAGE;
    const run = (number: number) => new Uint32Array(index, 4 * number * count, count);
    this.path = path;
    this.count = count;
    this.#file = file;
    this.#index = index;
    this.#high = run(0);
    this.#low = run(1);
    this.#positions = run(2);
    this.#lengths = run(3);
    if (shared) this.#shared = new SharedPages(this.#lengths, shared === true ? undefined : shared);
  }

  /** Reads and checks the index; pages are checked one by one when they are read. `isShared` makes room for all of them. */
  static open(path: string, isShared = false): PageFile {
    const file = openSync(path, "r");
    try {
      const head = readWhole(path, file, Buffer.alloc(FILE_HEAD_BYTES), 0);
      if (
        head.toString("latin1", 0, FILE_MAGIC.length) !== FILE_MAGIC ||
        head.readUInt32LE(8) !== FILE_VERSION
      )
        throw damaged(path, "is no file of pages of this version");
      const indexBytes = head.readUInt32LE(12) * INDEX_BYTES_A_PAGE;
      const indexPosition = Number(head.readBigUInt64LE(24));
      if (indexPosition + indexBytes !== fstatSync(file).size)
        throw damaged(path, "has another length than its head says");
      const index = new SharedArrayBuffer(indexBytes);
      const bytes = Buffer.from(index);
      readWhole(path, file, bytes, indexPosition);
      if (crc32(bytes) !== head.readUInt32LE(16)) throw damaged(path, "has an index that is damaged");
      return new PageFile(path, file, index, isShared);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** The file that another thread opened, with a descriptor of its own. */
  static fromPosted({ path, index, shared }: PostedPageFile): PageFile {
    return new PageFile(path, openSync(path, "r"), index, shared);
  }

  posted(): PostedPageFile {
    return { path: this.path, index: this.#index, shared: this.#shared?.memory };
  }

  /** The page of a key, or undefined. */
  find(key: string): Page | undefined {
    return this.#find(key, (i) => new Page(this.#read(i)));
  }

  /**
   * The same in memory that all threads share, where it was opened so. The last element begins at a multiple of 8:
   * a column can be used where it lies.
   */
  findShared(key: string): Page | undefined {
    return this.#find(key, (i) => this.#readShared(i));
  }

  #find(key: string, read: (i: number) => Page): Page | undefined {
    if (this.#isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
    hashKey(key, this.#hash);
    const [high, low] = this.#hash;
    for (let i = this.#firstOf(high); i < this.count && this.#high[i] === high; i++) {
      if (this.#low[i] !== low) continue;
      const page = read(i);
      if (page.key === key) return page;
    }
    return undefined;
  }

  /** Every page, in the order of the index. */
  *all(): Generator<Page, void, void> {
    for (let i = 0; i < this.count; i++) yield new Page(this.#read(i));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#file);
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

  #readShared(i: number): Page {
    const shared = this.#shared;
    const held = shared?.find(i);
    if (held !== undefined) return new Page(held);
    const bytes = this.#read(i);
    const page = new Page(bytes);
    if (shared === undefined || page.count === 0) return page;
    const column = page.binary(page.count - 1).byteOffset - bytes.byteOffset;
    return new Page(shared.keep(i, bytes, column));
  }

  /** The bytes of a page, checked. */
  #read(i: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.#lengths[i]);
    readWhole(this.path, this.#file, bytes, this.#positions[i] * PAGE_ALIGNMENT);
    if (crc32(bytes.subarray(4)) !== bytes.readUInt32LE(0))
      throw damaged(this.path, `is damaged at page ${i}`);
    return bytes;
  }
}

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
