import { Zip, ZipDeflate } from "fflate";

/** An archive that is written while its parts are made. */
export class ZipStream {
  readonly #pieces: Uint8Array[] = [];
  readonly #zip: Zip;
  readonly #date: Date;

  /** `asOf` dates every part, so that equal rows give equal bytes. */
  constructor(asOf: string) {
    this.#date = new Date(asOf);
    this.#zip = new Zip((error, piece) => {
      if (error) throw error;
      this.#pieces.push(piece);
    });
  }

  /** Begins a part; the function takes its bytes, and the last of them with `true`. */
  part(name: string): (bytes: Uint8Array, isLast: boolean) => void {
    const file = new ZipDeflate(name, { level: 6 });
    // Its clock has no zones: the fields are what a reader shows.
    file.mtime = new Date(this.#date.getTime() + this.#date.getTimezoneOffset() * 60_000);
    this.#zip.add(file);
    return (bytes, isLast) => file.push(bytes, isLast);
  }

  /** A part that is there at once. */
  text(name: string, text: string): void {
    this.part(name)(Buffer.from(text), true);
  }

  end(): void {
    this.#zip.end();
  }

  /** What was written since the last time. */
  taken(): Uint8Array {
    return Buffer.concat(this.#pieces.splice(0));
  }
}
