import { editDistance } from "../nearest-names.ts";

/** Words shorter than this are taken as they are: too many others are one letter away. */
export const SHORTEST_MISTYPED = 4;
/** From this length on a word may have two mistakes. */
const TWO_MISTAKES_FROM = 8;
/** Letters that are looked at for candidates; more would only grow the index. */
const LOOKED_AT = 8;

/** Mistakes that a typed word of this length may have. */
export function mistakesAllowed(length: number): number {
  if (length < SHORTEST_MISTYPED) return 0;
  return length < TWO_MISTAKES_FROM ? 1 : 2;
}

/** Mistakes between two words, or undefined when there are more than may be. The first letter must be right. */
export function mistakesBetween(typed: string, word: string): number | undefined {
  const most = mistakesAllowed(typed.length);
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > most) return undefined;
  const mistakes = editDistance(typed, word);
  return mistakes <= most ? mistakes : undefined;
}

/**
 * Hashes of what is left of a word's first letters when up to as many are taken out as it may have mistakes. Two words
 * that are that few mistakes apart have a hash in common; other words may too, so that candidates must be compared.
 */
export function shortenedHashes(word: string): Set<number> {
  const hashes = new Set<number>();
  const shorten = (text: string, left: number, from: number): void => {
    hashes.add(textHash(text));
    if (left === 0) return;
    // The first letter stays: it must be right anyway.
    for (let i = from; i < text.length; i++) shorten(text.slice(0, i) + text.slice(i + 1), left - 1, i);
  };
  shorten(word.slice(0, LOOKED_AT), mistakesAllowed(word.length), 1);
  return hashes;
}

/** 32 bits of a text (FNV-1a). */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
