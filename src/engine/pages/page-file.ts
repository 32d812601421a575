import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { LRUCache } from "lru-cache";
import { badSnapshot, TerraceError } from "../../runtime/errors.ts";
import { firstWhere } from "../../runtime/first-where.ts";
import { remembered } from "../../runtime/lazy.ts";
import { unpackBlock } from "../../snapshot/pages/lz4.ts";
import {
  ELEMENT_ROW_BYTES,
  FILE_HEAD_BYTES,
  FILE_MAGIC,
  FILE_VERSION,
  hashKey,
  INDEX_BYTES_A_PAGE,
  JOIN_BYTES,
  JOINED,
  JOINED_FILE_VERSION,
  PAGE_ALIGNMENT,
  PAGE_HEAD_BYTES,
  STORED_HEAD_BYTES,
} from "../../snapshot/pages/page-format.ts";
import { ColumnMemory, type StoredColumn } from "./column-memory.ts";
import { Page } from "./page.ts";

/** A page file as posted to another thread, which shares its descriptor, dictionary, index and columns. */
export interface PostedPageFile {
  readonly path: string;
  readonly file: number;
  /** Byte offset at which its pages end. */
  readonly pagesEnd: number;
  readonly dictionary: SharedArrayBuffer;
  readonly index: SharedArrayBuffer;
  readonly columns: SharedArrayBuffer | undefined;
  /** An int32 that is not 0 once a thread failed to read a page. */
  readonly damage: SharedArrayBuffer;
}

/** An open page file. A lookup takes microseconds, whatever the number of pages. */
export class PageFile {
  readonly count: number;
  readonly #posted: PostedPageFile;
  readonly #dictionary: Buffer<SharedArrayBuffer>;
  readonly #ownsFile: boolean;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #lengths: Uint32Array;
  readonly #damage: Int32Array<SharedArrayBuffer>;
  readonly #hash = new Uint32Array(2);
  #columns: ColumnMemory | undefined;
  /** Parts that pages share, by byte position. */
  #parts: LRUCache<number, Buffer> | undefined;
  #isClosed = false;

  private constructor(posted: PostedPageFile, ownsFile: boolean) {
    const { dictionary, index, damage } = posted;
    const count = index.byteLength / INDEX_BYTES_A_PAGE;
    const run = (number: number) => new Uint32Array(index, 4 * number * count, count);
    this.count = count;
    this.#posted = posted;
    this.#ownsFile = ownsFile;
    this.#dictionary = Buffer.from(dictionary);
    this.#high = run(0);
    this.#low = run(1);
    this.#positions = run(2);
    this.#lengths = run(3);
    this.#damage = new Int32Array(damage);
  }

  /** Opens a file, and reads and verifies its index; each page is verified when it is read. */
  static open(path: string): PageFile {
    const file = openSync(path, "r");
    try {
      const head = readWhole({ path, file }, Buffer.alloc(FILE_HEAD_BYTES), 0);
      if (
        head.toString("latin1", 0, FILE_MAGIC.length) !== FILE_MAGIC ||
        ![FILE_VERSION, JOINED_FILE_VERSION].includes(head.readUInt32LE(8))
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
      const before = readWhole({ path, file }, Buffer.from(dictionary), FILE_HEAD_BYTES);
      const bytes = readWhole({ path, file }, Buffer.from(index), indexPosition);
      if (crc32(bytes, crc32(before)) !== head.readUInt32LE(16))
        throw damaged(path, "has an index that is damaged");
      const damage = new SharedArrayBuffer(4);
      const shared = { dictionary, index, columns: undefined, damage };
      const pages = new PageFile({ path, file, pagesEnd: indexPosition, ...shared }, true);
      pages.#checkPlaces(FILE_HEAD_BYTES + dictionaryBytes, indexPosition);
      return pages;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * Uses the descriptor of another thread, which must stay open as long as this object. Does not reopen the
   * path: the file may have been moved or removed, and descriptors may have run out.
   */
  static fromPosted(posted: PostedPageFile): PageFile {
    const borrowed = new PageFile(posted, false);
    const { columns } = posted;
    if (columns !== undefined) borrowed.#columns = new ColumnMemory(borrowed.#lengths, columns);
    return borrowed;
  }

  posted(): PostedPageFile {
    return { ...this.#posted, columns: this.#columns?.shared };
  }

  /** True once any thread failed to read one of its pages. */
  get isDamaged(): boolean {
    return Atomics.load(this.#damage, 0) !== 0;
  }

  /** Makes threads that get this file from now on share its columns, so that each is read once. */
  shareColumns(): void {
    this.#columns ??= new ColumnMemory(this.#lengths);
  }

  find(key: string): Page | undefined {
    for (const i of this.#placesOf(key)) {
      const page = this.#read(i);
      if (page.key === key) return page;
    }
    return undefined;
  }

  /**
   * The column of a key, or undefined. Column names are fixed in the code that writes them and have unique
   * hashes within a set, so a cached column is returned without comparing its name.
   */
  column(key: string): StoredColumn | undefined {
    const [place] = this.#placesOf(key);
    if (place === undefined) return undefined;
    return this.#columns?.find(place) ?? this.#recordingDamage(() => this.#readColumn(place, key));
  }

  /** Every page, in index order (by key hash). */
  *all(): Generator<Page, void, void> {
    for (let i = 0; i < this.count; i++) yield this.#read(i);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#ownsFile) closeSync(this.#posted.file);
  }

  /** Checks that pages are between dictionary and index: memory is reserved by it before pages are read. */
  #checkPlaces(firstPosition: number, indexPosition: number): void {
    for (let i = 0; i < this.count; i++) {
      const start = this.#positions[i] * PAGE_ALIGNMENT;
      const length = this.#lengths[i];
      if (start < firstPosition || length < STORED_HEAD_BYTES || start + length > indexPosition) {
        throw damaged(this.#posted.path, `has an index that names bytes outside its pages for page ${i}`);
      }
    }
  }

  /** Index places of pages with the key's hash: normally one or none. */
  #placesOf(key: string): number[] {
    if (this.#isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
    hashKey(key, this.#hash);
    const [high, low] = this.#hash;
    const places: number[] = [];
    const first = firstWhere(0, this.count, (i) => this.#high[i] >= high);
    for (let i = first; i < this.count && this.#high[i] === high; i++) {
      if (this.#low[i] === low) places.push(i);
    }
    return places;
  }

  /** Reads the numbers straight into their final memory: a copy of a whole market would be garbage. */
  #readColumn(i: number, key: string): StoredColumn | undefined {
    const position = this.#positions[i] * PAGE_ALIGNMENT;
    const length = this.#lengths[i];
    const head = this.#readWhole(Buffer.alloc(Math.min(length, COLUMN_HEAD_BYTES)), position);
    const body = head.subarray(STORED_HEAD_BYTES);
    const isWhole = body.byteLength >= PAGE_HEAD_BYTES + 2 * ELEMENT_ROW_BYTES && head.readUInt32LE(4) === 0;
    if (!isWhole) throw this.#damagedAt(i);
    const page = new Page(body);
    const isColumn = page.count === 2;
    const [start, end] = isColumn
      ? page.binaryPlace(1).map((at) => at + STORED_HEAD_BYTES)
      : [length, length];
    if (!isColumn || end !== length || start > head.byteLength) throw this.#damagedAt(i);
    const memory = this.#columns ?? new ColumnMemory(Uint32Array.of(length));
    const place = this.#columns === undefined ? 0 : i;
    const column = memory.keep(
      place,
      page.binary(0),
      length - start,
      ({ buffer, byteOffset, byteLength }) => {
        const room = Buffer.from(buffer, byteOffset, byteLength);
        this.#readWhole(room, position + start);
        if (crc32(room, crc32(head.subarray(4, start))) !== head.readUInt32LE(0)) throw this.#damagedAt(i);
      },
    );
    return page.key === key ? column : undefined;
  }

  #damagedAt(i: number): TerraceError {
    return damaged(this.#posted.path, `is damaged at page ${i}`);
  }

  #readWhole(bytes: Buffer, position: number): Buffer {
    return readWhole(this.#posted, bytes, position);
  }

  /** Records damage if `read` throws: the file was verified when opened, so a bad page went bad later. */
  #recordingDamage<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      Atomics.store(this.#damage, 0, 1);
      throw error;
    }
  }

  #read(i: number): Page {
    return this.#recordingDamage(() => {
      const { bytes, isJoined } = this.#unpacked(this.#positions[i] * PAGE_ALIGNMENT, this.#lengths[i], i);
      return new Page(isJoined ? this.#joined(bytes, i) : bytes);
    });
  }

  /** Reads, verifies and decompresses what is stored at a position, for page `i`. */
  #unpacked(position: number, length: number, i: number): { bytes: Buffer; isJoined: boolean } {
    const bytes = length <= scratch.byteLength ? scratch.subarray(0, length) : Buffer.allocUnsafeSlow(length);
    this.#readWhole(bytes, position);
    if (crc32(bytes.subarray(4)) !== bytes.readUInt32LE(0)) throw this.#damagedAt(i);
    const lengthAndFlag = bytes.readUInt32LE(4);
    const isJoined = lengthAndFlag >= JOINED;
    const unpackedLength = isJoined ? lengthAndFlag - JOINED : lengthAndFlag;
    const stored = bytes.subarray(STORED_HEAD_BYTES);
    const isPacked = unpackedLength > 0;
    // The claimed length must be possible for a block of this size: memory is reserved by it.
    if (unpackedLength > MAX_UNPACKED * stored.byteLength) throw this.#damagedAt(i);
    const page = Buffer.allocUnsafeSlow(isPacked ? unpackedLength : stored.byteLength);
    if (!isPacked) page.set(stored);
    else if (!unpackBlock(stored, this.#dictionary, page)) throw this.#damagedAt(i);
    return { bytes: page, isJoined };
  }

  #joined(bytes: Buffer, i: number): Buffer {
    const count = bytes.byteLength < 4 ? Number.POSITIVE_INFINITY : bytes.readUInt32LE(0);
    const ownStart = 4 + JOIN_BYTES * count;
    if (ownStart > bytes.byteLength) throw this.#damagedAt(i);
    const pieces: Uint8Array[] = [];
    let from = ownStart;
    let joinedBytes = 0;
    for (let row = 4; row < ownStart; row += JOIN_BYTES) {
      const until = ownStart + bytes.readUInt32LE(row) - joinedBytes;
      if (until < from || until > bytes.byteLength) throw this.#damagedAt(i);
      const part = this.#part(bytes.readUInt32LE(row + 4) * PAGE_ALIGNMENT, bytes.readUInt32LE(row + 8), i);
      pieces.push(bytes.subarray(from, until), part);
      from = until;
      joinedBytes += part.byteLength;
    }
    pieces.push(bytes.subarray(from));
    return Buffer.concat(pieces);
  }

  #part(position: number, length: number, i: number): Buffer {
    this.#parts ??= new LRUCache({
      maxSize: PARTS_BYTES,
      sizeCalculation: ({ byteLength }) => byteLength + 1,
    });
    return remembered<number, Buffer>(this.#parts, position, () => {
      if (length < STORED_HEAD_BYTES || position + length > this.#posted.pagesEnd) throw this.#damagedAt(i);
      return this.#unpacked(position, length, i).bytes;
    });
  }
}

/** Cache size for a file's shared parts, in each thread: fits all of a whole country. */
const PARTS_BYTES = 8 * 1024 * 1024;

/** Read buffer for compressed pages. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** LZ4 limit: bytes that one byte of a block can expand to. */
const MAX_UNPACKED = 255;

/** Bytes to read for the header, name and form that precede a column's numbers. */
const COLUMN_HEAD_BYTES = 4096;

function readWhole(
  { path, file }: Pick<PostedPageFile, "path" | "file">,
  bytes: Buffer,
  position: number,
): Buffer {
  for (let at = 0; at < bytes.byteLength; ) {
    const count = readSync(file, bytes, at, bytes.byteLength - at, position + at);
    if (count === 0) throw damaged(path, `ends before byte ${position + bytes.byteLength}`);
    at += count;
  }
  return bytes;
}

function damaged(path: string, what: string): TerraceError {
  return badSnapshot(`${path} ${what}`);
}
