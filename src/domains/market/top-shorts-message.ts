import { create, fromBinary, toBinary, toJsonString } from "@bufbuild/protobuf";
import {
  type GetTopShortsResponse,
  GetTopShortsResponseSchema,
} from "../../gen/shorts/v1alpha1/market_pb.ts";
import type { AnswerForm } from "../../rpc/unary-method.ts";
import { binaryTopShorts, jsonTopShorts, seriesHead } from "./encode-top-shorts.ts";
import type { Market } from "./queries/market.ts";
import type { TopShorts } from "./queries/top-shorts.ts";

/** The answer as a message. */
export function topShortsMessage(
  market: Market,
  found: TopShorts,
  summaryOnly: boolean,
): GetTopShortsResponse {
  if (!summaryOnly) return fromBinary(GetTopShortsResponseSchema, binaryTopShorts(market, found));
  return create(GetTopShortsResponseSchema, {
    timeSeries: found.series.map((series) => ({
      ...seriesHead(market, series),
      industry: market.securities.all[series.code].industry,
    })),
    offset: found.nextOffset,
  });
}

/** The bytes of the answer in one form. */
export function topShortsBytes(
  market: Market,
  found: TopShorts,
  summaryOnly: boolean,
  form: AnswerForm,
): Uint8Array {
  if (!summaryOnly) return form === "binary" ? binaryTopShorts(market, found) : jsonTopShorts(market, found);
  const message = topShortsMessage(market, found, true);
  return form === "binary"
    ? toBinary(GetTopShortsResponseSchema, message)
    : Buffer.from(toJsonString(GetTopShortsResponseSchema, message));
}
