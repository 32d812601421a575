/** What the first answer of a method is taken for. */
const UNKNOWN_ANSWER_BYTES = 2 ** 20;

/** Bytes of the largest answer that each method has given. */
export class LargestAnswers {
  readonly #bytes = new Map<object, number>();

  of(method: object): number {
    return this.#bytes.get(method) ?? UNKNOWN_ANSWER_BYTES;
  }

  add(method: object, byteLength: number): void {
    if (byteLength > (this.#bytes.get(method) ?? -1)) this.#bytes.set(method, byteLength);
  }
}
