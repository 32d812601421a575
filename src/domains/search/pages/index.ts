import { WORD_INDEX_KEY, WORD_INDEX_SET } from "../../../engine/word-index/word-index.ts";
import { pageSet } from "../../../snapshot/pages/page-set.ts";
import { type WordEntry, WordIndexEncoder } from "../../../snapshot/word-index/encode-word-index.ts";

const ENTRIES =
  "SELECT kind, hidden_by, id, title, detail, names, words FROM serve.search_entries ORDER BY number";

/** The full-text index as one page; absent if there are no entries. */
export const WORD_INDEX_PAGES = pageSet({
  name: WORD_INDEX_SET,
  queries: { entries: ENTRIES },
  documents: async function* (results) {
    let encoder: WordIndexEncoder | undefined;
    for await (const rows of results.stretches<WordEntry>("entries")) {
      encoder ??= new WordIndexEncoder();
      for (const row of rows) encoder.add(row);
    }
    if (encoder !== undefined) yield { key: WORD_INDEX_KEY, elements: encoder.finish() };
  },
});
