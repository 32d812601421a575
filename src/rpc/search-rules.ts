import type { WordQuery } from "../engine/word-index/search-words.ts";
import { invalidArgument } from "../runtime/errors.ts";
import { wordsOf, wordsOfName } from "../runtime/words/words-of.ts";
import { limitWithin, quoted } from "./request-rules.ts";

const MAX_WORDS = 16;
const MAX_HITS = 100;
const LAST_OFFSET = 1000;

/** The distinct words of a query in order, and the same as words of a name; throws if none or too many. */
export function searchWords(query: string): Pick<WordQuery, "words" | "name"> {
  const words = [...new Set(wordsOf(query))];
  if (words.length === 0) throw invalidArgument(`query: ${quoted(query)} has no letters or digits`);
  if (words.length > MAX_WORDS) {
    throw invalidArgument(`query: ${words.length} words are too many; at most ${MAX_WORDS} are allowed`);
  }
  return { words, name: wordsOfName(query) };
}

/** Validates paging: limit 0 to 100 (0 means `fallback`), offset 0 to 1000. */
export function pageOf(
  { limit, offset }: { readonly limit: number; readonly offset: number },
  fallback: number,
): { readonly limit: number; readonly offset: number } {
  const most = limitWithin(limit, fallback, MAX_HITS);
  if (offset < 0 || offset > LAST_OFFSET) {
    throw invalidArgument(`offset: ${offset} is not within 0 to ${LAST_OFFSET}`);
  }
  return { limit: most, offset };
}
