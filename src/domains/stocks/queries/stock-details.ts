import { create, fromBinary } from "@bufbuild/protobuf";
import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import {
  FinancialStatementsInfoSchema,
  FinancialStatementsSchema,
  type StockDetails,
  StockDetailsSchema,
} from "../../../gen/stocks/v1alpha1/details_pb.ts";

const YEAR_DAYS = 364;

/** Details of a code, for a company with the figures of the day; undefined for an unknown code. */
export function stockDetails(view: SnapshotView, code: string): StockDetails | undefined {
  const market = marketOf(view);
  const number = market.securities.numberOf(code);
  const page = view.pages.find("stock_details", code);
  const row = number === undefined ? undefined : market.newestRow(number);
  if (page === undefined) {
    if (number === undefined || row === undefined) return undefined;
    return create(StockDetailsSchema, {
      productCode: code,
      companyName: market.nameOf(number, row),
      enrichmentStatus: "pending",
    });
  }
  const details = fromBinary(StockDetailsSchema, page.binary(0));
  if (number === undefined) return details;
  details.companyName ||= market.nameOf(number, row);
  const statements = details.financialStatements ?? create(FinancialStatementsSchema);
  const info = statements.info ?? create(FinancialStatementsInfoSchema);
  Object.assign(info, figuresOfDay(market, number));
  info.sector = market.securities.all[number].sector;
  info.industry = market.securities.all[number].industry;
  const hasFigure = Object.values(info).some((value) => typeof value === "number" && value !== 0);
  const hasPeriods = statements.annual !== undefined || statements.quarterly !== undefined;
  statements.success = hasFigure || info.employeeCount !== 0n || hasPeriods;
  statements.info = info;
  // A sector alone is not a figure.
  if (statements.success) details.financialStatements = statements;
  else delete details.financialStatements;
  return details;
}

/** Prices of the newest sessions; 0 if unknown. */
function figuresOfDay({ prices }: Market, code: number) {
  const [begin, end] = prices.placesOf(code);
  if (begin === end) return {};
  const last = end - 1;
  const [high, low] = [prices.frame.numbers("high"), prices.frame.numbers("low")];
  let [week52High, week52Low] = [0, 0];
  for (let place = prices.firstAfter(code, prices.dayAt(last) - YEAR_DAYS - 1); place < end; place++) {
    const [top, bottom] = [high.at(place) || prices.close.at(place), low.at(place) || prices.close.at(place)];
    if (top > week52High) week52High = top;
    if (week52Low === 0 || bottom < week52Low) week52Low = bottom;
  }
  return { currentPrice: prices.close.at(last), week52High, week52Low, volume: prices.volume.at(last) || 0 };
}
