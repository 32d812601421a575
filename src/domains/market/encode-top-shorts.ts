import { WireType } from "@bufbuild/protobuf/wire";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import type { Market } from "../../engine/columns/market/market.ts";
import type { Positions } from "../../engine/columns/market/positions.ts";
import { GetTopShortsResponseSchema } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { TimeSeriesDataSchema, TimeSeriesPointSchema } from "../../gen/stocks/v1alpha1/stocks_pb.ts";
import { elementField, stringField, varintField } from "../../rpc/encoding/wire-bytes.ts";
import type { ShortSeries } from "./queries/top-shorts.ts";

const ANSWER = GetTopShortsResponseSchema.field;
const SERIES = TimeSeriesDataSchema.field;
const { shortPosition, reportedShortPositions, totalProductInIssue } = TimeSeriesPointSchema.field;
// Named apart from the schema: they are written for millions of points.
const [PERCENT, REPORTED, ISSUED] = [shortPosition, reportedShortPositions, totalProductInIssue].map(
  (field) => field.number,
);

/** What every series begins with. */
export function seriesHead(market: Market, { code, places }: ShortSeries) {
  const { positions, securities } = market;
  const last = places.at(-1);
  return {
    productCode: securities.codes[code],
    name: market.nameOf(code, last === undefined ? market.newestRow(code) : positions.rowAt(last)),
    latestShortPosition: last === undefined ? 0 : positions.percent.at(positions.rowAt(last)),
  };
}

/** Most bytes of a point: two dates, three doubles and their tags. */
const POINT_BYTES = 64;

/** The first places with the largest and the smallest percentage; none where there is no place. */
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

/** How a series is written in each form, straight from the columns, and what a point takes there at least. */
export const TOP_SHORTS_FORMS = {
  binary: { leastPointBytes: 30, encode: binarySeries },
  json: { leastPointBytes: 80, encode: jsonSeries },
} as const;

/** The answer of series in binary. */
export function joinBinarySeries(pieces: readonly Uint8Array[], nextOffset: number): Uint8Array {
  return Buffer.concat([...pieces, varintField(ANSWER.offset.number, nextOffset)]);
}

function binarySeries(market: Market, series: ShortSeries): Uint8Array {
  const { productCode, name, latestShortPosition } = seriesHead(market, series);
  const ends = extremes(market, series.places);
  const dates = dateFieldsOf(market.positions);
  const bytes = Buffer.allocUnsafe((series.places.length + 2) * POINT_BYTES);
  const points = { bytes, numbers: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), dates };
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
  return elementField(ANSWER.timeSeries.number, Buffer.concat(body));
}

interface Points {
  readonly bytes: Buffer;
  readonly numbers: DataView;
  readonly dates: DateFields;
}

/** Writes a point as an element of a field and returns where it ends. */
function writePoint(
  points: Points,
  start: number,
  field: number,
  { positions }: Market,
  place: number,
): number {
  const { bytes, dates } = points;
  const row = positions.rowAt(place);
  const day = positions.dayPlaceAt(place);
  bytes[start] = (field << 3) | WireType.LengthDelimited;
  const body = start + 2;
  let at = dates.copy(day, TIMESTAMP, bytes, body);
  at = writeDouble(points, at, PERCENT, positions.percent.at(row));
  at = writeDouble(points, at, REPORTED, positions.short.at(row));
  at = writeDouble(points, at, ISSUED, positions.issued.at(row));
  at = dates.copy(day, AVAILABLE_FROM, bytes, at);
  bytes[start + 1] = at - body;
  return at;
}

/** A double field; nothing for zero and for a missing figure. */
function writeDouble({ bytes, numbers }: Points, at: number, field: number, value: number): number {
  if (!(value > 0)) return at;
  bytes[at] = (field << 3) | WireType.Bit64;
  numbers.setFloat64(at + 1, value, true);
  return at + 9;
}

const COMMA = Buffer.from(",");

/** The same in JSON. */
export function joinJsonSeries(pieces: readonly Uint8Array[], nextOffset: number): Uint8Array {
  const offset = nextOffset === 0 ? "" : `"offset":${nextOffset}`;
  if (pieces.length === 0) return Buffer.from(`{${offset}}`);
  return Buffer.concat([
    Buffer.from('{"timeSeries":['),
    ...pieces.flatMap((piece, i) => (i === 0 ? [piece] : [COMMA, piece])),
    Buffer.from(offset === "" ? "]}" : `],${offset}}`),
  ]);
}

function jsonSeries(market: Market, series: ShortSeries): Uint8Array {
  const { productCode, name, latestShortPosition } = seriesHead(market, series);
  const ends = extremes(market, series.places);
  const named = name === "" ? "" : `,"name":${JSON.stringify(name)}`;
  const head = `{"productCode":"${productCode}"${named}`;
  if (ends === undefined) return Buffer.from(`${head}}`);
  const points = Array.from(series.places, (place) => jsonPoint(market, place)).join(",");
  return Buffer.from(
    `${head},"latestShortPosition":${latestShortPosition},"points":[${points}],"max":${jsonPoint(market, ends.largest)},"min":${jsonPoint(market, ends.smallest)}}`,
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

/** The fields of a TimeSeriesPoint that tell dates. */
export const TIMESTAMP = 0;
export const AVAILABLE_FROM = 1;
type DateField = typeof TIMESTAMP | typeof AVAILABLE_FROM;

const POINT = TimeSeriesPointSchema.field;
const SECONDS_A_DAY = 86_400;
/** More bytes than either field takes. */
const FIELD_BYTES = 16;

/**
 * The date fields of points as they are encoded, each made with the first point of its day: millions of points share a
 * few thousand dates.
 */
export class DateFields {
  readonly #positions: Positions;
  /** Two fields a day, one behind the other; a length of 0 is one that was not made yet. */
  readonly #bytes: Uint8Array;
  readonly #lengths: Uint8Array;

  constructor(positions: Positions) {
    this.#positions = positions;
    this.#bytes = new Uint8Array(positions.days.length * 2 * FIELD_BYTES);
    this.#lengths = new Uint8Array(positions.days.length * 2);
  }

  /**
   * Copies the field of a report, by the place of its day, and returns where it ends. A loop is faster than a call for so
   * few bytes.
   */
  copy(day: number, field: DateField, out: Uint8Array, at: number): number {
    const place = 2 * day + field;
    if (this.#lengths[place] === 0) this.#make(day);
    const length = this.#lengths[place];
    const from = place * FIELD_BYTES;
    for (let i = 0; i < length; i++) out[at + i] = this.#bytes[from + i];
    return at + length;
  }

  #make(day: number): void {
    const { days } = this.#positions;
    const made = {
      [TIMESTAMP]: elementField(
        POINT.timestamp.number,
        varintField(TimestampSchema.field.seconds.number, days[day] * SECONDS_A_DAY),
      ),
      [AVAILABLE_FROM]: stringField(POINT.availableFrom.number, this.#positions.datesOf(day).availableFrom),
    };
    for (const field of [TIMESTAMP, AVAILABLE_FROM] as const) {
      this.#bytes.set(made[field], (2 * day + field) * FIELD_BYTES);
      this.#lengths[2 * day + field] = made[field].byteLength;
    }
  }
}

const fieldsOf = new WeakMap<Positions, DateFields>();

/** Those of a snapshot's positions. */
export function dateFieldsOf(positions: Positions): DateFields {
  const fields = fieldsOf.get(positions) ?? new DateFields(positions);
  fieldsOf.set(positions, fields);
  return fields;
}
