import { crc32 } from "node:zlib";

/**
 * A file of pages: documents by key, encoded when a snapshot is built and read by position while it is served.
 *
 *   head      64 bytes: magic, version, number of pages, crc32 of the index, position of the index
 *   pages     one behind the other, each on a multiple of 8 bytes
 *   index     four runs of uint32, one number a page: high and low half of the key's hash, position in units of
 *             8 bytes, length in bytes; ascending by hash, then by position
 *
 * A page is a list of elements, each with an encoded message, the same in JSON where that is kept, and the half-open
 * range of numbers (days, windows) it is shown for:
 *
 *   crc32 of the rest, length of the key, number of elements, 0: uint32 each
 *   a row of (from, until, binary length, JSON length) an element: uint32 each
 *   key in UTF-8, then the binary forms, then the JSON forms
 *
 * All numbers are little-endian. The bytes follow from keys and messages alone.
 */
export const PAGES_FOLDER = "pages";
export const PAGES_SUFFIX = ".pages";

export const FILE_HEAD_BYTES = 64;
export const FILE_MAGIC = "TERRPAGE";
export const FILE_VERSION = 1;

export const PAGE_HEAD_BYTES = 16;
export const ELEMENT_ROW_BYTES = 16;
export const PAGE_ALIGNMENT = 8;

/** Bytes that the index takes for each page. */
export const INDEX_BYTES_A_PAGE = 16;

/** The end of a range that never ends. */
export const ALWAYS = 0xffff_ffff;

/** One element of a page before it is written. */
export interface PageElement {
  readonly binary: Uint8Array;
  /** Absent where JSON is made from the binary form when it is asked for. */
  readonly json?: Uint8Array | undefined;
  /** First number it is shown for; 0 unless given. */
  readonly from?: number | undefined;
  /** First number it is no longer shown for; ALWAYS unless given. */
  readonly until?: number | undefined;
}

/** The bytes of a page, without padding. */
export function encodePage(key: string, elements: readonly PageElement[]): Uint8Array {
  const keyBytes = Buffer.from(key);
  let length = PAGE_HEAD_BYTES + elements.length * ELEMENT_ROW_BYTES + keyBytes.byteLength;
  for (const { binary, json } of elements) length += binary.byteLength + (json?.byteLength ?? 0);
  const page = Buffer.alloc(length);
  page.writeUInt32LE(keyBytes.byteLength, 4);
  page.writeUInt32LE(elements.length, 8);
  let row = PAGE_HEAD_BYTES;
  for (const { binary, json, from = 0, until = ALWAYS } of elements) {
    page.writeUInt32LE(from, row);
    page.writeUInt32LE(until, row + 4);
    page.writeUInt32LE(binary.byteLength, row + 8);
    page.writeUInt32LE(json?.byteLength ?? 0, row + 12);
    row += ELEMENT_ROW_BYTES;
  }
  let at = row;
  page.set(keyBytes, at);
  at += keyBytes.byteLength;
  for (const { binary } of elements) {
    page.set(binary, at);
    at += binary.byteLength;
  }
  for (const { json } of elements) {
    if (json === undefined) continue;
    page.set(json, at);
    at += json.byteLength;
  }
  page.writeUInt32LE(crc32(page.subarray(4)), 0);
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
