import { create, fromBinary } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { Page } from "../../engine/pages/page.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  DividendRecordSchema,
  ReportHighlightSchema,
  StockService,
} from "../../gen/shorts/v1alpha1/stock_pb.ts";
import { assembledAnswer, documentAnswer, listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { sydneyDay } from "../../runtime/time/sydney-day.ts";
import type { MethodOptions } from "../domain.ts";
import { GROWTH_PLACE } from "./growth-place.ts";
import { dividendWindow } from "./queries/dividend-window.ts";
import { unknownCode } from "./queries/known-codes.ts";
import {
  directorTradesQuery,
  dividendsQuery,
  fundamentalsQuery,
  graphQuery,
  highlightsQuery,
  requireCode,
  signalsQuery,
  timelineQuery,
} from "./rules.ts";

/** Places of the periods that a query asks for, newest first, and of the growth record. */
function fundamentalsPlaces(
  page: Page,
  { type, limit }: ReturnType<typeof fundamentalsQuery>,
): { readonly periods: readonly number[]; readonly growth: readonly number[] } {
  const periods: number[] = [];
  const growth: number[] = [];
  for (let place = 0; place < page.count; place++) {
    const from = page.from(place);
    if (from === GROWTH_PLACE) growth.push(place);
    else if ((type === undefined || from === type) && periods.length < limit) periods.push(place);
  }
  return { periods, growth };
}

/** The methods about what a company reports, pays, announces and who runs it. */
export function companyMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = StockService;

  /** Today in Sydney, or the snapshot's own day where the clock is behind it. */
  const todayOf = (view: SnapshotView) =>
    Math.max(sydneyDay(options.now()), sydneyDay(new Date(view.manifest.asOf)));

  return [
    pinnedMethod(engine, method.getStockFundamentals, (view, request) => {
      const query = fundamentalsQuery(request);
      const page = view.pages.find("fundamentals", query.code);
      if (page === undefined)
        throw unknownCode(view, query.code, "stock_code", "neither a company nor a reported period");
      const { periods, growth } = fundamentalsPlaces(page, query);
      const { output } = method.getStockFundamentals;
      return assembledAnswer(
        output,
        [
          { field: output.field.periods, page, places: periods },
          { field: output.field.growth, page, places: growth },
        ],
        { before: { stockCode: query.code }, after: { hasGrowth: growth.length > 0 } },
      );
    }),
    pinnedMethod(engine, method.getStockFinancialHighlights, (view, request) => {
      const { codes, reports } = highlightsQuery(request);
      const found = codes.flatMap((code) => {
        const page = view.pages.find("report_highlights", code);
        if (page === undefined) return [];
        const newest = firstPlaces(page, reports).map((place) =>
          fromBinary(ReportHighlightSchema, page.binary(place)),
        );
        return [[code, { reports: newest }] as const];
      });
      return create(method.getStockFinancialHighlights.output, { highlights: Object.fromEntries(found) });
    }),
    pinnedMethod(engine, method.getDirectorTrades, (view, request) => {
      const { code, limit } = directorTradesQuery(request);
      const page = view.pages.find("director_trades", code);
      return listAnswer(method.getDirectorTrades.output, { page, limit }, { totalCount: page?.count ?? 0 });
    }),
    pinnedMethod(engine, method.getDividendHistory, (view, request) => {
      const { code, years } = dividendsQuery(request);
      const page = view.pages.find("dividends", code);
      const { shown, trailing } = dividendWindow(page, todayOf(view), years);
      const trailingYield = trailing.reduce(
        (sum, place) => sum + fromBinary(DividendRecordSchema, page!.binary(place)).amountPerShare,
        0,
      );
      const rest = { totalCount: shown.length, trailingYield };
      return listAnswer(method.getDividendHistory.output, { page, places: shown }, rest);
    }),
    pinnedMethod(engine, method.getStockGraph, (view, request) => {
      const { code, limit } = graphQuery(request);
      const { output } = method.getStockGraph;
      const part = (set: string) => {
        const page = view.pages.find(set, code);
        return { page, places: firstPlaces(page, limit) };
      };
      return assembledAnswer(output, [
        { field: output.field.people, ...part("stock_people") },
        { field: output.field.similarCompanies, ...part("similar_companies") },
      ]);
    }),
    pinnedMethod(engine, method.getEventTimeline, (view, request) => {
      const { code, daysBack, limit } = timelineQuery(request);
      const page = view.pages.find("stock_events", code);
      const firstDay = todayOf(view) - daysBack;
      const places = firstPlaces(page, limit).filter((place) => page!.from(place) >= firstDay);
      return listAnswer(method.getEventTimeline.output, { page, places });
    }),
    pinnedMethod(engine, method.getStockSignals, (view, request) => {
      const { code, limit } = signalsQuery(request);
      const { output } = method.getStockSignals;
      const part = (polarity: string) => {
        const page = view.pages.find("stock_signals", `${polarity} ${code}`);
        return { page, places: firstPlaces(page, limit) };
      };
      return assembledAnswer(output, [
        { field: output.field.adverse, ...part("adverse") },
        { field: output.field.positive, ...part("positive") },
      ]);
    }),
    pinnedMethod(engine, method.getCompanyTaxProfile, (view, request) => {
      const code = requireCode(request.productCode, "product_code");
      const page = view.pages.find("tax_profiles", code);
      if (page === undefined) throw unknownCode(view, code, "product_code", "no tax figure");
      return documentAnswer(method.getCompanyTaxProfile.output, page);
    }),
  ];
}

/** The first places of a page, at most so many. */
function firstPlaces(page: Page | undefined, limit: number): number[] {
  return Array.from({ length: Math.min(page?.count ?? 0, limit) }, (_, place) => place);
}
