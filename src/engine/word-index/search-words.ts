import { smallestKeys } from "../statistics/smallest-keys.ts";
import { titleHash, type WordIndex } from "./word-index.ts";

export interface WordQuery {
  /** Folded words, at least one. */
  readonly words: readonly string[];
  /** All words of the query as typed, repeats included, to compare with whole names. */
  readonly name: readonly string[];
  readonly kinds: readonly string[];
  /** Kinds that may be shown, a superset of `kinds`: others are not counted, even in word frequencies. */
  readonly shown: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

const NAME_COUNTS = 3;
const SAME_NAME = 0.5;
const SAME_BEGINNING = 0.25;
/** Scores are rounded to millionths, so that equal ones compare equal. */
const STEPS = 1e6;

/** Score factor of a term for a typed prefix of it: 0.4..0.8, or 1 for the whole term. */
function beginningQuality(typed: number, whole: number): number {
  return typed === whole ? 1 : 0.4 + (0.4 * typed) / whole;
}
const MISTAKE_QUALITY = [1, 0.5, 0.25];

/** Finds entries by words. Reuses its arrays between searches, so that a search allocates next to nothing. */
export class WordSearch {
  readonly #index: WordIndex;
  /** Best score for the current word, by entry. */
  readonly #best: Float64Array;
  /** Sum of the scores for all words so far, by entry. */
  readonly #sum: Float64Array;
  /** Number of leading query words that matched, by entry. */
  readonly #found: Uint8Array;
  /** Entries that match the current word. */
  readonly #touched: Uint32Array;
  #touchedCount = 0;
  /** Entries that match the first word. */
  readonly #first: Uint32Array;
  #firstCount = 0;
  /** Kinds that the current query may not show; `#shownCount` is the number of all other entries. */
  #hidden: WordIndex["kinds"] = [];
  #shownCount = 0;

  constructor(index: WordIndex) {
    this.#index = index;
    this.#best = new Float64Array(index.entries);
    this.#sum = new Float64Array(index.entries);
    this.#found = new Uint8Array(index.entries);
    this.#touched = new Uint32Array(index.entries);
    this.#first = new Uint32Array(index.entries);
  }

  /** Returns a page of hits, the count of all, and the terms that each word matched as a typing mistake. */
  search({ words, name, kinds, shown, limit, offset }: WordQuery) {
    this.#hidden = this.#index.kinds.filter(({ kind }) => !shown.includes(kind));
    this.#shownCount = this.#hidden.reduce(
      (left, { from, until }) => left - (until - from),
      this.#index.entries,
    );
    const meant = words.map((word, i) => this.#findWord(word, i));
    const totalCount = this.#collect(words, titleHash(name), kinds);
    const found = smallestKeys(this.#sum, totalCount, offset + limit, this.#touched).subarray(offset);
    const hits = Array.from(found, (number) => ({ number, score: -this.#sum[number] }));
    this.#forget();
    return { hits, totalCount, meant };
  }

  /** Scores the entries that match a word, and adds to the sum of those that matched every word before. */
  #findWord(word: string, place: number): ReadonlySet<string> {
    const index = this.#index;
    const { terms } = index;
    this.#touchedCount = 0;
    for (let term = index.termFrom(word); term < terms.length && terms[term].startsWith(word); term++) {
      this.#offer(term, beginningQuality(word.length, terms[term].length));
    }
    const meant = new Set<string>();
    if (this.#touchedCount === 0) {
      for (const { term, mistakes } of index.meantTerms(word)) {
        this.#offer(term, MISTAKE_QUALITY[mistakes]);
        meant.add(terms[term]);
      }
    }
    const idf = Math.log(1 + this.#shownCount / Math.max(this.#touchedCount, 1));
    for (let i = 0; i < this.#touchedCount; i++) {
      const entry = this.#touched[i];
      if (this.#found[entry] === place) {
        this.#found[entry] = place + 1;
        this.#sum[entry] += idf * this.#best[entry];
      }
      this.#best[entry] = 0;
    }
    if (place === 0) {
      this.#first.set(this.#touched.subarray(0, this.#touchedCount));
      this.#firstCount = this.#touchedCount;
    }
    return meant;
  }

  #offer(term: number, quality: number): void {
    const { postingStarts, postings } = this.#index;
    const best = this.#best;
    const hidden = this.#hidden;
    for (let i = postingStarts[term]; i < postingStarts[term + 1]; i++) {
      const posting = postings[i];
      const entry = posting >>> 1;
      if (hidden.length > 0 && hidden.some(({ from, until }) => entry >= from && entry < until)) continue;
      const score = (posting & 1) === 1 ? NAME_COUNTS * quality : quality;
      if (best[entry] === 0) this.#touched[this.#touchedCount++] = entry;
      if (score > best[entry]) best[entry] = score;
    }
  }

  /**
   * Moves the entries that match all words and one of the kinds to the front of `#touched`, and counts them.
   * Adds the bonus for their names and negates the sum, so the best scores are the smallest.
   */
  #collect(words: readonly string[], whole: number, kinds: readonly string[]): number {
    const index = this.#index;
    const ranges = index.kinds.filter(({ kind }) => kinds.includes(kind));
    // Terms are sorted, so those with the prefix are adjacent.
    const beginning = index.termFrom(words[0]);
    let beginningEnd = beginning;
    while (index.terms[beginningEnd]?.startsWith(words[0])) beginningEnd++;
    let count = 0;
    for (let i = 0; i < this.#touchedCount; i++) {
      const number = this.#touched[i];
      if (this.#found[number] !== words.length) continue;
      if (!ranges.some(({ from, until }) => number >= from && number < until)) continue;
      const first = index.firstTerms[number];
      let share = 0;
      if (index.titleHashes[number] === whole || index.nameHashes[number] === whole) share += SAME_NAME;
      if (first >= beginning && first < beginningEnd) share += SAME_BEGINNING;
      this.#sum[number] = -Math.round(this.#sum[number] * (1 + share) * STEPS) / STEPS;
      this.#touched[count++] = number;
    }
    return count;
  }

  /** Resets the entries of the first word; later words never add entries. */
  #forget(): void {
    for (let i = 0; i < this.#firstCount; i++) {
      const entry = this.#first[i];
      this.#sum[entry] = 0;
      this.#found[entry] = 0;
    }
  }
}
