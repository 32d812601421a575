import type { PageStore } from "../../../engine/pages/page-store.ts";
import { VINTAGE_ELEMENTS } from "../pages/vintages.ts";
import type { VintagesQuery } from "../rules.ts";

/** Figures of a series whose day of publication is known: by period, then publication, each as it was first published. */
export interface Vintages {
  /** Day numbers. */
  readonly periods: Int32Array;
  readonly published: Int32Array;
  readonly values: Float64Array;
}

const PAGES = "series_vintages";

/** The dated figures of a series; undefined when none is, as in snapshots that are older than vintages. */
export function vintagesOf(pages: PageStore, number: number): Vintages | undefined {
  const page = pages.has(PAGES) ? pages.find(PAGES, String(number)) : undefined;
  if (page === undefined) return undefined;
  const bytes = (element: keyof typeof VINTAGE_ELEMENTS) => page.copied(VINTAGE_ELEMENTS[element]);
  return {
    periods: new Int32Array(bytes("periods")),
    published: new Int32Array(bytes("published")),
    values: new Float64Array(bytes("values")),
  };
}

/** The figures that were known at the end of a day: of each period the last one published by then. */
export function knownOn(vintages: Vintages | undefined, day: number) {
  const { periods = [], published = [], values = [] } = vintages ?? {};
  const days: number[] = [];
  const figures: number[] = [];
  for (let at = 0; at < periods.length; at++) {
    if (published[at] > day) continue;
    if (days.at(-1) !== periods[at]) days.push(periods[at]);
    figures[days.length - 1] = values[at];
  }
  return { dayNumbers: Int32Array.from(days), values: Float64Array.from(figures) };
}

/** The day number of the first publication on record. */
export function firstPublished({ published }: Vintages): number {
  return published.reduce((first, day) => Math.min(first, day));
}

/** One period of a triangle. */
export interface PeriodVintages {
  /** Day number. */
  readonly period: number;
  /** As published, the first one first; each differs from the one before. Never empty. */
  readonly figures: readonly { readonly published: number; readonly value: number }[];
}

/** Figures of one answer at most: a period that would not fit whole is left out with all before it. */
const MAX_FIGURES = 10_000;

/** The newest periods of the window, oldest first, and how many the window has. */
export function triangleOf(
  vintages: Vintages | undefined,
  { startDay = -Infinity, endDay = Infinity, maxPeriods }: Omit<VintagesQuery, "seriesKey">,
): { periods: PeriodVintages[]; total: number } {
  const { periods = [], published = [], values = [] } = vintages ?? {};
  const found = new Map<number, { published: number; value: number }[]>();
  for (let at = 0; at < periods.length; at++) {
    const period = periods[at];
    if (period < startDay || period > endDay) continue;
    const figures = found.get(period) ?? [];
    found.set(period, figures);
    figures.push({ published: published[at], value: values[at] });
  }
  const newest: PeriodVintages[] = [];
  let figureCount = 0;
  for (const [period, figures] of [...found].reverse()) {
    figureCount += figures.length;
    if (newest.length === maxPeriods || figureCount > MAX_FIGURES) break;
    newest.push({ period, figures });
  }
  return { periods: newest.reverse(), total: found.size };
}
