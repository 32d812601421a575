import { firstWhere } from "../../../runtime/first-where.ts";

/** Which places have a word with a beginning: words in order, each with its places. */
export class PrefixWords {
  readonly #words: readonly string[];
  readonly #places: readonly (readonly number[])[];
  readonly #count: number;

  constructor(wordsOfPlaces: readonly (readonly string[])[]) {
    const places = new Map<string, number[]>();
    wordsOfPlaces.forEach((words, place) => {
      for (const word of new Set(words)) {
        const known = places.get(word);
        if (known === undefined) places.set(word, [place]);
        else known.push(place);
      }
    });
    this.#words = [...places.keys()].sort();
    this.#places = this.#words.map((word) => places.get(word)!);
    this.#count = wordsOfPlaces.length;
  }

  /** Places, ascending, that have for each of the beginnings a word that begins with it; none without any. */
  placesOfAll(beginnings: readonly string[]): number[] {
    const places: number[] = [];
    if (beginnings.length === 0) return places;
    // How many of the beginnings, up to the one looked at, a place has.
    const had = new Uint16Array(this.#count);
    beginnings.forEach((beginning, i) => {
      for (let at = this.#firstFrom(beginning); this.#words[at]?.startsWith(beginning); at++) {
        for (const place of this.#places[at]) if (had[place] === i) had[place] = i + 1;
      }
    });
    for (let place = 0; place < had.length; place++) {
      if (had[place] === beginnings.length) places.push(place);
    }
    return places;
  }

  /** The first word that is not before a text. */
  #firstFrom(text: string): number {
    return firstWhere(0, this.#words.length, (place) => this.#words[place] >= text);
  }
}
