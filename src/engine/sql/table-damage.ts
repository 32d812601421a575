/** Finds damaged table files: threads report failed reads, then the opening thread verifies checksums. */
export class TableDamage {
  /** Number of failed reads, of all threads. */
  readonly shared: SharedArrayBuffer;
  #seen = 0;
  #damaged: string | undefined;

  constructor(shared = new SharedArrayBuffer(4)) {
    this.shared = shared;
  }

  failed(): void {
    Atomics.add(new Int32Array(this.shared), 0, 1);
  }

  /** The damaged file, if known. New failures start `check` in the background, for a later call to return. */
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
