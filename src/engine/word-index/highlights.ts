import { placedWords } from "../../runtime/words/words-of.ts";

export type Highlight = ReturnType<typeof highlightsOf>[number];

/** Ranges of a title, in code points, that match the query: word prefixes, or whole misspelled words. */
export function highlightsOf(title: string, words: readonly string[], meant: readonly ReadonlySet<string>[]) {
  const found: { start: number; length: number }[] = [];
  for (const { word, start, end } of placedWords(title)) {
    let length = 0;
    words.forEach((typed, i) => {
      // Folding accents changed the length, so offsets within the word are lost: mark the whole word.
      if (word.startsWith(typed))
        length = Math.max(length, word.length === end - start ? typed.length : end - start);
      else if (meant[i].has(word)) length = end - start;
    });
    if (length === 0) continue;
    found.push({
      start: codePoints(title.slice(0, start)),
      length: codePoints(title.slice(start, start + length)),
    });
  }
  return found;
}

function codePoints(text: string): number {
  return [...text].length;
}
