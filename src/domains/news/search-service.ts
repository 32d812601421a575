import { create, fromBinary } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import { highlightsOf } from "../../engine/word-index/highlights.ts";
import { shownKinds, wordIndexOf, wordSearchOf } from "../../engine/word-index/search-view.ts";
import { NewsArticleSchema } from "../../gen/shorts/v1alpha1/news_pb.ts";
import { ExplorerService, SearchNewsResponseSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { pageOf, searchWords } from "../../rpc/search-rules.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { articlePage, numberOf } from "./queries/related-news.ts";
import { ARTICLE_KIND } from "./searchables.ts";

/** SearchNews of ExplorerService. */
export function searchNewsMethod(engine: Engine, { switches }: Pick<MethodOptions, "switches">): UnaryMethod {
  return pinnedMethod(engine, ExplorerService.method.searchNews, (view, request) => {
    const asked = searchWords(request.query);
    const page = pageOf(request, 20);
    const index = wordIndexOf(view);
    if (index === undefined) return create(SearchNewsResponseSchema);
    const shown = shownKinds(index, switches());
    const found = wordSearchOf(view, index).search({ ...asked, kinds: [ARTICLE_KIND], shown, ...page });
    return create(SearchNewsResponseSchema, {
      hits: found.hits.map(({ number, score }) => {
        const { id, title } = index.entry(number);
        const article = articlePage(view, numberOf(view, id)!).binary(0);
        return {
          article: fromBinary(NewsArticleSchema, article),
          score,
          highlights: highlightsOf(title, asked.words, found.meant),
        };
      }),
      totalCount: found.totalCount,
    });
  });
}
