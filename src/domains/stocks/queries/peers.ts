import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import {
  type GetPeerComparisonResponse,
  GetPeerComparisonResponseSchema,
  type PeerStockSchema,
} from "../../../gen/shorts/v1alpha1/stock_pb.ts";
import { screenerOf } from "../../market/queries/derived-lists.ts";
import { identity } from "../../market/stock-message.ts";
import { perSnapshot } from "../../per-snapshot.ts";

/** Companies by industry, largest first, unknown sizes last, then by code. */
const companiesByIndustry = perSnapshot("stocks peers", (view): ReadonlyMap<string, readonly number[]> => {
  const { securities } = marketOf(view);
  const size = (code: number) => marketCapOf(marketOf(view), code);
  const companies = securities.codes
    .map((_, code) => code)
    .filter((code) => securities.all[code].isCompany && securities.all[code].industry !== "");
  const groups = Map.groupBy(companies, (code) => securities.all[code].industry);
  // Code numbers are in code order.
  for (const group of groups.values()) group.sort((a, b) => size(b) - size(a) || a - b);
  return groups;
});

/** Market capitalisation of the company list; 0 if unknown. */
export function marketCapOf({ securities }: Market, code: number): number {
  return securities.frame.numbers("market_cap").at(code) || 0;
}

/** A code with the largest companies of its industry. */
export function peersMessage(view: SnapshotView, code: number, limit: number): GetPeerComparisonResponse {
  const { industry } = marketOf(view).securities.all[code];
  const group = industry === "" ? [] : (companiesByIndustry(view).get(industry) ?? []);
  const peers = group.filter((other) => other !== code).slice(0, limit);
  return create(GetPeerComparisonResponseSchema, {
    subject: peerStock(view, code),
    peers: peers.map((peer) => peerStock(view, peer)),
    industry,
  });
}

function peerStock(view: SnapshotView, code: number): MessageInitShape<typeof PeerStockSchema> {
  const market = marketOf(view);
  const row = market.newestRow(code);
  const place = screenerOf(view).placeOf(code);
  const figure = (name: string) => market.securities.frame.numbers(name).at(code) || 0;
  return {
    ...identity(market, code, row),
    shortPositionPercent: row === undefined ? 0 : market.positions.percent.at(row) || 0,
    marketCap: marketCapOf(market, code),
    peRatio: figure("pe_ratio"),
    dividendYield: figure("dividend_yield"),
    priceChange1m: place === undefined ? 0 : screenerOf(view).columns.price_change_1m[place],
  };
}
