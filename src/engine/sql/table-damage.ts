/**
 * Finds damage in the files of a snapshot's tables. Every thread tells of what it could not read; the one that opened the
 * snapshot then looks at the checksums, and knows which file it was.
 */
export class TableDamage {
  /** Failures of all threads. */
  readonly shared: SharedArrayBuffer;
  #seen = 0;
  #damaged: string | undefined;

  constructor(shared = new SharedArrayBuffer(4)) {
    this.shared = shared;
  }

  /** Tells that tables could not be read. */
  failed(): void {
    Atomics.add(new Int32Array(this.shared), 0, 1);
  }

  /** The damaged file, once it was found. After a failure the files are looked at; the next call knows. */
  look(check: () => Promise<void>): string | undefined {
    const failures = Atomics.load(new Int32Array(this.shared), 0);
    if (failures !== this.#seen && this.#damaged === undefined) {
      this.#seen = failures;
      void check().catch((error: Error) => {
        this.#damaged = /tables\/[\w-]+\.parquet/.exec(error.message)?.[0] ?? "tables";
      });
    }
    return this.#damaged;
  }
}
