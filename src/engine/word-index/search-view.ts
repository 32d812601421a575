import type { SnapshotView } from "../view.ts";
import { WordSearch } from "./search-words.ts";
import { WORD_INDEX_KEY, WORD_INDEX_SET, WordIndex } from "./word-index.ts";

/** The snapshot's word index, loaded once; undefined if the snapshot has none. */
export function wordIndexOf(view: SnapshotView): WordIndex | undefined {
  return view.derived("word index", () => {
    const page = view.pages.find(WORD_INDEX_SET, WORD_INDEX_KEY);
    return page === undefined ? undefined : new WordIndex(page);
  });
}

/** A searcher shared by all queries of the snapshot: searches are synchronous, so they never overlap. */
export function wordSearchOf(view: SnapshotView, index: WordIndex): WordSearch {
  return view.derived("word search", () => new WordSearch(index));
}

/** Kinds of entries whose switch is not off. */
export function shownKinds(index: WordIndex, switches: object): string[] {
  const isOn: Readonly<Record<string, boolean>> = { ...switches };
  return index.kinds.filter(({ hiddenBy }) => isOn[hiddenBy] ?? true).map(({ kind }) => kind);
}
