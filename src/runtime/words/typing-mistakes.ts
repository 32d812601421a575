import { editDistance } from "../nearest-names.ts";

/** Shorter words must match exactly: too many others are one letter away. */
export const SHORTEST_MISTYPED = 4;
/** From this length on, a word may have two mistakes. */
const TWO_MISTAKES_FROM = 8;
/** Only the first letters are indexed; more would only make the index larger. */
const LOOKED_AT = 8;

export function mistakesAllowed(length: number): number {
  if (length < SHORTEST_MISTYPED) return 0;
  return length < TWO_MISTAKES_FROM ? 1 : 2;
}

/** Edit distance of two words, or undefined when more than allowed. The first letter must match. */
export function mistakesBetween(typed: string, word: string): number | undefined {
  const most = mistakesAllowed(typed.length);
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > most) return undefined;
  const mistakes = editDistance(typed, word);
  return mistakes <= most ? mistakes : undefined;
}

/** Hashes of a word's first letters with mistakes deleted. Similar words share one; others may: compare. */
export function shortenedHashes(word: string): Set<number> {
  const hashes = new Set<number>();
  const shorten = (text: string, left: number, from: number): void => {
    hashes.add(textHash(text));
    if (left === 0) return;
    // The first letter is never deleted, as it must match.
    for (let i = from; i < text.length; i++) shorten(text.slice(0, i) + text.slice(i + 1), left - 1, i);
  };
  shorten(word.slice(0, LOOKED_AT), mistakesAllowed(word.length), 1);
  return hashes;
}

/** 32-bit FNV-1a hash of a string. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
