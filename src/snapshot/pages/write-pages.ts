import { hash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { throwIfAborted } from "../../runtime/abort.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { BlockPacker } from "./lz4.ts";
import {
  encodePage,
  FILE_HEAD_BYTES,
  FILE_MAGIC,
  FILE_VERSION,
  hashKey,
  INDEX_BYTES_A_PAGE,
  JOIN_BYTES,
  JOINED,
  JOINED_FILE_VERSION,
  PAGE_ALIGNMENT,
  type PageElement,
  type PageJoin,
  STORED_HEAD_BYTES,
} from "./page-format.ts";

export interface PageDocument {
  readonly key: string;
  readonly elements: readonly PageElement[];
  /** Stored uncompressed, for readers that map its bytes in place. */
  readonly isMapped?: boolean;
}

/** Bytes to buffer before a write: few system calls, little memory. */
const WRITE_BYTES = 1 << 20;

/**
 * The dictionary: up to 64 pieces of documents from all over the set, up to a byte limit and a share of the
 * packable bytes. LZ4 reaches back 64 KB: the ends of pages could not use a longer one.
 */
const SAMPLES = 64;
const DICTIONARY_BYTES = 48 * 1024;
const DICTIONARY_SHARE = 1 / 32;

/** Pages are compressed if that saves at least a sixteenth. */
const MIN_SAVED = 1 / 16;

/** Writes documents with unique keys, in any order, as one page file; returns their count. */
export async function writePages(
  path: string,
  documents: AsyncIterable<PageDocument> | Iterable<PageDocument>,
  signal?: AbortSignal,
): Promise<number> {
  // Compression needs samples of all pages: until then they are in a temp file next to the target.
  const spoolPath = `${path}.unpacked`;
  const spool = await SequentialFile.open(spoolPath);
  try {
    const pages = new PageEntries();
    for await (const { key, elements, isMapped = false } of documents) {
      throwIfAborted(signal);
      const joins: PageJoin[] = [];
      const page = encodePage(key, elements, joins);
      pages.add(key, isMapped ? 0 : page.byteLength, spool.size, page.byteLength, joins);
      await spool.write(page);
    }
    await spool.flush();
    const file = await SequentialFile.open(path);
    try {
      await writePacked(file, pages, spool, signal);
    } finally {
      await file.close();
    }
    return pages.count;
  } finally {
    await spool.close();
    await rm(spoolPath, { force: true });
  }
}

async function writePacked(
  file: SequentialFile,
  pages: PageEntries,
  spool: SequentialFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  const dictionary = await sampled(pages, spool);
  const packer = new BlockPacker(dictionary);
  await file.write(Buffer.alloc(FILE_HEAD_BYTES));
  await file.write(dictionary);
  const parts: StoredPlace[] = [];
  for (const part of pages.parts.all) parts.push(await file.append(stored(packer, part, true)));
  for await (const [i, page] of spool.pieces(pages)) {
    throwIfAborted(signal);
    const joins = pages.joins(i);
    const whole = joins === undefined ? page : Buffer.concat([joinTable(joins, parts), page]);
    pages.place(i, await file.append(stored(packer, whole, pages.isPackable(i), joins && JOINED)));
  }
  await file.align();
  const index = pages.index();
  const indexPosition = file.size;
  await file.write(index);
  await file.flush();
  const head = Buffer.alloc(FILE_HEAD_BYTES);
  head.write(FILE_MAGIC, 0, "latin1");
  head.writeUInt32LE(parts.length > 0 ? JOINED_FILE_VERSION : FILE_VERSION, 8);
  head.writeUInt32LE(pages.count, 12);
  head.writeUInt32LE(crc32(index, crc32(dictionary)), 16);
  head.writeUInt32LE(dictionary.byteLength, 20);
  head.writeBigUInt64LE(BigInt(indexPosition), 24);
  await file.writeAt(head, 0);
}

async function sampled(pages: PageEntries, spool: SequentialFile): Promise<Buffer> {
  const packable = pages.packableBytes();
  const most = Math.min(DICTIONARY_BYTES, Math.floor(packable * DICTIONARY_SHARE));
  const step = Math.max(1, Math.floor(pages.count / SAMPLES));
  const pieces: Buffer[] = [];
  let size = 0;
  for (let i = step >> 1; i < pages.count && size < most; i += step) {
    if (!pages.isPackable(i)) continue;
    const { start, length } = pages.spooled(i);
    const piece = await spool.read(start, Math.min(length, Math.ceil(most / 8), most - size));
    // The end of the dictionary stays in reach longest within a page; any sample is as good there.
    pieces.unshift(piece);
    size += piece.byteLength;
  }
  return Buffer.concat(pieces);
}

function stored(packer: BlockPacker, page: Uint8Array, isPackable: boolean, flag = 0): Buffer {
  const packed = isPackable ? packer.pack(page) : page;
  const isPacked = packed.byteLength < page.byteLength * (1 - MIN_SAVED);
  const rest = isPacked ? packed : page;
  const whole = Buffer.allocUnsafe(STORED_HEAD_BYTES + rest.byteLength);
  whole.writeUInt32LE((flag + (isPacked ? page.byteLength : 0)) >>> 0, 4);
  whole.set(rest, STORED_HEAD_BYTES);
  whole.writeUInt32LE(crc32(whole.subarray(4)), 0);
  return whole;
}

/** Encodes where a page's parts belong in it, and where they are stored. */
function joinTable(joins: readonly NumberedJoin[], parts: readonly StoredPlace[]): Buffer {
  const table = Buffer.allocUnsafe(4 + JOIN_BYTES * joins.length);
  table.writeUInt32LE(joins.length, 0);
  for (const [j, { at, part }] of joins.entries()) {
    const row = 4 + JOIN_BYTES * j;
    table.writeUInt32LE(at, row);
    table.writeUInt32LE(parts[part].units, row + 4);
    table.writeUInt32LE(parts[part].byteLength, row + 8);
  }
  return table;
}

interface NumberedJoin {
  readonly at: number;
  readonly part: number;
}

/** Position in units of PAGE_ALIGNMENT, and length. */
interface StoredPlace {
  readonly units: number;
  readonly byteLength: number;
}

/** Parts that pages share, deduplicated and numbered in order of arrival. */
class SharedParts {
  readonly all: Uint8Array[] = [];
  readonly #numbers = new Map<Uint8Array, number>();
  readonly #digests = new Map<string, number>();

  numberOf(part: Uint8Array): number {
    let number = this.#numbers.get(part);
    if (number === undefined) {
      const digest = hash("sha256", part);
      number = this.#digests.get(digest) ?? this.all.push(part) - 1;
      this.#digests.set(digest, number);
      this.#numbers.set(part, number);
    }
    return number;
  }
}

/** Index data of the pages, in order of arrival. */
class PageEntries {
  count = 0;
  readonly parts = new SharedParts();
  readonly #hash = new Uint32Array(2);
  /** Four numbers a page: high and low hash, position in units, stored length. */
  #entries = new Uint32Array(4096);
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #packable: number[] = [];
  readonly #joins = new Map<number, readonly NumberedJoin[]>();

  add(key: string, packable: number, start: number, length: number, joins: readonly PageJoin[]): void {
    if (joins.length > 0) {
      const numbered = joins.map(({ at, part }) => ({ at, part: this.parts.numberOf(part) }));
      this.#joins.set(this.count, numbered);
    }
    hashKey(key, this.#hash);
    if (4 * (this.count + 1) > this.#entries.length) {
      const larger = new Uint32Array(this.#entries.length * 2);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    this.#entries.set(this.#hash, 4 * this.count++);
    this.#starts.push(start);
    this.#lengths.push(length);
    this.#packable.push(packable);
  }

  spooled(i: number): { start: number; length: number } {
    return { start: this.#starts[i], length: this.#lengths[i] };
  }

  isPackable(i: number): boolean {
    return this.#packable[i] > 0;
  }

  /** Undefined for a page without parts. */
  joins(i: number): readonly NumberedJoin[] | undefined {
    return this.#joins.get(i);
  }

  packableBytes(): number {
    return this.#packable.reduce((sum, bytes) => sum + bytes, 0);
  }

  place(i: number, { units, byteLength }: StoredPlace): void {
    this.#entries.set([units, byteLength], 4 * i + 2);
  }

  /** Encodes the index sorted by hash: four runs, each with one number a page. */
  index(): Uint8Array {
    const count = this.count;
    const entries = this.#entries;
    const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
      (a, b) =>
        entries[4 * a] - entries[4 * b] ||
        entries[4 * a + 1] - entries[4 * b + 1] ||
        entries[4 * a + 2] - entries[4 * b + 2],
    );
    const index = Buffer.alloc(count * INDEX_BYTES_A_PAGE);
    for (let run = 0; run < 4; run++) {
      for (let i = 0; i < count; i++) index.writeUInt32LE(entries[4 * order[i] + run], 4 * (run * count + i));
    }
    return index;
  }
}

/** A file that is written sequentially, then read. */
class SequentialFile {
  size = 0;
  readonly #file: FileHandle;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<SequentialFile> {
    return new SequentialFile(await open(path, "w+"));
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.byteLength;
    this.size += bytes.byteLength;
    if (this.#waitingBytes >= WRITE_BYTES) await this.flush();
  }

  /** Aligns, then writes. */
  async append(bytes: Uint8Array): Promise<StoredPlace> {
    await this.align();
    const units = this.size / PAGE_ALIGNMENT;
    if (units > 0xffff_ffff) throw new TerraceError("internal", "a file of pages is larger than 32 GiB");
    await this.write(bytes);
    return { units, byteLength: bytes.byteLength };
  }

  /** Pads to the page alignment. */
  async align(): Promise<void> {
    const past = this.size % PAGE_ALIGNMENT;
    if (past > 0) await this.write(Buffer.alloc(PAGE_ALIGNMENT - past));
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    const start = this.size - this.#waitingBytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.writeAt(bytes, start);
  }

  async writeAt(bytes: Buffer, position: number): Promise<void> {
    for (let at = 0; at < bytes.byteLength; )
      at += (await this.#file.write(bytes, at, undefined, position + at)).bytesWritten;
  }

  async read(start: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await this.#file.read(bytes, at, length - at, start + at);
      if (bytesRead === 0)
        throw new TerraceError("io_failure", "pages that were just written cannot be read");
      at += bytesRead;
    }
    return bytes;
  }

  /** Yields every page in order, reading many at once. */
  async *pieces(pages: PageEntries): AsyncGenerator<[place: number, page: Buffer], void, void> {
    let window: Buffer = Buffer.alloc(0);
    let windowStart = 0;
    for (let i = 0; i < pages.count; i++) {
      const { start, length } = pages.spooled(i);
      if (start + length > windowStart + window.byteLength) {
        windowStart = start;
        window = await this.read(start, Math.min(this.size - start, Math.max(length, WRITE_BYTES)));
      }
      yield [i, window.subarray(start - windowStart, start - windowStart + length)];
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
