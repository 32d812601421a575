import { badSnapshot } from "../../runtime/errors.ts";
import { firstWhere } from "../../runtime/first-where.ts";
import { mistakesBetween, shortenedHashes, textHash } from "../../runtime/words/typing-mistakes.ts";
import { PARTS } from "../../snapshot/word-index/encode-word-index.ts";
import type { Page } from "../pages/page.ts";

export type IndexedEntry = ReturnType<WordIndex["entry"]>;

/** The word index of a snapshot, decoded into memory. */
export class WordIndex {
  /** Kinds with their entries [from, until). `hiddenBy`: switch that hides the kind while off, or "". */
  readonly kinds: readonly Readonly<Record<"kind" | "hiddenBy", string> & Record<"from" | "until", number>>[];
  readonly entries: number;
  readonly terms: readonly string[];
  readonly postingStarts: Uint32Array;
  readonly postings: Uint32Array;
  readonly firstTerms: Uint32Array;
  readonly titleHashes: Uint32Array;
  readonly nameHashes: Uint32Array;
  readonly #shortened: Uint32Array;
  readonly #shortenedTerms: Uint32Array;
  readonly #textStarts: Uint32Array;
  readonly #texts: Buffer;

  constructor(page: Page) {
    const numbers = (part: number) => new Uint32Array(page.copied(part));
    this.terms = page.text(PARTS.terms).split("\n").slice(1);
    this.postingStarts = numbers(PARTS.postingStarts);
    this.postings = numbers(PARTS.postings);
    checkStarts(this.postingStarts, this.terms.length, this.postings.length);
    this.#shortened = numbers(PARTS.shortened);
    this.#shortenedTerms = numbers(PARTS.shortenedTerms);
    this.firstTerms = numbers(PARTS.firstTerms);
    this.titleHashes = numbers(PARTS.titleHashes);
    this.nameHashes = numbers(PARTS.nameHashes);
    this.#textStarts = numbers(PARTS.textStarts);
    this.#texts = Buffer.from(page.binary(PARTS.texts));
    this.entries = this.firstTerms.length;
    let until = 0;
    const kinds = page.json<{ kind: string; hiddenBy: string; count: number }[]>(PARTS.kinds);
    this.kinds = kinds.map(({ kind, hiddenBy, count }) => {
      const from = until;
      until += count;
      return { kind, hiddenBy, from, until };
    });
  }

  entry(number: number) {
    const text = this.#texts.toString("utf8", this.#textStarts[number], this.#textStarts[number + 1]);
    const idEnd = text.indexOf("\0");
    const titleEnd = text.indexOf("\0", idEnd + 1);
    return {
      kind: this.kinds.find(({ until }) => number < until)!.kind,
      id: text.slice(0, idEnd),
      title: text.slice(idEnd + 1, titleEnd),
      detail: text.slice(titleEnd + 1),
    };
  }

  /** Index of the first term >= `text`. */
  termFrom(text: string): number {
    const { terms } = this;
    return firstWhere(0, terms.length, (term) => terms[term] >= text);
  }

  /** Terms that `typed` may be a misspelling of, with the number of mistakes. */
  meantTerms(typed: string): { readonly term: number; readonly mistakes: number }[] {
    const shortened = this.#shortened;
    const found = new Map<number, number>();
    for (const hash of shortenedHashes(typed)) {
      const first = firstWhere(0, shortened.length, (place) => shortened[place] >= hash);
      for (let i = first; shortened[i] === hash; i++) {
        const term = this.#shortenedTerms[i];
        if (found.has(term)) continue;
        found.set(term, mistakesBetween(typed, this.terms[term]) ?? Number.POSITIVE_INFINITY);
      }
    }
    return [...found]
      .filter(([, mistakes]) => mistakes < Number.POSITIVE_INFINITY)
      .map(([term, mistakes]) => ({ term, mistakes }));
  }
}

/** Posting lists must be ascending and cover all postings: searches index by these offsets unchecked. */
function checkStarts(starts: Uint32Array, terms: number, postings: number): void {
  const isAscending = starts.every((start, i) => i === 0 || starts[i - 1] <= start);
  if (starts.length === terms + 1 && starts[0] === 0 && starts[terms] === postings && isAscending) return;
  throw badSnapshot("the word index does not lead through all that its words are found in");
}

/** Hash by which the index finds titles of exactly these words. */
export function titleHash(words: readonly string[]): number {
  return textHash(words.join(" "));
}

/** Page set and page key of the index. */
export const WORD_INDEX_SET = "word_index";
export const WORD_INDEX_KEY = "all";
