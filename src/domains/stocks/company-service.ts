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
import { dateOfDay, dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { sydneyDay } from "../../runtime/time/sydney-day.ts";
import type { MethodOptions } from "../domain.ts";
import { unknownCode } from "./queries/known-codes.ts";
import * as rules from "./rules.ts";

/** StockService's methods about a company's reports, dividends, announcements and people. */
export function companyMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = StockService;
  const companyMethod = switchedMethods(engine);

  /** Today in Sydney, or the snapshot's day if the clock is behind it. */
  const todayOf = (view: SnapshotView) =>
    Math.max(sydneyDay(options.now()), sydneyDay(new Date(view.manifest.asOf)));

  return [
    companyMethod(
      method.getStockFundamentals,
      rules.fundamentalsQuery,
      (view, { stockCode, periodType, limit }, output) => {
        const page = view.pages.find("fundamentals", stockCode);
        if (page === undefined)
          throw unknownCode(view, stockCode, "stock_code", "neither a company nor a reported period");
        const growth = page.shownFor(rules.GROWTH_PLACE, 1);
        // Elements: periods, newest first, shown for the index of their type; then the growth record.
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
      rules.highlightsQuery,
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
    companyMethod(
      method.getDirectorTrades,
      rules.directorTradesQuery,
      (view, { stockCode, limit }, output) => {
        const page = view.pages.find("director_trades", stockCode);
        return listAnswer(output, { page, limit }, { totalCount: page?.count ?? 0 });
      },
    ),
    companyMethod(method.getDividendHistory, rules.dividendsQuery, (view, { stockCode, years }, output) => {
      const page = view.pages.find("dividends", stockCode);
      const today = todayOf(view);
      const firstDay = yearsBefore(today, years);
      const all = firstPlaces(page?.count ?? 0);
      const places = all.filter((place) => page!.from(place) >= firstDay);
      // The last 365 days: dividends are shown for the day of their ex-date.
      const trailing = all.filter((place) => page!.from(place) > today - 365 && page!.from(place) <= today);
      const trailingYield = trailing.reduce(
        (sum, place) => sum + fromBinary(DividendRecordSchema, page!.binary(place)).amountPerShare,
        0,
      );
      return listAnswer(output, { page, places }, { totalCount: places.length, trailingYield });
    }),
    companyMethod(method.getStockGraph, rules.graphQuery, (view, { stockCode, limit }, output) =>
      assembledAnswer(output, [
        { field: output.field.people, page: view.pages.find("stock_people", stockCode), limit },
        {
          field: output.field.similarCompanies,
          page: view.pages.find("similar_companies", stockCode),
          limit,
        },
      ]),
    ),
    companyMethod(
      method.getEventTimeline,
      rules.timelineQuery,
      (view, { stockCode, daysBack, limit }, output) => {
        const page = view.pages.find("stock_events", stockCode);
        const firstDay = todayOf(view) - daysBack;
        const newest = firstPlaces(Math.min(limit, page?.count ?? 0));
        return listAnswer(output, { page, places: newest.filter((place) => page!.from(place) >= firstDay) });
      },
    ),
    companyMethod(method.getStockSignals, rules.signalsQuery, (view, { stockCode, limit }, output) =>
      assembledAnswer(
        output,
        [output.field.adverse, output.field.positive].map((field) => {
          return { field, page: view.pages.find("stock_signals", `${field.name} ${stockCode}`), limit };
        }),
      ),
    ),
    companyMethod(method.getCompanyTaxProfile, rules.stockQuery, (view, { productCode }, output) => {
      const page = view.pages.find("tax_profiles", productCode);
      if (page === undefined) throw unknownCode(view, productCode, "product_code", "no tax figure");
      return documentAnswer(output, page);
    }),
  ];
}

const firstPlaces = (count: number) => Array.from({ length: count }, (_, place) => place);

/** The same date `years` earlier; 28 February for a 29th that does not exist. */
function yearsBefore(day: number, years: number): number {
  const text = dateOfDay(day);
  const year = String(Number(text.slice(0, 4)) - years).padStart(4, "0");
  return dayNumberOf(`${year}${text.slice(4)}`) ?? dayNumberOf(`${year}-02-28`)!;
}
