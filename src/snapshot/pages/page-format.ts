/**
 * A file of pages: documents by key, encoded when a snapshot is built and read by position while it is served.
 *
 *   head        64 bytes: magic, version, number of pages, crc32 of dictionary and index, length of the dictionary,
 *               position of the index
 *   dictionary  what pages of the set have in common; packed pages refer to it
 *   parts       what many pages share, stored as pages are
 *   pages       one behind the other, each on a multiple of 8 bytes
 *   index       four runs of uint32, one number a page: high and low half of the key's hash, position in units of
 *               8 bytes, length in bytes; ascending by hash, then by position
 *
 * A page begins with the crc32 of the rest and its unpacked length, uint32 each. Where the length is 0 the page follows
 * as it is, else as an LZ4 block. It is a list of elements, each with an encoded message and the half-open range of
 * numbers (days, windows) that it is shown for:
 *
 *   length of the key, number of elements: uint32 each
 *   a row of (from, until, length) an element: uint32 each
 *   key in UTF-8, then the elements
 *
 * In a file with parts, the high bit of the unpacked length is set where a page has any. Before what is then the rest of
 * the page comes their number, and for each where in the page it begins, its position in units of 8 bytes and its stored
 * length: uint32 each.
 *
 * All numbers are little-endian. The bytes follow from keys and messages alone.
 */
export const PAGES_SUFFIX = ".pages";

export const FILE_HEAD_BYTES = 64;
export const FILE_MAGIC = "TERRPAGE";
export const FILE_VERSION = 2;
/** Of a file with parts, which older programs do not know. Two bits from the other: a flipped bit makes neither of them. */
export const JOINED_FILE_VERSION = 4;
/** In the unpacked length of a page that has parts. */
export const JOINED = 0x8000_0000;
export const JOIN_BYTES = 12;

/** Before every page of a file: its checksum and its unpacked length. */
export const STORED_HEAD_BYTES = 8;
export const PAGE_HEAD_BYTES = 8;
export const ELEMENT_ROW_BYTES = 12;
export const PAGE_ALIGNMENT = 8;

/** Bytes that the index takes for each page. */
export const INDEX_BYTES_A_PAGE = 16;

/** The end of a range that never ends. */
export const ALWAYS = 0xffff_ffff;

/** One element of a page before it is written. */
export interface PageElement {
  readonly binary: Uint8Array;
  /** What comes after it, stored once for all elements that have it. */
  readonly shared?: readonly Uint8Array[] | undefined;
  /** First number it is shown for; 0 unless given. */
  readonly from?: number | undefined;
  /** First number it is no longer shown for; ALWAYS unless given. */
  readonly until?: number | undefined;
}

/** A part that a page shares with others, and where in the page it begins. */
export interface PageJoin {
  readonly at: number;
  readonly part: Uint8Array;
}

/** The bytes of a page, unpacked, without the parts that it shares, which are added to `joins`. */
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

/** Two independent 32-bit hashes of a key; `out` has room for both, high half first. */
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

/** Spreads the bits of a hash so that every bit of the key counts in each. */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
