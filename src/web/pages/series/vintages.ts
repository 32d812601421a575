import { secondsOf } from "../../parts/format.ts";

/** What is read of an answer about the vintages of a series. */
export interface SeriesVintages {
  readonly series?: { readonly unit: string } | undefined;
  /** YYYY-MM-DD */
  readonly publications: readonly string[];
  readonly periods: readonly {
    readonly period?: { readonly seconds: bigint } | undefined;
    readonly figures: readonly { readonly publication: number; readonly value: number }[];
    readonly revision?: number | undefined;
    readonly revisionPercent?: number | undefined;
  }[];
}

/** Earlier publications that are drawn, the newest: more lines than these are one grey stripe. */
const MOST_LINES = 12;

/**
 * The newest publications that had other figures than there are now, newest last: the series as each had it, from the
 * period before its first figure that was changed later.
 */
export function vintageLines({ publications, periods }: SeriesVintages) {
  return publications
    .map((publication, place) => {
      const known = periods.flatMap(({ period, figures }) => {
        const figure = figures.findLast((one) => one.publication <= place);
        if (figure === undefined) return [];
        return [{ time: secondsOf(period), value: figure.value, isLatest: figure === figures.at(-1) }];
      });
      const changed = known.findIndex(({ isLatest }) => !isLatest);
      const drawn = changed < 0 ? [] : known.slice(Math.max(0, changed - 1));
      return { publication, points: new Map(drawn.map(({ time, value }) => [time, value])) };
    })
    .filter(({ points }) => points.size > 0)
    .slice(-MOST_LINES);
}

/** The newest periods whose figure was changed, newest first. */
export function revisedPeriods({ publications, periods }: SeriesVintages, most: number) {
  return periods
    .filter(({ figures }) => figures.length > 1)
    .slice(-most)
    .reverse()
    .map(({ period, figures, revision, revisionPercent }) => ({
      period,
      first: { value: figures[0].value, publication: publications[figures[0].publication] },
      latest: { value: figures.at(-1)!.value, publication: publications[figures.at(-1)!.publication] },
      revision,
      revisionPercent,
    }));
}
