/** Where texts lie, as a thread tells another: the file is shared memory. */
export interface PostedTexts {
  readonly file: Uint8Array;
  readonly offsets: number;
  readonly data: number;
  readonly n: number;
}

/** Texts as they are in an Arrow file; decoded once, when the first is asked for. */
export class TextColumn {
  readonly #file: Uint8Array;
  readonly #offsets: number;
  readonly #data: number;
  readonly #n: number;
  #texts: readonly string[] | undefined;

  /** `offsets` and `data` are byte offsets into the file of n + 1 int32 and of the UTF-8 bytes they point into. */
  constructor(file: Uint8Array, offsets: number, data: number, n: number) {
    this.#file = file;
    this.#offsets = offsets;
    this.#data = data;
    this.#n = n;
  }

  static fromPosted({ file, offsets, data, n }: PostedTexts): TextColumn {
    return new TextColumn(file, offsets, data, n);
  }

  posted(): PostedTexts {
    return { file: this.#file, offsets: this.#offsets, data: this.#data, n: this.#n };
  }

  /** Texts of the rows from..to-1; a null reads "". */
  slice(from: number, to: number): readonly string[] {
    this.#texts ??= this.#decode();
    return from === 0 && to === this.#n ? this.#texts : this.#texts.slice(from, to);
  }

  /** ASCII is decoded in one piece, several times as fast as text by text. */
  #decode(): string[] {
    const file = Buffer.from(this.#file.buffer, this.#file.byteOffset, this.#file.byteLength);
    const offset = (i: number) => file.readInt32LE(this.#offsets + 4 * i);
    const bytes = file.subarray(this.#data, this.#data + offset(this.#n));
    const whole = bytes.toString("utf8");
    const isAscii = whole.length === bytes.byteLength;
    const texts = new Array<string>(this.#n);
    for (let i = 0, from = offset(0); i < this.#n; i++) {
      const to = offset(i + 1);
      texts[i] = isAscii ? whole.slice(from, to) : bytes.toString("utf8", from, to);
      from = to;
    }
    return texts;
  }
}
