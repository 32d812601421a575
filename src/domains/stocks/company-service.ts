import { create, fromBinary } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  DividendRecordSchema,
  ReportHighlightSchema,
  StockService,
} from "../../gen/shorts/v1alpha1/stock_pb.ts";
import { assembledAnswer, documentAnswer, listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { switchedMethods } from "../../rpc/switched-method.ts";
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
  signalsQuery,
  stockQuery,
  timelineQuery,
} from "./rules.ts";

/** The methods about what a company reports, pays, announces and who runs it. */
export function companyMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = StockService;
  const companyMethod = switchedMethods(engine);

  /** Today in Sydney, or the snapshot's own day where the clock is behind it. */
  const todayOf = (view: SnapshotView) =>
    Math.max(sydneyDay(options.now()), sydneyDay(new Date(view.manifest.asOf)));

  return [
    companyMethod(
      method.getStockFundamentals,
      fundamentalsQuery,
      (view, { stockCode, periodType, limit }, output) => {
        const page = view.pages.find("fundamentals", stockCode);
        if (page === undefined)
          throw unknownCode(view, stockCode, "stock_code", "neither a company nor a reported period");
        const growth = page.shownFor(GROWTH_PLACE, 1);
        // Periods are shown for the place of their type, newest first; the growth record is behind them.
        const count = Math.min(limit, page.count - growth.length);
        const places = periodType === undefined ? firstPlaces(count) : page.shownFor(periodType, limit);
        return assembledAnswer(
          output,
          [
            { field: output.field.periods, page, places },
            { field: output.field.growth, page, places: growth },
          ],
          { before: { stockCode }, after: { hasGrowth: growth.length > 0 } },
        );
      },
    ),
    companyMethod(
      method.getStockFinancialHighlights,
      highlightsQuery,
      (view, { stockCodes, maxReportsPerStock }, output) => {
        const found = stockCodes.flatMap((code) => {
          const page = view.pages.find("report_highlights", code);
          const newest = page?.shownFor(0, maxReportsPerStock);
          const reports = newest?.map((place) => fromBinary(ReportHighlightSchema, page!.binary(place)));
          return reports === undefined ? [] : [[code, { reports }] as const];
        });
        return create(output, { highlights: Object.fromEntries(found) });
      },
    ),
    companyMethod(method.getDirectorTrades, directorTradesQuery, (view, { stockCode, limit }, output) => {
      const page = view.pages.find("director_trades", stockCode);
      return listAnswer(output, { page, limit }, { totalCount: page?.count ?? 0 });
    }),
    companyMethod(method.getDividendHistory, dividendsQuery, (view, { stockCode, years }, output) => {
      const page = view.pages.find("dividends", stockCode);
      const { shown, trailing } = dividendWindow(page, todayOf(view), years);
      const trailingYield = trailing.reduce(
        (sum, place) => sum + fromBinary(DividendRecordSchema, page!.binary(place)).amountPerShare,
        0,
      );
      return listAnswer(output, { page, places: shown }, { totalCount: shown.length, trailingYield });
    }),
    companyMethod(method.getStockGraph, graphQuery, (view, { stockCode, limit }, output) =>
      assembledAnswer(output, [
        { field: output.field.people, page: view.pages.find("stock_people", stockCode), limit },
        {
          field: output.field.similarCompanies,
          page: view.pages.find("similar_companies", stockCode),
          limit,
        },
      ]),
    ),
    companyMethod(method.getEventTimeline, timelineQuery, (view, { stockCode, daysBack, limit }, output) => {
      const page = view.pages.find("stock_events", stockCode);
      const firstDay = todayOf(view) - daysBack;
      const newest = firstPlaces(Math.min(limit, page?.count ?? 0));
      return listAnswer(output, { page, places: newest.filter((place) => page!.from(place) >= firstDay) });
    }),
    companyMethod(method.getStockSignals, signalsQuery, (view, { stockCode, limit }, output) =>
      assembledAnswer(
        output,
        [output.field.adverse, output.field.positive].map((field) => {
          return { field, page: view.pages.find("stock_signals", `${field.name} ${stockCode}`), limit };
        }),
      ),
    ),
    companyMethod(method.getCompanyTaxProfile, stockQuery, (view, { productCode }, output) => {
      const page = view.pages.find("tax_profiles", productCode);
      if (page === undefined) throw unknownCode(view, productCode, "product_code", "no tax figure");
      return documentAnswer(output, page);
    }),
  ];
}

const firstPlaces = (count: number) => Array.from({ length: count }, (_, place) => place);
