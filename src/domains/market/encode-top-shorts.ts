import { elementField, stringField, varint, varintField } from "../../rpc/encoding/wire-bytes.ts";
import type { Market } from "./queries/market.ts";
import type { ShortSeries } from "./queries/top-shorts.ts";

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

const SECONDS_A_DAY = 86_400;
/** Most bytes of a point: two dates, three doubles and their tags. */
const POINT_BYTES = 64;

/** The first places with the largest and the smallest percentage; there is at least one. */
function extremes({ positions }: Market, places: Int32Array): { largest: number; smallest: number } {
  const percentAt = (place: number) => positions.percent.at(positions.rowAt(place));
  let [largest, smallest] = [places[0], places[0]];
  for (const place of places) {
    if (percentAt(place) > percentAt(largest)) largest = place;
    if (percentAt(place) < percentAt(smallest)) smallest = place;
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
  return Buffer.concat([...pieces, varintField(2, nextOffset)]);
}

function binarySeries(market: Market, series: ShortSeries): Uint8Array {
  const { productCode, name, latestShortPosition } = seriesHead(market, series);
  const { largest, smallest } = extremes(market, series.places);
  const points = Buffer.allocUnsafe((series.places.length + 2) * POINT_BYTES);
  let at = 0;
  for (const place of series.places) at = writePoint(points, at, 10, market, place);
  at = writePoint(points, at, 11, market, largest);
  at = writePoint(points, at, 12, market, smallest);
  const latest = Buffer.alloc(9);
  latest[0] = (4 << 3) | 1;
  latest.writeDoubleLE(latestShortPosition, 1);
  const body = [stringField(1, productCode), stringField(3, name), latest, points.subarray(0, at)];
  return elementField(1, Buffer.concat(body));
}

/** Writes a point as an element of a field and returns where it ends. */
function writePoint(out: Buffer, start: number, field: number, { positions }: Market, place: number): number {
  const row = positions.rowAt(place);
  const day = positions.dayPlaceAt(place);
  out[start] = (field << 3) | 2;
  const body = start + 2;
  const seconds = varint(positions.days[day] * SECONDS_A_DAY);
  out[body] = (1 << 3) | 2;
  out[body + 1] = seconds.byteLength + 1;
  out[body + 2] = 1 << 3;
  out.set(seconds, body + 3);
  let at = body + 3 + seconds.byteLength;
  at = writeDouble(out, at, 2, positions.percent.at(row));
  at = writeDouble(out, at, 3, positions.short.at(row));
  at = writeDouble(out, at, 4, positions.issued.at(row));
  const known = positions.datesOf(day).availableFrom;
  out[at] = (5 << 3) | 2;
  out[at + 1] = known.length;
  at += 2 + out.write(known, at + 2, "latin1");
  out[start + 1] = at - body;
  return at;
}

/** A double field; nothing for zero and for a missing figure. */
function writeDouble(out: Buffer, at: number, field: number, value: number): number {
  if (!(value > 0)) return at;
  out[at] = (field << 3) | 1;
  return out.writeDoubleLE(value, at + 1);
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
  const { largest, smallest } = extremes(market, series.places);
  const named = name === "" ? "" : `"name":${JSON.stringify(name)},`;
  const points = Array.from(series.places, (place) => jsonPoint(market, place)).join(",");
  return Buffer.from(
    `{"productCode":"${productCode}",${named}"latestShortPosition":${latestShortPosition},"points":[${points}],"max":${jsonPoint(market, largest)},"min":${jsonPoint(market, smallest)}}`,
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
