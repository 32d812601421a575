import type { Engine } from "../../engine/engine.ts";
import type { Page } from "../../engine/pages/page.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { NewsService } from "../../gen/shorts/v1alpha1/news_pb.ts";
import { documentAnswer, gatheredAnswer, listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { quoted } from "../../rpc/request-rules.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { MethodOptions } from "../domain.ts";
import { marketNews, stockNews } from "./queries/news-lists.ts";
import { relatedNews } from "./queries/related-news.ts";
import { reportMethods } from "./report-service.ts";
import {
  marketNewsQuery,
  relatedNewsQuery,
  requireSlug,
  stockNewsQuery,
  type TakeListQuery,
  takeListQuery,
} from "./rules.ts";
import { searchNewsMethod } from "./search-service.ts";

/** Takes as pages whose second element is the take, and how many there are in all. */
interface TakeList {
  readonly pages: readonly Page[];
  readonly totalCount: number;
}

function takeList(view: SnapshotView, { stockCode, limit, offset }: TakeListQuery): TakeList {
  const list = view.pages.find("take_lists", stockCode);
  if (list === undefined) return { pages: [], totalCount: 0 };
  const slugs = list.json<string[]>(0);
  const pages = slugs.slice(offset, offset + limit).map((slug) => view.pages.find("editorial_takes", slug)!);
  return { pages, totalCount: slugs.length };
}

/** The methods of NewsService and ReportsService, and SearchNews of ExplorerService, all from pages. */
export function newsMethods(engine: Engine, options: Pick<MethodOptions, "switches">): UnaryMethod[] {
  const { method } = NewsService;
  return [
    pinnedMethod(engine, method.getStockNews, (view, request) => {
      const { totalCount, ...listed } = stockNews(view, stockNewsQuery(request));
      return listAnswer(method.getStockNews.output, listed, { totalCount });
    }),
    pinnedMethod(engine, method.getMarketNews, (view, request) => {
      const { totalCount, ...listed } = marketNews(view, marketNewsQuery(request));
      return listAnswer(method.getMarketNews.output, listed, { totalCount });
    }),
    pinnedMethod(engine, method.getRelatedNews, (view, request) => {
      const pages = relatedNews(view, relatedNewsQuery(request));
      return gatheredAnswer(method.getRelatedNews.output, pages, 0);
    }),
    pinnedMethod(engine, method.getEditorialTake, (view, request) => {
      const slug = requireSlug(request.slug);
      const page = view.pages.find("editorial_takes", slug);
      if (page === undefined) throw new TerraceError("not_found", `no published take ${quoted(slug)}`);
      return documentAnswer(method.getEditorialTake.output, page);
    }),
    pinnedMethod(engine, method.listEditorialTakes, (view, request) => {
      const { pages, totalCount } = takeList(view, takeListQuery(request));
      return gatheredAnswer(method.listEditorialTakes.output, pages, 1, { totalCount });
    }),
    ...reportMethods(engine),
    searchNewsMethod(engine, options),
  ];
}
