import type { SnapshotView } from "../view.ts";
import { WordSearch } from "./search-words.ts";
import { WORD_INDEX_KEY, WORD_INDEX_SET, WordIndex } from "./word-index.ts";

/** The words of a snapshot, read once; undefined when it has no entries. */
export function wordIndexOf(view: SnapshotView): WordIndex | undefined {
  return view.derived("word index", () => {
    const page = view.pages.find(WORD_INDEX_SET, WORD_INDEX_KEY);
    return page === undefined ? undefined : new WordIndex(page);
  });
}

/** A searcher over the words of a snapshot, with its working memory; one serves all questions, as none waits. */
export function wordSearchOf(view: SnapshotView, index: WordIndex): WordSearch {
  return view.derived("word search", () => new WordSearch(index));
}

/** The kinds of entries that the switches, as they are, let anybody see. */
export function shownKinds(index: WordIndex, switches: object): string[] {
  const isOn: Readonly<Record<string, boolean>> = { ...switches };
  return index.kinds.filter(({ hiddenBy }) => isOn[hiddenBy] ?? true).map(({ kind }) => kind);
}
