import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { sectorOfIndustry } from "../../dataset/industry-groups.ts";
import type { Market } from "../../engine/columns/market/market.ts";
import { type Stock, StockSchema } from "../../gen/stocks/v1alpha1/stocks_pb.ts";
import { shortestFloat32 } from "../../rpc/encoding/shortest-float32.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";

type Fields = MessageInitShape<typeof StockSchema>;

/** Minimum AUD per session of each band. */
const BANDS = [
  ["mega", 100_000_000],
  ["large", 10_000_000],
  ["mid", 1_000_000],
  ["small", 100_000],
] as const;

interface StockParts {
  readonly tags: boolean;
  /** Sizes and liquidity: fields 9 to 14. */
  readonly sizes: boolean;
}

/** Identity fields in lists of stocks. The name is that of the report at `row` if the company is unknown. */
export function identity(market: Market, code: number, row: number | undefined) {
  const { industry, logoUrl } = market.securities.all[code];
  return {
    stockCode: market.securities.codes[code],
    companyName: market.nameOf(code, row),
    industry,
    logoUrl,
  };
}

/** The newest row of a code. Sizes are of the newest sessions, which may be later than the newest report. */
export function newestStockMessage(market: Market, code: number, parts: StockParts): Stock {
  const { positions, prices } = market;
  const place = positions.placesOf(code)[1] - 1;
  const day = positions.dayAt(place);
  const [first, end] = prices.placesOf(code);
  const lastSession = end > first ? prices.dayAt(end - 1) : day;
  return stockMessage(market, positions.rowAt(place), day, parts, Math.max(day, lastSession));
}

/** A row of the positions as a message. `day` is the row's day; sizes use prices until `pricesUntil`. */
export function stockMessage(
  market: Market,
  row: number,
  day: number,
  parts: StockParts,
  pricesUntil = day,
): Stock {
  const { positions, securities } = market;
  const code = positions.codeOf(row);
  const security = securities.all[code];
  const label = securities.industryOn(code, day);
  const stock: Fields = {
    productCode: security.code,
    name: market.nameOf(code, row),
    totalProductInIssue: float(positions.issued.at(row)),
    reportedShortPositions: float(positions.short.at(row)),
    percentageShorted: float(positions.percent.at(row)),
    industry: label.industry,
    logoUrl: security.logoUrl,
    ...(parts.tags ? { tags: [...security.tags] } : {}),
    ...(parts.sizes ? sizes(market, row, pricesUntil) : {}),
    industrySource: label.source,
    industryAsOf: label.since === undefined ? "" : dateOfDay(label.since),
    gicsSector: sectorOfIndustry(label.industry) ?? "",
    ...lifetime(market, code, day),
  };
  return create(StockSchema, stock);
}

/** The shortest decimal of a float32; 0 for NaN. */
function float(value: number): number {
  return Number.isNaN(value) ? 0 : shortestFloat32(Math.fround(value));
}

function sizes(market: Market, row: number, day: number): Fields {
  const { positions, prices } = market;
  const code = positions.codeOf(row);
  const end = prices.firstAfter(code, day);
  const last = end > prices.placesOf(code)[0] ? prices.close.at(end - 1) : Number.NaN;
  const { averageValue, averageVolume } = prices.liquidityBefore(code, end);
  const short = positions.short.at(row);
  return {
    marketCap: last * positions.issued.at(row) || 0,
    averageDailyValue20d: averageValue,
    liquidityBand: averageValue === 0 ? "" : liquidityBand(averageValue),
    averageDailyVolume20d: averageVolume,
    daysToCover: averageVolume > 0 ? short / averageVolume || 0 : 0,
    securityType: positions.typeOf(row),
  };
}

/** The band of a mean daily value in AUD. */
export function liquidityBand(value: number): string {
  return BANDS.find(([, least]) => value >= least)?.[0] ?? "micro";
}

function lifetime({ positions, prices }: Market, code: number, day: number): Fields {
  const [from, to] = positions.placesOf(code);
  const [priceFrom, priceEnd] = prices.placesOf(code);
  const isPriced = priceEnd > priceFrom;
  return {
    hasPriceHistory: prices.firstAfter(code, day) > priceFrom,
    lastReportedDate: to > from ? dateOfDay(positions.dayAt(to - 1)) : "",
    finalClose: isPriced ? prices.close.at(priceEnd - 1) : 0,
    finalCloseDate: isPriced ? dateOfDay(prices.dayAt(priceEnd - 1)) : "",
    priceStatus: isPriced ? "priced" : "unavailable",
  };
}
