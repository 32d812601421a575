import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { throwIfAborted } from "../../runtime/abort.ts";
import { TerraceError } from "../../runtime/errors.ts";
import {
  encodePage,
  FILE_HEAD_BYTES,
  FILE_MAGIC,
  FILE_VERSION,
  hashKey,
  INDEX_BYTES_A_PAGE,
  PAGE_ALIGNMENT,
  type PageElement,
} from "./page-format.ts";

/** A document on its way into a file of pages. */
export interface PageDocument {
  readonly key: string;
  readonly elements: readonly PageElement[];
}

/** Bytes gathered before they are written: few system calls, little memory. */
const WRITE_BYTES = 1 << 20;

/** Writes documents as one file of pages and tells how many; they may come in any order, each key once. */
export async function writePages(
  path: string,
  documents: AsyncIterable<PageDocument> | Iterable<PageDocument>,
  signal?: AbortSignal,
): Promise<number> {
  const file = await open(path, "w");
  try {
    const writer = new PageWriter(file);
    for await (const { key, elements } of documents) {
      throwIfAborted(signal);
      await writer.add(key, elements);
    }
    return await writer.finish();
  } finally {
    await file.close();
  }
}

class PageWriter {
  readonly #file: FileHandle;
  readonly #hash = new Uint32Array(2);
  #waiting: Uint8Array[] = [Buffer.alloc(FILE_HEAD_BYTES)];
  #waitingBytes = FILE_HEAD_BYTES;
  #position = FILE_HEAD_BYTES;
  /** Four numbers a page: hash halves, position, length. */
  #entries = new Uint32Array(4096);
  #count = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async add(key: string, elements: readonly PageElement[]): Promise<void> {
    const page = encodePage(key, elements);
    hashKey(key, this.#hash);
    if (4 * (this.#count + 1) > this.#entries.length) {
      const larger = new Uint32Array(this.#entries.length * 2);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    const units = this.#position / PAGE_ALIGNMENT;
    if (units > 0xffff_ffff) throw new TerraceError("internal", "a file of pages is larger than 32 GiB");
    this.#entries.set([this.#hash[0], this.#hash[1], units, page.byteLength], 4 * this.#count++);
    await this.#write(page);
    await this.#align();
  }

  async finish(): Promise<number> {
    const index = this.#index();
    const indexPosition = this.#position;
    await this.#write(index);
    await this.#flush();
    const head = Buffer.alloc(FILE_HEAD_BYTES);
    head.write(FILE_MAGIC, 0, "latin1");
    head.writeUInt32LE(FILE_VERSION, 8);
    head.writeUInt32LE(this.#count, 12);
    head.writeUInt32LE(crc32(index), 16);
    head.writeBigUInt64LE(BigInt(indexPosition), 24);
    await this.#file.write(head, 0, FILE_HEAD_BYTES, 0);
    return this.#count;
  }

  /** The index in the order of hashes, as runs of one number a page. */
  #index(): Uint8Array {
    const count = this.#count;
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

  async #align(): Promise<void> {
    const past = this.#position % PAGE_ALIGNMENT;
    if (past > 0) await this.#write(Buffer.alloc(PAGE_ALIGNMENT - past));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.byteLength;
    this.#position += bytes.byteLength;
    if (this.#waitingBytes >= WRITE_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let at = 0; at < bytes.byteLength; ) at += (await this.#file.write(bytes, at)).bytesWritten;
  }
}
