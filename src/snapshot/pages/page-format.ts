/**
 * A page file: documents by key, encoded by the build and read by byte offset while serving.
 *
 *   header      64 bytes: magic, version, page count, crc32 of dictionary and index, dictionary length, offset
 *               of the index
 *   dictionary  LZ4 dictionary of the compressed pages
 *   parts       content shared by several pages, stored like pages
 *   pages       contiguous, each aligned to 8 bytes
 *   index       four runs of uint32, one number a page each: high and low half of the key's hash, offset in
 *               units of 8 bytes, length in bytes; ascending by hash, then by offset
 *
 * A stored page begins with the crc32 of the rest and its unpacked length, uint32 each. Length 0 means stored
 * uncompressed, otherwise an LZ4 block follows. A page is a list of elements, each an encoded message with the
 * half-open range of numbers (days, windows) that it is shown for:
 *
 *   key length, element count: uint32 each
 *   (from, until, length) of each element: uint32 each
 *   key in UTF-8, then the elements
 *
 * In a file with parts, the high bit of the unpacked length marks a page that has any. It then begins with their
 * count and, for each, its offset in the page, position in units of 8 bytes and stored length: uint32 each.
 *
 * All numbers are little-endian. The bytes depend on keys and messages alone.
 */
export const PAGES_SUFFIX = ".pages";

export const FILE_HEAD_BYTES = 64;
export const FILE_MAGIC = "TERRPAGE";
export const FILE_VERSION = 2;
/** Version of files with parts. Two bits differ from the other version, so one flipped bit makes neither. */
export const JOINED_FILE_VERSION = 4;
/** Flag in the unpacked length of a page with parts. */
export const JOINED = 0x8000_0000;
export const JOIN_BYTES = 12;

/** Header of a stored page: checksum and unpacked length. */
export const STORED_HEAD_BYTES = 8;
export const PAGE_HEAD_BYTES = 8;
export const ELEMENT_ROW_BYTES = 12;
export const PAGE_ALIGNMENT = 8;

export const INDEX_BYTES_A_PAGE = 16;

/** End of a range without end. */
export const ALWAYS = 0xffff_ffff;

export interface PageElement {
  readonly binary: Uint8Array;
  /** Parts that follow it, stored once for all elements that share them. */
  readonly shared?: readonly Uint8Array[] | undefined;
  /** First number that it is shown for; default 0. */
  readonly from?: number | undefined;
  /** First number that it is no longer shown for; default ALWAYS. */
  readonly until?: number | undefined;
}

/** A shared part, and its byte offset in the page. */
export interface PageJoin {
  readonly at: number;
  readonly part: Uint8Array;
}

/** Encodes a page uncompressed; shared parts are not included but added to `joins`. */
export function encodePage(key: string, elements: readonly PageElement[], joins: PageJoin[] = []): Buffer {
  const keyBytes = Buffer.byteLength(key);
  let length = PAGE_HEAD_BYTES + elements.length * ELEMENT_ROW_BYTES + keyBytes;
  for (const { binary } of elements) length += binary.byteLength;
  const page = Buffer.allocUnsafe(length);
  page.writeUInt32LE(keyBytes, 0);
  page.writeUInt32LE(elements.length, 4);
  let row = PAGE_HEAD_BYTES;
  let at = row + elements.length * ELEMENT_ROW_BYTES;
  at += page.write(key, at);
  let joinedBytes = 0;
  for (const { binary, shared = [], from = 0, until = ALWAYS } of elements) {
    page.set(binary, at);
    at += binary.byteLength;
    const before = joinedBytes;
    for (const part of shared) {
      joins.push({ at: at + joinedBytes, part });
      joinedBytes += part.byteLength;
    }
    page.writeUInt32LE(from, row);
    page.writeUInt32LE(until, row + 4);
    page.writeUInt32LE(binary.byteLength + joinedBytes - before, row + 8);
    row += ELEMENT_ROW_BYTES;
  }
  return page;
}

/** Two independent 32-bit hashes of a key, written to `out`, high half first. */
export function hashKey(key: string, out: Uint32Array): void {
  let high = 0x9747b28c;
  let low = 0x85ebca6b;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    high ^= high >>> 15;
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 13;
  }
  out[0] = finish(high ^ key.length);
  out[1] = finish(low + Math.imul(high, 0x27d4eb2f));
}

/** Final mix: every input bit affects every output bit. */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
