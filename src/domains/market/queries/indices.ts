import { thinnedPlaces } from "../../../engine/columns/grouped-days.ts";
import type { Indices } from "../../../engine/columns/market/indices.ts";
import { periodBefore, windowPlaces } from "../periods.ts";
import type { IndexQuery } from "../rules.ts";

export type IndexSeries = NonNullable<ReturnType<typeof indexSeries>>;

/** Sessions of an index in a window, whose days are undefined where it is open; undefined for an unknown code. */
export function indexSeries(indices: Indices, query: IndexQuery) {
  const index = indices.codes.indexOf(query.indexCode);
  if (index < 0) return undefined;
  const [from, to] = indices.placesOf(index);
  const [earliest, latest] = from < to ? [indices.dayAt(from), indices.dayAt(to - 1)] : [];
  // A period's window begins on the day after its bound.
  const periodStart =
    query.period === undefined || query.period === "MAX" || latest === undefined
      ? undefined
      : periodBefore(latest, query.period) + 1;
  const requestedFrom = query.from ?? periodStart;
  const requestedTo = query.to ?? (periodStart === undefined ? undefined : latest);
  const window = { period: undefined, from: requestedFrom, to: requestedTo };
  const [first, end] = windowPlaces(indices, index, window, 0);
  const count = end - first;
  const isOutside = (day: number | undefined) =>
    day !== undefined && earliest !== undefined && latest !== undefined && (day < earliest || day > latest);
  return {
    index,
    places: thinnedPlaces(count, query.maxPoints).map((place) => first + place),
    totalObservations: count,
    requestedFrom,
    requestedTo,
    isTruncated: isOutside(requestedFrom) || isOutside(requestedTo),
  };
}
