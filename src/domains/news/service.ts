import { create, fromBinary } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { highlightsOf } from "../../engine/word-index/highlights.ts";
import { shownKinds, wordIndexOf, wordSearchOf } from "../../engine/word-index/search-view.ts";
import { NewsArticleSchema, NewsService } from "../../gen/shorts/v1alpha1/news_pb.ts";
import { ReportsService } from "../../gen/shorts/v1alpha1/reports_pb.ts";
import { ExplorerService, SearchNewsResponseSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { documentAnswer, gatheredAnswer, listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { pageOf, searchWords } from "../../rpc/search-rules.ts";
import { switchedMethods } from "../../rpc/switched-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { MethodOptions } from "../domain.ts";
import { articlePage, marketNews, numberOf, relatedNews, stockNews } from "./queries/news-lists.ts";
import * as rules from "./rules.ts";

/** Pages whose element 1 is the take, and the total count. */
function takeList(view: SnapshotView, { stockCode, limit, offset }: rules.TakeListQuery) {
  const list = view.pages.find("take_lists", stockCode);
  if (list === undefined) return { pages: [], totalCount: 0 };
  const slugs = list.json<string[]>(0);
  const pages = slugs.slice(offset, offset + limit).map((slug) => view.pages.find("editorial_takes", slug)!);
  return { pages, totalCount: slugs.length };
}

/** NewsService, ReportsService, and SearchNews of ExplorerService. None queries the database. */
export function newsMethods(engine: Engine, { switches }: Pick<MethodOptions, "switches">): UnaryMethod[] {
  const method = { ...NewsService.method, ...ReportsService.method };
  const newsMethod = switchedMethods(engine);
  return [
    newsMethod(method.getStockNews, rules.stockNewsQuery, (view, query, output) => {
      const { totalCount, ...listed } = stockNews(view, query);
      return listAnswer(output, listed, { totalCount });
    }),
    newsMethod(method.getMarketNews, rules.marketNewsQuery, (view, query, output) => {
      const { totalCount, ...listed } = marketNews(view, query);
      return listAnswer(output, listed, { totalCount });
    }),
    newsMethod(method.getRelatedNews, rules.relatedNewsQuery, (view, query, output) =>
      gatheredAnswer(output, relatedNews(view, query), 0),
    ),
    newsMethod(method.getEditorialTake, rules.takeQuery, (view, { slug }, output) => {
      const page = view.pages.find("editorial_takes", slug);
      if (page === undefined) throw new TerraceError("not_found", `no published take ${quoted(slug)}`);
      return documentAnswer(output, page);
    }),
    newsMethod(method.listEditorialTakes, rules.takeListQuery, (view, query, output) => {
      const { pages, totalCount } = takeList(view, query);
      return gatheredAnswer(output, pages, 1, { totalCount });
    }),
    newsMethod(method.getWeeklyReport, rules.reportQuery, (view, { weekSlug }, output) => {
      const page = view.pages.find("reports", weekSlug);
      if (page === undefined) throw new TerraceError("not_found", `no report "${weekSlug}"`);
      return documentAnswer(output, page);
    }),
    newsMethod(method.listReports, rules.reportListQuery, (view, { reportType, limit }, output) =>
      listAnswer(output, { page: view.pages.find("report_lists", reportType), limit }),
    ),
    pinnedMethod(engine, ExplorerService.method.searchNews, (view, request) => {
      const asked = searchWords(request.query);
      const page = pageOf(request, 20);
      const index = wordIndexOf(view);
      if (index === undefined) return create(SearchNewsResponseSchema);
      const shown = shownKinds(index, switches());
      const found = wordSearchOf(view, index).search({ ...asked, kinds: ["article"], shown, ...page });
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
    }),
  ];
}
