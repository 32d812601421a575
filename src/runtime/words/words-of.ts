/** A word of a text and where it stands, in UTF-16 units. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MARKS = /\p{M}+/gu;
const IS_ASCII = /^[\x20-\x7e]*$/;

/** A word as it is compared: lower case, accents taken off. */
function folded(word: string): string {
  return IS_ASCII.test(word)
    ? word.toLowerCase()
    : word.normalize("NFKD").replace(MARKS, "").toLowerCase().normalize("NFC");
}

/** The words of a text in their order: runs of letters and digits, lower case, accents taken off. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [match] of text.matchAll(WORD)) {
    const word = folded(match);
    if (word !== "") words.push(word);
  }
  return words;
}

/** The same words with their places. */
export function placedWords(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = folded(match[0]);
    if (word !== "") words.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return words;
}
