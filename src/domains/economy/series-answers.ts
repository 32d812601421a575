import { create, type MessageInitShape, toBinary, toJsonString } from "@bufbuild/protobuf";
import type { SnapshotView } from "../../engine/view.ts";
import {
  EconomicObservationSchema,
  EconomicSeriesDataSchema,
  EconomicSeriesInfoSchema,
  GetEconomicSeriesResponseSchema,
  ListEconomicSeriesResponseSchema,
  ListSeriesCorrelationsResponseSchema,
} from "../../gen/shorts/v1alpha1/economy_pb.ts";
import { GetSeriesVintagesResponseSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { answerOf } from "../../rpc/encoding/assembled-answer.ts";
import { KeptElements } from "../../rpc/encoding/kept-elements.ts";
import { timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import { unpooledBytes } from "../../rpc/encoding/unpooled-bytes.ts";
import type { EncodedAnswer } from "../../rpc/unary-method.ts";
import { once } from "../../runtime/lazy.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { elementField } from "../../runtime/wire-bytes.ts";
import type { SeriesCorrelation } from "./queries/economy.ts";
import type { PeriodVintages, SeriesData } from "./queries/series-data.ts";
import type { EconomicSeries, ListedSeries } from "./queries/series-store.ts";

/** A catalogue entry with the given newest period; undefined omits it. */
function seriesInfo(
  { latestPeriod: _, ...entry }: EconomicSeries,
  latestPeriod: number | undefined,
): MessageInitShape<typeof EconomicSeriesInfoSchema> {
  return latestPeriod === undefined ? entry : { ...entry, latestPeriod: timestampOfDay(latestPeriod) };
}

/** Overlays never have `latest_period`. */
export function seriesCorrelationsMessage(
  found: readonly SeriesCorrelation[],
  renamedBase?: { asked: string; seriesKey: string },
) {
  return create(ListSeriesCorrelationsResponseSchema, {
    ...(renamedBase === undefined ? {} : { renamedBase }),
    correlations: found.map(({ overlay, r, n, lastPeriod }) => ({
      overlaySeriesKey: overlay.seriesKey,
      r,
      n,
      lastPeriod: timestampOfDay(lastPeriod),
      overlay: seriesInfo(overlay, undefined),
    })),
  });
}

/** A revision triangle. `publications` lists each date once; figures refer to it by index. */
export function seriesVintagesMessage(
  series: EconomicSeries,
  { periods, total }: { periods: readonly PeriodVintages[]; total: number },
) {
  const days = new Set(periods.flatMap(({ figures }) => figures.map(({ published }) => published)));
  const publications = [...days].sort((a, b) => a - b);
  const places = new Map(publications.map((day, place) => [day, place]));
  return create(GetSeriesVintagesResponseSchema, {
    series: seriesInfo(series, series.latestPeriod),
    publications: publications.map(dateOfDay),
    periods: periods.map(({ period, figures }) => ({
      period: timestampOfDay(period),
      figures: figures.map(({ published, value }) => ({ publication: places.get(published)!, value })),
      ...(figures.length > 1 ? revisionOf(figures[0].value, figures.at(-1)!.value) : {}),
    })),
    totalPeriods: total,
  });
}

function revisionOf(first: number, latest: number) {
  const revision = latest - first;
  return first === 0 ? { revision } : { revision, revisionPercent: (100 * revision) / Math.abs(first) };
}

/** The listed catalogue entries. Each is encoded once per snapshot. */
export function seriesListAnswer(
  view: SnapshotView,
  catalogue: readonly EconomicSeries[],
  { numbers, total }: ListedSeries,
): EncodedAnswer {
  const entries = view.derived(
    "economic-series-list",
    () =>
      new KeptElements(ListEconomicSeriesResponseSchema, EconomicSeriesInfoSchema, (number) =>
        create(EconomicSeriesInfoSchema, seriesInfo(catalogue[number], catalogue[number].latestPeriod)),
      ),
  );
  return entries.encoded(numbers, { after: { total } });
}

/** The requested observations, copied from bytes that are encoded once per snapshot. */
export function seriesDataAnswer(
  view: SnapshotView,
  found: readonly SeriesData[],
  after: MessageInitShape<typeof GetEconomicSeriesResponseSchema>,
): EncodedAnswer {
  const encodedOnce = (data: SeriesData) =>
    view.derived(`economic-series:${data.number}`, () => encodedSeries(data));
  return seriesAnswer(found, after, encodedOnce);
}

/** The series, encoded for this response only unless `encode` keeps them. */
export function seriesAnswer(
  found: readonly SeriesData[],
  after: MessageInitShape<typeof GetEconomicSeriesResponseSchema>,
  encode = encodedSeries,
): EncodedAnswer {
  const pieces = found.map((data) => ({ encoded: encode(data), first: data.first }));
  const part = {
    field: GetEconomicSeriesResponseSchema.field.series,
    binary: () => pieces.map(({ encoded, first }) => encoded.binaryFrom(first)),
    json: () =>
      pieces.flatMap(({ encoded, first }, i) => [...(i === 0 ? [] : [COMMA]), ...encoded.jsonFrom(first)]),
  };
  return answerOf(GetEconomicSeriesResponseSchema, [part], { after });
}

/**
 * One series as an element of the response, encoded in each form on first use. `binaryFrom` and `jsonFrom`
 * leave out the observations before index `first`; at least one must remain.
 */
function encodedSeries({ series, dayNumbers, values }: SeriesData) {
  // Responses always end with the newest observation.
  const info = create(EconomicSeriesInfoSchema, seriesInfo(series, dayNumbers.at(-1)));
  const observation = (at: number) =>
    create(EconomicObservationSchema, { period: timestampOfDay(dayNumbers[at]), value: values[at] });
  const { info: infoField, observations: observationsField } = EconomicSeriesDataSchema.field;
  const seriesField = GetEconomicSeriesResponseSchema.field.series;
  const binary = once(() => ({
    head: unpooledBytes(elementField(infoField.number, toBinary(EconomicSeriesInfoSchema, info))),
    pieces: joinPieces(values.length, (at) =>
      elementField(observationsField.number, toBinary(EconomicObservationSchema, observation(at))),
    ),
  }));
  const json = once(() => ({
    head: unpooledBytes(
      Buffer.from(`{"info":${toJsonString(EconomicSeriesInfoSchema, info)},"observations":[`),
    ),
    pieces: joinPieces(values.length, (at) =>
      Buffer.from(`${toJsonString(EconomicObservationSchema, observation(at))},`),
    ),
  }));
  return {
    binaryFrom: (first: number) => {
      const { head, pieces } = binary();
      return elementField(
        seriesField.number,
        Buffer.concat([head, pieces.bytes.subarray(pieces.starts[first])]),
      );
    },
    jsonFrom: (first: number) => {
      const { head, pieces } = json();
      // Each piece ends with a comma; -1 cuts the last one.
      return [head, pieces.bytes.subarray(pieces.starts[first], -1), JSON_END];
    },
  };
}

/** Concatenates the pieces: piece i is from starts[i] to before starts[i + 1]. */
function joinPieces(count: number, pieceAt: (place: number) => Uint8Array) {
  const pieces = Array.from({ length: count }, (_, place) => pieceAt(place));
  const starts = new Uint32Array(count + 1);
  pieces.forEach((piece, place) => {
    starts[place + 1] = starts[place] + piece.byteLength;
  });
  return { bytes: unpooledBytes(Buffer.concat(pieces)), starts };
}

const COMMA = Buffer.from(",");
const JSON_END = Buffer.from("]}");
