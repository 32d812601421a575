/** A word with its offsets in the text, in UTF-16 units. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MARKS = /\p{M}+/gu;
const IS_ASCII = /^[\x20-\x7e]*$/;

/** Normalizes a word for comparison: lower case without accents. */
function folded(word: string): string {
  return IS_ASCII.test(word)
    ? word.toLowerCase()
    : word.normalize("NFKD").replace(MARKS, "").toLowerCase().normalize("NFC");
}

/** The words of a text in order: runs of letters and digits, in lower case without accents. */
export function wordsOf(text: string): string[] {
  return placedWords(text).map(({ word }) => word);
}

/** The words of a name without its final bracketed part: "Richmond (Vic.)" gives richmond. */
export function wordsOfName(text: string): string[] {
  const words = wordsOf(text.replace(/\([^()]*\)\s*$/, ""));
  return words.length > 0 ? words : wordsOf(text);
}

export function placedWords(text: string): PlacedWord[] {
  if (IS_ASCII.test(text)) return plainWords(text);
  const words: PlacedWord[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = folded(match[0]);
    if (word !== "") words.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return words;
}

/** placedWords for ASCII, several times as fast; most texts are ASCII. */
function plainWords(text: string): PlacedWord[] {
  const lower = text.toLowerCase();
  const words: PlacedWord[] = [];
  let start = -1;
  for (let i = 0; i <= lower.length; i++) {
    const code = i < lower.length ? lower.charCodeAt(i) : 0;
    const isInside = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
    if (isInside && start < 0) start = i;
    else if (!isInside && start >= 0) {
      words.push({ word: lower.slice(start, i), start, end: i });
      start = -1;
    }
  }
  return words;
}
