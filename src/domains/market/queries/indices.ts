import { ColumnFrame, type NumberColumn } from "../../../engine/columns/column-frame.ts";
import { firstAbove } from "../../../engine/columns/first-above.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import { periodBefore } from "../periods.ts";
import type { IndexQuery } from "../rules.ts";
import { thinnedPlaces } from "../thinning.ts";

const MEASURES = ["open", "high", "low", "close", "volume"] as const;

/** Levels of the indices of a snapshot. */
export class Indices {
  readonly codes: readonly string[];
  readonly names: readonly string[];
  readonly returnTypes: readonly string[];
  readonly currencies: readonly string[];
  readonly measures: Readonly<Record<(typeof MEASURES)[number], NumberColumn>>;
  readonly #starts: NumberColumn;
  readonly #day: NumberColumn;

  constructor(pages: PageStore) {
    const frame = new ColumnFrame(pages, "market_indices");
    this.codes = frame.texts("codes");
    this.names = frame.texts("name");
    this.returnTypes = frame.texts("return_type");
    this.currencies = frame.texts("currency");
    this.measures = Object.fromEntries(MEASURES.map((name) => [name, frame.numbers(name)])) as Record<
      (typeof MEASURES)[number],
      NumberColumn
    >;
    this.#starts = frame.numbers("starts");
    this.#day = frame.numbers("day");
  }

  /** Places of an index's sessions: [from, to). */
  sessionsOf(index: number): readonly [number, number] {
    return [this.#starts.raw[index], this.#starts.raw[index + 1]];
  }

  dayAt(place: number): number {
    return this.#day.at(place);
  }

  /** First session of an index after a day. */
  firstAfter(index: number, day: number): number {
    const [from, to] = this.sessionsOf(index);
    return firstAbove(from, to, day, (place) => this.#day.raw[place]);
  }
}

export interface IndexSeries {
  readonly index: number;
  readonly places: readonly number[];
  readonly totalObservations: number;
  /** Days of the window that was asked for; undefined where it is open. */
  readonly requestedFrom: number | undefined;
  readonly requestedTo: number | undefined;
  readonly isTruncated: boolean;
}

/** Sessions of an index in a window; undefined for an unknown code. */
export function indexSeries(indices: Indices, query: IndexQuery): IndexSeries | undefined {
  const index = indices.codes.indexOf(query.indexCode);
  if (index < 0) return undefined;
  const [from, to] = indices.sessionsOf(index);
  const [earliest, latest] = from < to ? [indices.dayAt(from), indices.dayAt(to - 1)] : [];
  // A period's window begins on the day after its bound.
  const periodStart =
    query.period === undefined || query.period === "MAX" || latest === undefined
      ? undefined
      : periodBefore(latest, query.period) + 1;
  const requestedFrom = query.from ?? periodStart;
  const requestedTo = query.to ?? (periodStart === undefined ? undefined : latest);
  const first = requestedFrom === undefined ? from : indices.firstAfter(index, requestedFrom - 1);
  const end = requestedTo === undefined ? to : indices.firstAfter(index, requestedTo);
  const count = Math.max(0, end - first);
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
