import { remembered } from "../../runtime/lazy.ts";
import { SHORTEST_MISTYPED, shortenedHashes, textHash } from "../../runtime/words/typing-mistakes.ts";
import { wordsOf, wordsOfName } from "../../runtime/words/words-of.ts";
import type { PageElement } from "../pages/page-format.ts";

/** A searchable entry. Sorted by kind, then weight descending: ties in score keep this order. */
export interface WordEntry {
  readonly kind: string;
  /** Name of the switch that hides the kind while off; "" for none. */
  readonly hidden_by: string;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** More text that counts as much as the title, such as a code. */
  readonly names: string;
  /** Text that counts less. */
  readonly words: string;
}

/** Elements of the index page, by position. All numbers are uint32, little-endian. */
export const PARTS = {
  /** JSON: the kinds with their entry counts, in order. */
  kinds: 0,
  /** Sorted words, each preceded by a line break. */
  terms: 1,
  /** Start of each word's postings, and the end of the last. */
  postingStarts: 2,
  /** Entry number * 2, + 1 if the word is in title or names. Ascending within a word. */
  postings: 3,
  /** Sorted hashes of shortened words, and the word of each. */
  shortened: 4,
  shortenedTerms: 5,
  /** First word of each title, or NO_WORD. */
  firstTerms: 6,
  /** Hash of each title's words, without trailing brackets, and of each entry's names. */
  titleHashes: 7,
  nameHashes: 8,
  /** Start of each entry's text, and the end of the last. */
  textStarts: 9,
  /** Id, title and detail of each entry, separated by NUL. */
  texts: 10,
} as const;

const NO_WORD = 0xffff_ffff;

/** Hash of words in order; 0 for none. */
function wordsHash(words: readonly string[]): number {
  return words.length === 0 ? 0 : textHash(words.join(" "));
}

/** Builds the index from sorted entries. */
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

/** Sorted pairs of hash and word. Numbers are left out: one digit off is another number. */
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

/** A counting sort by the 16 bits of the hash from `lowest` on. Stable. */
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
