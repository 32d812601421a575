import { secondsOf } from "../../parts/format.ts";

/** The part of an answer about a series' vintages that is read here. */
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

/** Maximum earlier publications to draw, the newest ones: more lines blur into a grey stripe. */
const MAX_LINES = 12;

/**
 * The newest publications whose figures were revised later, newest last: the series as each had it, from the
 * period before its first revised figure.
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
    .slice(-MAX_LINES);
}

/** Newest periods with a revised figure, newest first. */
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
