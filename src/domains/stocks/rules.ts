import { PERIOD_TYPES } from "../../dataset/tables/fundamentals.ts";
import { STOCK_CODE_PATTERN } from "../../dataset/tables/market.ts";
import type {
  GetDirectorTradesRequest,
  GetDividendHistoryRequest,
  GetEventTimelineRequest,
  GetPeerComparisonRequest,
  GetStockFinancialHighlightsRequest,
  GetStockFundamentalsRequest,
  GetStockGraphRequest,
  GetStockSignalsRequest,
  GetStockVerdictRequest,
} from "../../gen/shorts/v1alpha1/stock_pb.ts";
import { clampedLimit, quoted, requireText } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";

const CODE = new RegExp(`^${STOCK_CODE_PATTERN}$`);
const MOST_CODES = 50;

/** The code of a security in upper case. Errors name the field as the request has it. */
export function requireCode(text: string, field: "stock_code" | "product_code" | "stock_codes"): string {
  const code = requireText(text, field, "upper");
  if (CODE.test(code)) return code;
  throw invalidArgument(`${field}: ${quoted(text)} is not three to six letters or digits, such as "CBA"`);
}

/** The different codes of a list, between so many of them. */
export function severalCodes(texts: readonly string[], least: number, most: number): readonly string[] {
  if (texts.length === 0) throw invalidArgument('stock_codes is required, for example ["CBA"]');
  const codes = [...new Set(texts.map((text) => requireCode(text, "stock_codes")))];
  if (codes.length < least) {
    throw invalidArgument(`stock_codes: ${codes.length} code is too few; at least ${least} that differ`);
  }
  if (codes.length > most) {
    throw invalidArgument(`stock_codes: ${codes.length} codes are too many; at most ${most}`);
  }
  return codes;
}

/** A limit that is refused outside its range; 0 is the default. */
export function limitWithin(value: number, field: string, fallback: number, most: number): number {
  if (value < 0 || value > most) {
    throw invalidArgument(`${field}: ${value} is not within 0 to ${most}; 0 is ${fallback}`);
  }
  return value === 0 ? fallback : value;
}

/** The type is its place in the list of types; undefined for all. */
export function fundamentalsQuery(request: GetStockFundamentalsRequest) {
  const code = requireCode(request.stockCode, "stock_code");
  const text = request.periodType.trim().toLowerCase();
  const type = (PERIOD_TYPES as readonly string[]).indexOf(text);
  if (text !== "" && type < 0) {
    throw invalidArgument(
      `period_type: ${quoted(request.periodType)} is not one of ${PERIOD_TYPES.join(", ")}`,
    );
  }
  return { code, type: text === "" ? undefined : type, limit: limitWithin(request.limit, "limit", 12, 40) };
}

export function highlightsQuery(request: GetStockFinancialHighlightsRequest) {
  const codes = severalCodes(request.stockCodes, 1, MOST_CODES);
  return { codes, reports: request.maxReportsPerStock <= 0 ? 2 : request.maxReportsPerStock };
}

export function directorTradesQuery(request: GetDirectorTradesRequest) {
  const code = requireCode(request.stockCode, "stock_code");
  return { code, limit: limitWithin(request.limit, "limit", 20, 200) };
}

export function dividendsQuery(request: GetDividendHistoryRequest) {
  const code = requireCode(request.stockCode, "stock_code");
  return { code, years: limitWithin(request.years, "years", 5, 20) };
}

/** Any text is a code here: an unknown one has an empty answer. */
export function graphQuery(request: GetStockGraphRequest) {
  return {
    code: requireText(request.stockCode, "stock_code", "upper"),
    limit: clampedLimit(request.limit, 12, 100),
  };
}

export function signalsQuery(request: GetStockSignalsRequest) {
  return {
    code: requireText(request.stockCode, "stock_code", "upper"),
    limit: clampedLimit(request.limit, 10, 100),
  };
}

export function timelineQuery(request: GetEventTimelineRequest) {
  return {
    code: requireText(request.stockCode, "stock_code", "upper"),
    daysBack: clampedLimit(request.daysBack, 365, 365),
    limit: clampedLimit(request.limit, 50, 200),
  };
}

export function peersQuery(request: GetPeerComparisonRequest) {
  const code = requireCode(request.stockCode, "stock_code");
  return { code, limit: limitWithin(request.limit, "limit", 5, 20) };
}

/** One to ten letters or digits: the screener may hold longer codes than other methods take. */
export function verdictCode(request: GetStockVerdictRequest): string {
  const code = requireText(request.productCode, "product_code", "upper");
  if (/^[A-Z0-9]{1,10}$/.test(code)) return code;
  throw invalidArgument(`product_code: ${quoted(request.productCode)} is not one to ten letters or digits`);
}
