/** Where texts are, as a thread posts it to another. */
export interface TextPlace {
  readonly file: Uint8Array;
  /** Byte offsets into the file of n + 1 int32 and of the UTF-8 bytes they point into. */
  readonly offsets: number;
  readonly data: number;
  readonly n: number;
}

/** Texts as they are in an Arrow file or a page of a frame; decoded once, when the first is asked for. */
export class TextColumn {
  readonly place: TextPlace;
  #texts: readonly string[] | undefined;

  constructor(place: TextPlace) {
    this.place = place;
  }

  /** Texts of the rows from..to-1; a null reads "". */
  slice(from: number, to: number): readonly string[] {
    this.#texts ??= this.#decode();
    return from === 0 && to === this.place.n ? this.#texts : this.#texts.slice(from, to);
  }

  /** ASCII is decoded in one piece, several times as fast as text by text. */
  #decode(): string[] {
    const { file: all, offsets, data, n } = this.place;
    const file = Buffer.from(all.buffer, all.byteOffset, all.byteLength);
    const offset = (i: number) => file.readInt32LE(offsets + 4 * i);
    const bytes = file.subarray(data, data + offset(n));
    const whole = bytes.toString("utf8");
    const isAscii = whole.length === bytes.byteLength;
    const texts = new Array<string>(n);
    for (let i = 0, from = offset(0); i < n; i++) {
      const to = offset(i + 1);
      texts[i] = isAscii ? whole.slice(from, to) : bytes.toString("utf8", from, to);
      from = to;
    }
    return texts;
  }
}
