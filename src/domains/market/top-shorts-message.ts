import { setImmediate as nextTurn } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { type Market, marketOf } from "../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { GetTopShortsResponseSchema } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { refuseBeyondAnswerSize } from "../../rpc/answer-size.ts";
import type { FoundBytes } from "../../rpc/cached-answer.ts";
import { answerOf, withoutLastComma } from "../../rpc/encoding/assembled-answer.ts";
import { encodeForm } from "../../rpc/encoding/encoded-message.ts";
import type { AnswerForm } from "../../rpc/unary-method.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { seriesHead, TIME_SERIES, TOP_SHORTS_FORMS } from "./encode-top-shorts.ts";
import { rankingOf } from "./queries/derived-lists.ts";
import { type TopShorts, topShorts } from "./queries/top-shorts.ts";
import type { TopShortsQuery } from "./rules.ts";

/** Points written in one stretch: a few milliseconds of work. */
const STRETCH_POINTS = 4000;

/** GetTopShorts in one form. */
export async function topShortsAnswer(
  view: SnapshotView,
  query: TopShortsQuery,
  signal: AbortSignal,
  form: AnswerForm,
): Promise<FoundBytes> {
  const market = marketOf(view);
  const found = topShorts(market, rankingOf(view), query);
  const bytes = query.summaryOnly
    ? summaryBytes(market, found, form)
    : await topShortsBytes(market, found, form, signal);
  return { form, bytes };
}

/**
 * The answer with its points, written in stretches between which other calls have their turn: a thousand securities over
 * all years are millions of points. One that cannot fit is refused before a point is written, and one that turns out not
 * to fit as soon as it does: the least that a point takes is half of what most take.
 */
export async function topShortsBytes(
  market: Market,
  found: TopShorts,
  form: AnswerForm,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { leastPointBytes, encode } = TOP_SHORTS_FORMS[form];
  const points = found.series.reduce((sum, { places }) => sum + places.length, 0);
  refuseBeyondAnswerSize(points * leastPointBytes, "at least");
  const pieces: Uint8Array[] = [];
  let byteLength = 0;
  let written = 0;
  for (const series of found.series) {
    const piece = encode(market, series);
    byteLength += piece.byteLength;
    refuseBeyondAnswerSize(byteLength, "at least");
    pieces.push(piece);
    written += series.places.length;
    if (written < STRETCH_POINTS) continue;
    written = 0;
    await nextTurn();
    throwIfAborted(signal);
  }
  const part = { field: TIME_SERIES, binary: () => pieces, json: () => withoutLastComma(pieces) };
  return answerOf(GetTopShortsResponseSchema, [part], { after: { offset: found.nextOffset } })[form]();
}

function summaryBytes(market: Market, found: TopShorts, form: AnswerForm): Uint8Array {
  const message = create(GetTopShortsResponseSchema, {
    timeSeries: found.series.map((series) => ({
      ...seriesHead(market, series),
      industry: market.securities.all[series.code].industry,
    })),
    offset: found.nextOffset,
  });
  return encodeForm(GetTopShortsResponseSchema, message, form);
}
