import { WORD_INDEX_KEY, WORD_INDEX_SET } from "../../../engine/word-index/word-index.ts";
import type { PageSet } from "../../../snapshot/pages/page-set.ts";
import { type WordEntry, WordIndexEncoder } from "../../../snapshot/word-index/encode-word-index.ts";

const ENTRIES =
  "SELECT kind, hidden_by, id, title, detail, names, words FROM serve.search_entries ORDER BY number";

/** The index of all words, as one page; none when there is nothing to find. */
export const WORD_INDEX_PAGES: PageSet = {
  name: WORD_INDEX_SET,
  documents: async function* (db) {
    let encoder: WordIndexEncoder | undefined;
    for await (const rows of db.stretches<WordEntry>(ENTRIES)) {
      encoder ??= new WordIndexEncoder();
      for (const row of rows) encoder.add(row);
    }
    if (encoder !== undefined) yield { key: WORD_INDEX_KEY, elements: encoder.finish() };
  },
};
