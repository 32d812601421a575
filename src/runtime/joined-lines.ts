/** What takes text, as a file or a pipe does. */
export interface TextSink {
  write(text: string): unknown;
  /** Calls back when all that was written before has left the process. */
  flush(done: (error?: Error | null) => void): void;
  flushSync(): void;
}

/** Characters that are written at once, and how long the first of them waits at most. */
const CHUNK_LENGTH = 65_536;
const WAIT_MS = 100;

/**
 * Joins the lines of a log and hands them on together: a write of its own for each line costs more than the line. Lines
 * wait a tenth of a second at most, and the code that ends the process has them written first.
 */
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

  /** Resolves when every line has left the process. */
  flush(): Promise<void> {
    this.#handOn();
    return new Promise((resolve, reject) => this.#sink.flush((error) => (error ? reject(error) : resolve())));
  }

  /** The same, here and now, for the end of a process. */
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
