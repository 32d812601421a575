/** Shortest match that saves bytes: token and offset take three. */
const SHORTEST = 4;
/** LZ4 rules: a block ends with 5 literals, and no match begins within its last 12 bytes. */
const LAST_LITERALS = 5;
const MATCH_LIMIT = 12;
const FARTHEST = 0xffff;
const HASH_BITS = 15;

/** Compresses blocks in the LZ4 block format, independently. Matches may refer to a preceding dictionary. */
export class BlockPacker {
  readonly #dictionary: DataView;
  /** Hash table of 4-byte sequences: position + 1 in the dictionary, and in the block plus `#base`. */
  readonly #dictionaryPlaces = new Int32Array(1 << HASH_BITS);
  readonly #places = new Int32Array(1 << HASH_BITS);
  #base = 0;
  #room = new Uint8Array(1 << 16);

  constructor(dictionary: Uint8Array = new Uint8Array(0)) {
    this.#dictionary = viewOf(dictionary);
    for (let i = 0; i + SHORTEST <= dictionary.length; i++) {
      this.#dictionaryPlaces[hashOf(this.#dictionary.getInt32(i, true))] = i + 1;
    }
  }

  /** Compresses a block into a buffer that the next call overwrites. */
  pack(block: Uint8Array): Uint8Array {
    const most = block.length + Math.ceil(block.length / 255) + 16;
    if (this.#room.length < most) this.#room = new Uint8Array(2 * most);
    const view = viewOf(block);
    const dictionary = this.#dictionary;
    const dictionaryPlaces = this.#dictionaryPlaces;
    const places = this.#places;
    const size = dictionary.byteLength;
    const limit = block.length - MATCH_LIMIT;
    const matchEnd = block.length - LAST_LITERALS;
    let out = 0;
    let literals = 0;
    let missed = 0;
    if (this.#base > 1 << 30) {
      places.fill(0);
      this.#base = 0;
    }
    const base = this.#base;
    for (let i = 0; i < limit; ) {
      const word = view.getInt32(i, true);
      const hash = hashOf(word);
      const found = places[hash] - base - 1;
      const known = dictionaryPlaces[hash] - 1;
      places[hash] = base + i + 1;
      let length = 0;
      let offset = 0;
      if (found >= 0 && i - found <= FARTHEST && view.getInt32(found, true) === word) {
        length = sameBytes(view, found, view, i, matchEnd);
        offset = i - found;
      }
      if (known >= 0 && i + size - known <= FARTHEST && dictionary.getInt32(known, true) === word) {
        const other = sameBytes(dictionary, known, view, i, matchEnd);
        if (other > length) {
          length = other;
          offset = i + size - known;
        }
      }
      if (length < SHORTEST) {
        // Skips faster the longer nothing matched.
        i += 1 + (missed++ >> 6);
        continue;
      }
      missed = 0;
      out = this.#sequence(block, literals, i, length, offset, out);
      const end = i + length;
      // Index positions within the match, for later matches.
      for (i += 2; i < end && i < limit; i += 3) places[hashOf(view.getInt32(i, true))] = base + i + 1;
      i = end;
      literals = end;
    }
    this.#base += block.length;
    return this.#room.subarray(0, this.#literals(block, literals, block.length, out));
  }

  #sequence(block: Uint8Array, from: number, to: number, length: number, offset: number, at: number): number {
    const room = this.#room;
    const token = at;
    let out = this.#literals(block, from, to, at);
    const rest = length - SHORTEST;
    room[token] |= Math.min(rest, 15);
    room[out++] = offset & 0xff;
    room[out++] = offset >>> 8;
    return rest < 15 ? out : lengthBytes(room, rest - 15, out);
  }

  /** Writes a token with the literal count, and the literals. */
  #literals(block: Uint8Array, from: number, to: number, at: number): number {
    const room = this.#room;
    const count = to - from;
    room[at] = Math.min(count, 15) << 4;
    let out = count < 15 ? at + 1 : lengthBytes(room, count - 15, at + 1);
    if (count > 32) {
      room.set(block.subarray(from, to), out);
      return out + count;
    }
    for (let i = from; i < to; i++) room[out++] = block[i];
    return out;
  }
}

function lengthBytes(room: Uint8Array, length: number, at: number): number {
  let [out, rest] = [at, length];
  for (; rest >= 255; rest -= 255) room[out++] = 255;
  room[out++] = rest;
  return out;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function hashOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
}

/** Length of the common bytes at two positions with 4 equal bytes, bounded by both ends and `end` in `b`. */
function sameBytes(a: DataView, from: number, b: DataView, at: number, end: number): number {
  let i = SHORTEST;
  const most = Math.min(a.byteLength - from, end - at);
  while (i + 4 <= most && a.getInt32(from + i, true) === b.getInt32(at + i, true)) i += 4;
  while (i < most && a.getUint8(from + i) === b.getUint8(at + i)) i++;
  return i;
}

/** Decompresses a block; false if it does not fill `room` exactly or reads or writes out of bounds. */
export function unpackBlock(packed: Uint8Array, dictionary: Buffer, room: Buffer): boolean {
  const size = dictionary.length;
  const inEnd = packed.length;
  const outEnd = room.length;
  let at = 0;
  let out = 0;
  while (at < inEnd) {
    const token = packed[at++];
    let count = token >> 4;
    if (count === 15) {
      let more = 255;
      while (more === 255 && at < inEnd) {
        more = packed[at++];
        count += more;
      }
    }
    if (at + count > inEnd || out + count > outEnd) return false;
    if (count > 32) {
      room.set(packed.subarray(at, at + count), out);
      out += count;
      at += count;
    } else for (const end = at + count; at < end; ) room[out++] = packed[at++];
    if (at === inEnd) break;
    if (at + 2 > inEnd) return false;
    const offset = packed[at] | (packed[at + 1] << 8);
    at += 2;
    let length = (token & 15) + SHORTEST;
    if (length === 15 + SHORTEST) {
      let more = 255;
      while (more === 255 && at < inEnd) {
        more = packed[at++];
        length += more;
      }
    }
    let from = out - offset;
    if (offset === 0 || from < -size || out + length > outEnd) return false;
    if (from < 0) {
      const start = size + from;
      const count = Math.min(length, -from);
      if (count > 32) {
        dictionary.copy(room, out, start, start + count);
        out += count;
      } else for (let i = 0; i < count; i++) room[out++] = dictionary[start + i];
      length -= count;
      from = 0;
      if (length === 0) continue;
      // The rest of the match continues at the block's first byte.
    }
    if (length > 32 && from + length <= out) {
      room.copyWithin(out, from, from + length);
      out += length;
    } else for (const end = out + length; out < end; ) room[out++] = room[from++];
  }
  return out === outEnd;
}
