import type { Engine } from "../../engine/engine.ts";
import { highlightsOf } from "../../engine/word-index/highlights.ts";
import { shownKinds, wordIndexOf, wordSearchOf } from "../../engine/word-index/search-view.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { searchAnswer } from "./word-answer.ts";
import { searchQuery } from "./word-rules.ts";

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
