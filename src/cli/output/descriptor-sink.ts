import { write, writeSync } from "node:fs";
import type { TextSink } from "../../runtime/joined-lines.ts";

/** How long a pipe that is full is left alone, and how often a process that ends tries it. */
const RETRY_MS = 50;
const LAST_TRIES = 4;

/** What is kept for a reader that stalls; later text is lost until it reads on. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024;

/**
 * Writes texts to a descriptor in their order, behind those who write them: a reader that stalls holds up nobody, and
 * nobody waits for one that has gone. What such a reader misses is kept up to a bound, and what is lost then is reported when
 * it reads on. The code that ends the process has the last lines written, for a fifth of a second.
 */
export class DescriptorSink implements TextSink {
  readonly #descriptor: number;
  readonly #onLost: ((bytes: number) => void) | undefined;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** Bytes that found no room since the reader stalled. */
  #lostBytes = 0;
  /** Told when nothing waits any more. */
  #flushes: ((error?: Error) => void)[] = [];
  #retry: NodeJS.Timeout | undefined;
  #isWriting = false;
  /** Why some of the text was lost that was to be flushed. */
  #loss: Error | undefined;

  constructor(descriptor: number, onLost?: (bytes: number) => void) {
    this.#descriptor = descriptor;
    this.#onLost = onLost;
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#waitingBytes + bytes.byteLength > MOST_WAITING_BYTES) {
      this.#lostBytes += bytes.byteLength;
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.byteLength;
    this.#writeNext();
  }

  flush(done: (error?: Error | null) => void): void {
    this.#flushes.push(done);
    this.#writeNext();
  }

  flushSync(): void {
    clearTimeout(this.#retry);
    for (let tries = 0; this.#waiting.length > 0 && tries < LAST_TRIES; ) {
      const bytes = this.#takeFirst()!;
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
    const bytes = this.#takeFirst();
    if (bytes === undefined) {
      const lost = this.#lostBytes;
      this.#lostBytes = 0;
      if (lost > 0) this.#onLost?.(lost);
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

  #takeFirst(): Buffer | undefined {
    const bytes = this.#waiting.shift();
    this.#waitingBytes -= bytes?.byteLength ?? 0;
    return bytes;
  }

  #putBack(rest: Buffer): void {
    if (rest.byteLength === 0) return;
    this.#waiting.unshift(rest);
    this.#waitingBytes += rest.byteLength;
  }
}

/** True when the reader is behind: later there is room again. */
function isFull(error: unknown): boolean {
  return ["EAGAIN", "EBUSY"].includes((error as NodeJS.ErrnoException).code ?? "");
}
