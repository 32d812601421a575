import { setImmediate as nextTurn } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { type Market, marketOf } from "../../engine/columns/market/market.ts";
import type { Positions } from "../../engine/columns/market/positions.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { GetTopShortsResponseSchema } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { TimeSeriesDataSchema, TimeSeriesPointSchema } from "../../gen/stocks/v1alpha1/stocks_pb.ts";
import { refuseBeyondAnswerSize } from "../../rpc/answer-size.ts";
import type { FoundBytes } from "../../rpc/cached-answer.ts";
import { answerOf, withoutLastComma } from "../../rpc/encoding/assembled-answer.ts";
import { encodeForm } from "../../rpc/encoding/encoded-message.ts";
import type { AnswerForm } from "../../rpc/unary-method.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { remembered } from "../../runtime/lazy.ts";
import { elementField, stringField, varintField } from "../../runtime/wire-bytes.ts";
import { rankingOf, type ShortSeries, type TopShorts, topShorts } from "./queries/derived-lists.ts";
import type { TopShortsQuery } from "./rules.ts";

const TIME_SERIES = GetTopShortsResponseSchema.field.timeSeries;
const SERIES = TimeSeriesDataSchema.field;
const POINT = TimeSeriesPointSchema.field;
// Read from the schema once: they are written for millions of points.
const [PERCENT, REPORTED, ISSUED] = [
  POINT.shortPosition,
  POINT.reportedShortPositions,
  POINT.totalProductInIssue,
].map((field) => field.number);

function seriesHead(market: Market, { code, places }: ShortSeries) {
  const { positions, securities } = market;
  const last = places.at(-1);
  return {
    productCode: securities.codes[code],
    name: market.nameOf(code, last === undefined ? market.newestRow(code) : positions.rowAt(last)),
    latestShortPosition: last === undefined ? 0 : positions.percent.at(positions.rowAt(last)),
  };
}

/** Maximum bytes of a point: two dates, three doubles and their tags. Below 128: its length is one byte. */
const POINT_BYTES = 64;

/** The first places with the largest and the smallest percentage; undefined without places. */
function extremes(
  { positions }: Market,
  places: Int32Array,
): { largest: number; smallest: number } | undefined {
  if (places.length === 0) return undefined;
  let [largest, smallest] = [places[0], places[0]];
  let [most, least] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const place of places) {
    const percent = positions.percent.at(positions.rowAt(place));
    if (percent > most) [largest, most] = [place, percent];
    if (percent < least) [smallest, least] = [place, percent];
  }
  return { largest, smallest };
}

/** Encoders of a series, straight from the columns, and the minimum bytes of a point. */
const TOP_SHORTS_FORMS = {
  binary: { leastPointBytes: 30, encode: binarySeries },
  json: { leastPointBytes: 80, encode: jsonSeries },
} as const;

function binarySeries(market: Market, series: ShortSeries): Uint8Array {
  const { productCode, name, latestShortPosition } = seriesHead(market, series);
  const ends = extremes(market, series.places);
  const bytes = Buffer.allocUnsafe((series.places.length + 2) * POINT_BYTES);
  const points = {
    bytes,
    numbers: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    dates: dateFieldsOf(market.positions),
  };
  let at = 0;
  for (const place of series.places) at = writePoint(points, at, SERIES.points.number, market, place);
  const latest = Buffer.alloc(ends === undefined ? 0 : 9);
  if (ends !== undefined) {
    at = writePoint(points, at, SERIES.max.number, market, ends.largest);
    at = writePoint(points, at, SERIES.min.number, market, ends.smallest);
    latest[0] = (SERIES.latestShortPosition.number << 3) | WireType.Bit64;
    latest.writeDoubleLE(latestShortPosition, 1);
  }
  const body = [
    stringField(SERIES.productCode.number, productCode),
    stringField(SERIES.name.number, name),
    latest,
    bytes.subarray(0, at),
  ];
  return elementField(TIME_SERIES.number, Buffer.concat(body));
}

interface Points {
  readonly bytes: Buffer;
  readonly numbers: DataView;
  readonly dates: DateFields;
}

/** Writes a point as an element of `field`; returns the end offset. */
function writePoint(
  points: Points,
  start: number,
  field: number,
  { positions }: Market,
  place: number,
): number {
  const { bytes } = points;
  const row = positions.rowAt(place);
  const { timestamp, availableFrom } = points.dates(positions.dayPlaceAt(place));
  bytes[start] = (field << 3) | WireType.LengthDelimited;
  const body = start + 2;
  let at = copy(timestamp, bytes, body);
  at = writeDouble(points, at, PERCENT, positions.percent.at(row));
  at = writeDouble(points, at, REPORTED, positions.short.at(row));
  at = writeDouble(points, at, ISSUED, positions.issued.at(row));
  at = copy(availableFrom, bytes, at);
  bytes[start + 1] = at - body;
  return at;
}

/** Writes a double field unless the value is 0 or NaN; returns the end offset. */
function writeDouble({ bytes, numbers }: Points, at: number, field: number, value: number): number {
  if (!(value > 0)) return at;
  bytes[at] = (field << 3) | WireType.Bit64;
  numbers.setFloat64(at + 1, value, true);
  return at + 9;
}

/** A loop is faster than a call of `copy` or `set` for so few bytes. */
function copy(field: Uint8Array, out: Uint8Array, at: number): number {
  for (let i = 0; i < field.length; i++) out[at + i] = field[i];
  return at + field.length;
}

const SECONDS_A_DAY = 86_400;

/** The encoded date fields of a point, by the index of its day. */
type DateFields = (day: number) => { readonly timestamp: Uint8Array; readonly availableFrom: Uint8Array };

const fieldsOf = new WeakMap<Positions, DateFields>();

/** Encoded on first use of each day: millions of points share a few thousand dates. */
function dateFieldsOf(positions: Positions): DateFields {
  return remembered(fieldsOf, positions, () => {
    const made: ReturnType<DateFields>[] = [];
    return (day) =>
      (made[day] ??= {
        timestamp: elementField(
          POINT.timestamp.number,
          varintField(TimestampSchema.field.seconds.number, positions.days[day] * SECONDS_A_DAY),
        ),
        availableFrom: stringField(POINT.availableFrom.number, positions.datesOf(day).availableFrom),
      });
  });
}

/** Like binarySeries, in JSON with a trailing comma. */
function jsonSeries(market: Market, series: ShortSeries): Uint8Array {
  const { productCode, name, latestShortPosition } = seriesHead(market, series);
  const ends = extremes(market, series.places);
  const named = name === "" ? "" : `,"name":${JSON.stringify(name)}`;
  const head = `{"productCode":"${productCode}"${named}`;
  if (ends === undefined) return Buffer.from(`${head}},`);
  const points = Array.from(series.places, (place) => jsonPoint(market, place)).join(",");
  return Buffer.from(
    `${head},"latestShortPosition":${latestShortPosition},"points":[${points}],"max":${jsonPoint(market, ends.largest)},"min":${jsonPoint(market, ends.smallest)}},`,
  );
}

function jsonPoint({ positions }: Market, place: number): string {
  const row = positions.rowAt(place);
  const { date, availableFrom } = positions.datesOf(positions.dayPlaceAt(place));
  const short = positions.short.at(row);
  const issued = positions.issued.at(row);
  return `{"timestamp":"${date}T00:00:00Z","shortPosition":${positions.percent.at(row)}${
    short > 0 ? `,"reportedShortPositions":${short}` : ""
  }${issued > 0 ? `,"totalProductInIssue":${issued}` : ""},"availableFrom":"${availableFrom}"}`;
}

/** Points written between two yields to the event loop: a few milliseconds of work. */
const POINTS_AT_ONCE = 4000;

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
 * The response with its points. Yields to the event loop: a thousand securities over all years are millions
 * of points. Rejects a response that is too large by its minimum size before writing, else as soon as it is:
 * most points take twice the minimum.
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
    if (written < POINTS_AT_ONCE) continue;
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
