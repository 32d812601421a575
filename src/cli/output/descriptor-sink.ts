import { write, writeSync } from "node:fs";
import type { TextSink } from "../../runtime/joined-lines.ts";

/** How long a pipe that is full is left alone, and how often a process that ends tries it. */
const RETRY_MS = 50;
const LAST_TRIES = 4;

/**
 * Writes texts to a descriptor in their order, behind those who write them: a reader that stalls holds up nobody, and
 * nobody waits for one that has gone. Whoever ends the process has the last lines written, for a fifth of a second.
 */
export class DescriptorSink implements TextSink {
  readonly #descriptor: number;
  readonly #waiting: Buffer[] = [];
  /** Told when nothing waits any more. */
  #flushes: ((error?: Error) => void)[] = [];
  #retry: NodeJS.Timeout | undefined;
  #isWriting = false;
  /** Why some of the text was lost that was to be flushed. */
  #loss: Error | undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(text: string): void {
    this.#waiting.push(Buffer.from(text));
    this.#writeNext();
  }

  flush(done: (error?: Error | null) => void): void {
    this.#flushes.push(done);
    this.#writeNext();
  }

  flushSync(): void {
    clearTimeout(this.#retry);
    for (let tries = 0; this.#waiting.length > 0 && tries < LAST_TRIES; ) {
      const bytes = this.#waiting.shift()!;
      try {
        this.#putBack(bytes.subarray(writeSync(this.#descriptor, bytes)));
      } catch (error) {
        if (!isFull(error)) continue;
        this.#putBack(bytes);
        tries++;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
  }

  #writeNext(): void {
    if (this.#isWriting || this.#retry !== undefined) return;
    const bytes = this.#waiting.shift();
    if (bytes === undefined) {
      const loss = this.#loss;
      this.#loss = undefined;
      for (const done of this.#flushes.splice(0)) done(loss);
      return;
    }
    this.#isWriting = true;
    write(this.#descriptor, bytes, (error, written) => {
      this.#isWriting = false;
      if (error === null) this.#putBack(bytes.subarray(written));
      else if (isFull(error)) {
        this.#putBack(bytes);
        this.#retry = setTimeout(() => {
          this.#retry = undefined;
          this.#writeNext();
        }, RETRY_MS);
      } else this.#loss = error;
      this.#writeNext();
    });
  }

  #putBack(rest: Buffer): void {
    if (rest.byteLength > 0) this.#waiting.unshift(rest);
  }
}

/** True when the reader is behind: later there is room again. */
function isFull(error: unknown): boolean {
  return ["EAGAIN", "EBUSY"].includes((error as NodeJS.ErrnoException).code ?? "");
}
