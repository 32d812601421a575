import type { Page } from "../../../engine/pages/page.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import { type SeriesMatrix, seriesMatrix } from "../../../engine/statistics/series-matrix.ts";
import { type CamelCase, camelCase } from "../../../runtime/camel-case.ts";
import { SERIES_ELEMENTS, type SeriesRow } from "../pages/series.ts";

/** A catalogue entry. */
export type EconomicSeries = {
  readonly [Name in Exclude<keyof SeriesRow, "latest_period"> as CamelCase<Name>]: SeriesRow[Name];
} & {
  /** Day number of the newest observation; undefined without any. */
  readonly latestPeriod: number | undefined;
};

/** All series of a snapshot in memory: 20 bytes an observation, read in full once. */
export interface SeriesStore {
  /** By series number, which is key order. */
  readonly series: readonly EconomicSeries[];
  readonly numbers: ReadonlyMap<string, number>;
  /** Observations of series `s` are from `starts[s]` to before `starts[s + 1]`, oldest first. */
  readonly starts: Int32Array;
  readonly dayNumbers: Int32Array;
  readonly values: Float64Array;
  readonly levels: SeriesMatrix;
}

const pageOf = (pages: PageStore) => pages.readOnce("economic_series", "all")!;
const rowsOf = (page: Page) => page.json<SeriesRow[]>(SERIES_ELEMENTS.catalogue);

/** The keys of all series, for a reader that wants nothing else of them. */
export function seriesKeys(pages: PageStore): string[] {
  return rowsOf(pageOf(pages)).map((row) => row.series_key);
}

export function loadSeriesStore(pages: PageStore): SeriesStore {
  const page = pageOf(pages);
  const bytes = (element: keyof typeof SERIES_ELEMENTS) => page.copied(SERIES_ELEMENTS[element]);
  const series = rowsOf(page).map(catalogueEntry);
  const seriesNumbers = new Int32Array(bytes("seriesNumbers"));
  const values = new Float64Array(bytes("values"));
  const starts = new Int32Array(series.length + 1);
  for (const number of seriesNumbers) starts[number + 1]++;
  for (let number = 0; number < series.length; number++) starts[number + 1] += starts[number];
  const months = new Int32Array(bytes("monthNumbers"));
  return {
    series,
    numbers: new Map(series.map((entry, number) => [entry.seriesKey, number])),
    starts,
    dayNumbers: new Int32Array(bytes("dayNumbers")),
    values,
    levels: seriesMatrix(
      { seriesNumbers, months, values },
      series.map(({ frequency }) => frequency),
    ),
  };
}

function catalogueEntry({ latest_period: latest, ...row }: SeriesRow): EconomicSeries {
  const members = Object.entries(row).map(([column, value]) => [camelCase(column), value]);
  return { ...Object.fromEntries(members), latestPeriod: latest ?? undefined };
}
