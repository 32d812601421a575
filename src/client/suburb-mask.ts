import { andBits, bitPositions, countBits, hasBit, maskBytes, notBits, orBits } from "./mask-bits.ts";

/** Two parts of different versions of the suburb index, whose positions do not correspond. */
export class IndexVersionError extends Error {
  readonly expected: string;
  readonly actual: string;

  constructor(what: string, actual: string, expected: string) {
    super(`${what} belongs to index version "${actual}", not to "${expected}"; fetch it again`);
    this.name = "IndexVersionError";
    this.expected = expected;
    this.actual = actual;
  }
}

/** A set of suburbs: one bit per index position, least significant bit first. Operations return new masks. */
export class SuburbMask implements Iterable<number> {
  /** Version of the index that defines the positions. */
  readonly indexVersion: string;
  /** Number of suburbs in the index. */
  readonly size: number;
  /** ceil(size / 8) bytes; position i is byte i >> 3, bit i & 7, and the spare bits are zero. */
  readonly bytes: Uint8Array;
  #count: number | undefined;

  /** A mask over bytes in Terrace's format; they are kept, not copied. */
  constructor(indexVersion: string, size: number, bytes: Uint8Array) {
    if (bytes.length !== maskBytes(size)) {
      throw new RangeError(
        `a mask over ${size} suburbs has ${maskBytes(size)} bytes, this one has ${bytes.length}`,
      );
    }
    this.indexVersion = indexVersion;
    this.size = size;
    this.bytes = bytes;
  }

  static of(indexVersion: string, size: number, positions: Iterable<number>): SuburbMask {
    const bytes = new Uint8Array(maskBytes(size));
    for (const position of positions) {
      if (!Number.isInteger(position) || position < 0 || position >= size) {
        throw new RangeError(`position ${position} is not a whole number from 0 to ${size - 1}`);
      }
      bytes[position >> 3] |= 1 << (position & 7);
    }
    return new SuburbMask(indexVersion, size, bytes);
  }

  /** Number of suburbs in the set. */
  get count(): number {
    this.#count ??= countBits(this.bytes);
    return this.#count;
  }

  has(position: number): boolean {
    return position >= 0 && position < this.size && hasBit(this.bytes, position);
  }

  and(other: SuburbMask): SuburbMask {
    return this.#with(andBits(this.bytes, this.#aligned(other)));
  }

  or(other: SuburbMask): SuburbMask {
    return this.#with(orBits(this.bytes, this.#aligned(other)));
  }

  not(): SuburbMask {
    return this.#with(notBits(this.bytes, this.size));
  }

  equals(other: SuburbMask): boolean {
    const bytes = this.#aligned(other);
    return this.bytes.every((byte, i) => byte === bytes[i]);
  }

  /** The positions in the set, ascending. */
  positions(): Uint32Array {
    return bitPositions(this.bytes);
  }

  *[Symbol.iterator](): Iterator<number> {
    yield* this.positions();
  }

  #with(bytes: Uint8Array): SuburbMask {
    return new SuburbMask(this.indexVersion, this.size, bytes);
  }

  #aligned(other: SuburbMask): Uint8Array {
    if (other.indexVersion !== this.indexVersion) {
      throw new IndexVersionError("the other mask", other.indexVersion, this.indexVersion);
    }
    return other.bytes;
  }
}
