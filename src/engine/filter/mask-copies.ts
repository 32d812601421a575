import type { ScopeMemory } from "./filter-memory.ts";
import type { FilterAnswer } from "./predicate.ts";

// An allocation of its own costs more than the filter. About 28 masks of a large state share one, and live as long.
const CHUNK_BYTES = 16_384;

/** Makes answers of masks in shared memory, whose bytes belong to the next call. */
export class MaskCopies {
  readonly #shared: Uint8Array<SharedArrayBuffer>;
  #chunk = new Uint8Array(0);
  #used = 0;

  constructor(buffer: SharedArrayBuffer) {
    this.#shared = new Uint8Array(buffer);
  }

  answer(scope: ScopeMemory, mask: number, count: number): FilterAnswer {
    const byteLength = Math.ceil(scope.n / 8);
    if (this.#used + byteLength > this.#chunk.length) {
      this.#chunk = new Uint8Array(Math.max(CHUNK_BYTES, byteLength));
      this.#used = 0;
    }
    const copy = this.#chunk.subarray(this.#used, this.#used + byteLength);
    copy.set(this.#shared.subarray(mask, mask + byteLength));
    this.#used += byteLength;
    return { mask: copy, count };
  }
}
