import { create } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import { highlightsOf } from "../../engine/word-index/highlights.ts";
import { wordIndexOf, wordSearchOf } from "../../engine/word-index/search-view.ts";
import { ExplorerService, SearchResponseSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { searchQuery } from "./rules.ts";

/** Search of ExplorerService, over what every domain declares. */
export function wordMethods(engine: Engine, { switches }: Pick<MethodOptions, "switches">): UnaryMethod[] {
  return [
    pinnedMethod(engine, ExplorerService.method.search, (view, request) => {
      const index = wordIndexOf(view);
      const isOn: Readonly<Record<string, boolean>> = { ...switches() };
      const shown = index?.kinds.filter(({ hiddenBy }) => isOn[hiddenBy] ?? true) ?? [];
      const knownKinds = shown.map(({ kind }) => kind);
      const query = searchQuery(request, knownKinds);
      if (index === undefined) return create(SearchResponseSchema);
      const { hits, totalCount, meant } = wordSearchOf(view, index).search(query);
      return create(SearchResponseSchema, {
        hits: hits.map(({ number, score }) => {
          const entry = index.entry(number);
          return { ...entry, score, highlights: highlightsOf(entry.title, query.words, meant) };
        }),
        totalCount,
        knownKinds,
      });
    }),
  ];
}
