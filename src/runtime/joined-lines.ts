export interface TextSink {
  write(text: string): unknown;
  /** Calls back when all text written before has left the process. */
  flush(done: (error?: Error | null) => void): void;
  flushSync(): void;
}

/** A chunk is written at this length, or WAIT_MS after its first line. */
const CHUNK_LENGTH = 65_536;
const WAIT_MS = 100;

/** Writes log lines in chunks, as a write costs more than a line. Lines wait at most a tenth of a second. */
export class JoinedLines {
  readonly #sink: TextSink;
  #lines: string[] = [];
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  write(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= CHUNK_LENGTH) this.#handOn();
    else this.#timer ??= setTimeout(() => this.#handOn(), WAIT_MS).unref();
  }

  flush(): Promise<void> {
    this.#handOn();
    return new Promise((resolve, reject) => this.#sink.flush((error) => (error ? reject(error) : resolve())));
  }

  flushSync(): void {
    this.#handOn();
    this.#sink.flushSync();
  }

  #handOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines.length === 0) return;
    const text = this.#lines.join("");
    this.#lines = [];
    this.#length = 0;
    this.#sink.write(text);
  }
}
