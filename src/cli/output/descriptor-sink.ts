import { write, writeSync } from "node:fs";
import type { TextSink } from "../../runtime/joined-lines.ts";

/** Pause before a full pipe is retried, and the retries of `flushSync`. */
const RETRY_MS = 50;
const LAST_TRIES = 4;

/** Most bytes buffered for a stalled reader; later text is dropped until it reads again. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/**
 * Writes text to a file descriptor in order without blocking the writers, even when the reader stalls or has
 * gone. Buffers up to a bound; bytes dropped beyond it are reported when the reader reads again. `flushSync`,
 * for process exit, writes the last lines and waits for a full pipe for at most a fifth of a second.
 */
export class DescriptorSink implements TextSink {
  readonly #descriptor: number;
  readonly #onLost: ((bytes: number) => void) | undefined;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** Bytes dropped since the reader stalled. */
  #lostBytes = 0;
  /** Callbacks for when the buffer is empty. */
  #flushes: ((error?: Error) => void)[] = [];
  #retry: NodeJS.Timeout | undefined;
  #isWriting = false;
  /** The write error to report to the next flush. */
  #writeError: Error | undefined;

  constructor(descriptor: number, onLost?: (bytes: number) => void) {
    this.#descriptor = descriptor;
    this.#onLost = onLost;
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#waitingBytes + bytes.byteLength > MAX_WAITING_BYTES) {
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
      const writeError = this.#writeError;
      this.#writeError = undefined;
      for (const done of this.#flushes.splice(0)) done(writeError);
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
      } else this.#writeError = error;
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

function isFull(error: unknown): boolean {
  return ["EAGAIN", "EBUSY"].includes((error as NodeJS.ErrnoException).code ?? "");
}
