import { create, fromBinary } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { highlightsOf } from "../../engine/word-index/highlights.ts";
import { shownKinds, wordIndexOf, wordSearchOf } from "../../engine/word-index/search-view.ts";
import { NewsArticleSchema, NewsService } from "../../gen/shorts/v1alpha1/news_pb.ts";
import {
  type GetWeeklyReportRequest,
  type ListReportsRequest,
  ReportsService,
} from "../../gen/shorts/v1alpha1/reports_pb.ts";
import { ExplorerService, SearchNewsResponseSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { documentAnswer, gatheredAnswer, listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { clampedLimit, quoted } from "../../rpc/request-rules.ts";
import { pageOf, searchWords } from "../../rpc/search-rules.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { invalidArgument, TerraceError } from "../../runtime/errors.ts";
import type { MethodOptions } from "../domain.ts";
import { MAX_REPORTS } from "./pages/reports.ts";
import { articlePage, marketNews, numberOf, relatedNews, stockNews } from "./queries/news-lists.ts";
import {
  marketNewsQuery,
  relatedNewsQuery,
  requireSlug,
  stockNewsQuery,
  type TakeListQuery,
  takeListQuery,
} from "./rules.ts";
import { ARTICLE_KIND } from "./searchables.ts";

/** Takes as pages whose second element is the take, and how many there are in all. */
function takeList(view: SnapshotView, { stockCode, limit, offset }: TakeListQuery) {
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

/** The two methods of ReportsService, from pages. */
export function reportMethods(engine: Engine): UnaryMethod[] {
  const { method } = ReportsService;
  return [
    pinnedMethod(engine, method.getWeeklyReport, (view, request) => {
      const slug = reportSlug(request);
      const page = view.pages.find("reports", slug);
      if (page === undefined) throw new TerraceError("not_found", `no report "${slug}"`);
      return documentAnswer(method.getWeeklyReport.output, page);
    }),
    pinnedMethod(engine, method.listReports, (view, request) => {
      const { type, limit } = reportListQuery(request);
      return listAnswer(method.listReports.output, { page: view.pages.find("report_lists", type), limit });
    }),
  ];
}

const SLUG = /^\d{4}(-W(0[1-9]|[1-4]\d|5[0-3])|-(0[1-9]|1[0-2]))?$/;
const TYPES = ["weekly", "monthly", "yearly"];

/** A slug of one of the three forms. */
function reportSlug({ weekSlug }: GetWeeklyReportRequest): string {
  const slug = weekSlug.trim().toUpperCase();
  if (SLUG.test(slug)) return slug;
  throw invalidArgument(`week_slug: ${quoted(weekSlug)} is not of the form 2026-W06, 2026-02 or 2026`);
}

/** A known type or "" for all; a limit of 0 or less is 24, above 100 it is 100. */
function reportListQuery({ reportType, limit }: ListReportsRequest) {
  const type = reportType.trim().toLowerCase();
  if (!["", "all", ...TYPES].includes(type)) {
    throw invalidArgument(`report_type: ${quoted(reportType)} is not one of ${TYPES.join(", ")}, all`);
  }
  return { type: type === "all" ? "" : type, limit: clampedLimit(limit, 24, MAX_REPORTS) };
}

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
