import type { Engine } from "../../engine/engine.ts";
import { highlightsOf } from "../../engine/word-index/highlights.ts";
import { shownKinds, wordIndexOf, wordSearchOf } from "../../engine/word-index/search-view.ts";
import type { WordQuery } from "../../engine/word-index/search-words.ts";
import { ExplorerService, type SearchRequest } from "../../gen/terrace/v1/explorer_pb.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { pageOf, searchWords } from "../../rpc/search-rules.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";
import { type MethodOptions, SEARCH_KINDS } from "../domain.ts";
import { searchAnswer } from "./word-answer.ts";

/** Search of ExplorerService, over what every domain declares. */
export function wordMethods(engine: Engine, { switches }: Pick<MethodOptions, "switches">): UnaryMethod[] {
  return [
    pinnedMethod(engine, ExplorerService.method.search, (view, request) => {
      const index = wordIndexOf(view);
      const knownKinds = index === undefined ? [] : shownKinds(index, switches());
      const query = searchQuery(request, knownKinds);
      if (index === undefined) return searchAnswer({ hits: [], totalCount: 0, knownKinds });
      const { hits, totalCount, meant } = wordSearchOf(view, index).search(query);
      const found = hits.map(({ number, score }) => {
        const entry = index.entry(number);
        return { ...entry, score, highlights: highlightsOf(entry.title, query.words, meant) };
      });
      return searchAnswer({ hits: found, totalCount, knownKinds });
    }),
  ];
}

/** Words, kinds of the API, a limit within 0..100 and an offset within 0..1000. Kinds that are not shown find nothing. */
function searchQuery(request: SearchRequest, shown: readonly string[]): WordQuery {
  for (const [i, kind] of request.kinds.entries()) {
    if (SEARCH_KINDS.some((one) => one === kind)) continue;
    const near = nearestNames(kind, SEARCH_KINDS, 3).map(quoted).join(", ");
    throw invalidArgument(`kinds[${i}]: unknown kind ${quoted(kind)}; did you mean ${near}?`);
  }
  return {
    ...searchWords(request.query),
    kinds: request.kinds.length === 0 ? shown : request.kinds.filter((kind) => shown.includes(kind)),
    shown,
    ...pageOf(request, 10),
  };
}
