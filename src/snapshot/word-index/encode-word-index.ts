import { remembered } from "../../runtime/lazy.ts";
import { SHORTEST_MISTYPED, shortenedHashes, textHash } from "../../runtime/words/typing-mistakes.ts";
import { wordsOf, wordsOfName } from "../../runtime/words/words-of.ts";
import type { PageElement } from "../pages/page-format.ts";

/** What is found by words. Entries come by kind, the weightiest of a kind first: ties are resolved in their order. */
export interface WordEntry {
  readonly kind: string;
  /** Name of the switch that hides the kind while it is off; "" where none does. */
  readonly hidden_by: string;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** Further text that counts as much as the title: a code. */
  readonly names: string;
  /** Text that counts less. */
  readonly words: string;
}

/** The elements of the page that holds the index, by their places. All numbers are uint32, little-endian. */
export const PARTS = {
  /** JSON: the kinds with the number of their entries, in order. */
  kinds: 0,
  /** Sorted words, each behind a line end. */
  terms: 1,
  /** Where each word's postings begin; one more for the end. */
  postingStarts: 2,
  /** Entry number times 2, plus 1 where the word is in title or names. Ascending within a word. */
  postings: 3,
  /** Sorted hashes of shortened words, and the word of each. */
  shortened: 4,
  shortenedTerms: 5,
  /** First word of each title; NO_WORD where it has none. */
  firstTerms: 6,
  /** Hashes of the words of each title, without what is in brackets behind it, and of each entry's names. */
  titleHashes: 7,
  nameHashes: 8,
  /** Where each entry's text begins; one more for the end. */
  textStarts: 9,
  /** Id, title and detail of each entry, split by NUL. */
  texts: 10,
} as const;

export const NO_WORD = 0xffff_ffff;

/** The hash of words in their order; 0 for none. */
export function wordsHash(words: readonly string[]): number {
  return words.length === 0 ? 0 : textHash(words.join(" "));
}

/** Makes the index of entries that come one after the other. */
export class WordIndexEncoder {
  readonly #postings = new Map<string, number[]>();
  readonly #kinds: { kind: string; hiddenBy: string; count: number }[] = [];
  readonly #firstWords: (string | undefined)[] = [];
  readonly #titleHashes: number[] = [];
  readonly #nameHashes: number[] = [];
  readonly #textStarts: number[] = [0];
  readonly #texts: Buffer[] = [];

  add({ kind, hidden_by, id, title, detail, names, words }: WordEntry): void {
    const number = this.#firstWords.length;
    const last = this.#kinds.at(-1);
    if (last?.kind === kind) last.count++;
    else this.#kinds.push({ kind, hiddenBy: hidden_by, count: 1 });
    const titleWords = wordsOf(title);
    const nameWords = wordsOf(names);
    const named = new Set([...titleWords, ...nameWords]);
    for (const word of named) this.#post(word, number * 2 + 1);
    for (const word of new Set(wordsOf(words))) if (!named.has(word)) this.#post(word, number * 2);
    this.#firstWords.push(titleWords[0]);
    this.#titleHashes.push(wordsHash(wordsOfName(title)));
    this.#nameHashes.push(wordsHash(nameWords));
    const text = Buffer.from([id, title, detail].map((part) => part.replaceAll("\0", "")).join("\0"));
    this.#texts.push(text);
    this.#textStarts.push(this.#textStarts.at(-1)! + text.byteLength);
  }

  finish(): PageElement[] {
    const terms = [...this.#postings.keys()].sort();
    const numbers = new Map(terms.map((term, i) => [term, i]));
    const starts = [0];
    const postings: number[] = [];
    for (const term of terms) {
      for (const posting of this.#postings.get(term)!) postings.push(posting);
      starts.push(postings.length);
    }
    const shortened = shortenedTerms(terms);
    const parts: Record<keyof typeof PARTS, Uint8Array> = {
      kinds: Buffer.from(JSON.stringify(this.#kinds)),
      terms: Buffer.from(terms.map((term) => `\n${term}`).join("")),
      postingStarts: uint32(starts),
      postings: uint32(postings),
      shortened: uint32(shortened.hashes),
      shortenedTerms: uint32(shortened.terms),
      firstTerms: uint32(this.#firstWords.map((word) => (word === undefined ? NO_WORD : numbers.get(word)!))),
      titleHashes: uint32(this.#titleHashes),
      nameHashes: uint32(this.#nameHashes),
      textStarts: uint32(this.#textStarts),
      texts: Buffer.concat(this.#texts),
    };
    const places = Object.entries(PARTS).sort(([, a], [, b]) => a - b);
    return places.map(([name]) => ({ binary: parts[name as keyof typeof PARTS] }));
  }

  #post(word: string, posting: number): void {
    remembered(this.#postings, word, () => []).push(posting);
  }
}

interface ShortenedTerms {
  readonly hashes: Uint32Array;
  readonly terms: Uint32Array;
}

/** Hash and word, ascending; numbers are not shortened, as one digit off is another number. */
function shortenedTerms(terms: readonly string[]): ShortenedTerms {
  const hashes: number[] = [];
  const numbers: number[] = [];
  terms.forEach((term, number) => {
    if (term.length < SHORTEST_MISTYPED - 1 || /^\d+$/.test(term)) return;
    for (const hash of shortenedHashes(term)) {
      hashes.push(hash);
      numbers.push(number);
    }
  });
  const unordered = { hashes: Uint32Array.from(hashes), terms: Uint32Array.from(numbers) };
  return orderedBy(orderedBy(unordered, 0), 16);
}

/** Ordered by 16 bits of the hash, the lowest of which is given; what has the same bits stays in its order. */
function orderedBy({ hashes, terms }: ShortenedTerms, lowest: number): ShortenedTerms {
  const places = new Uint32Array(0x1_0001);
  for (const hash of hashes) places[((hash >>> lowest) & 0xffff) + 1]++;
  for (let i = 1; i < places.length; i++) places[i] += places[i - 1];
  const ordered = { hashes: new Uint32Array(hashes.length), terms: new Uint32Array(hashes.length) };
  for (let i = 0; i < hashes.length; i++) {
    const place = places[(hashes[i] >>> lowest) & 0xffff]++;
    ordered.hashes[place] = hashes[i];
    ordered.terms[place] = terms[i];
  }
  return ordered;
}

function uint32(numbers: ArrayLike<number>): Uint8Array {
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}
