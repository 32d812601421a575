import type { ServingDatabase } from "../../../engine/sql/database.ts";
import { type SeriesMatrix, seriesMatrix } from "../../../engine/statistics/series-matrix.ts";
import { SERIES_CATALOGUE, SERIES_OBSERVATIONS } from "./economic-series.ts";

/** A catalogue entry. */
export interface EconomicSeries {
  readonly seriesKey: string;
  readonly topic: string;
  readonly metric: string;
  /** "" when not applicable. */
  readonly product: string;
  readonly regionType: string;
  readonly regionCode: string;
  readonly regionName: string;
  readonly unit: string;
  readonly frequency: string;
  readonly adjustment: string;
  readonly sourceKey: string;
  readonly sourceLicence: string;
  /** Day number of the newest observation; undefined without any. */
  readonly latestPeriod: number | undefined;
}

/** All series of a snapshot in memory: 20 bytes an observation, read in full once. */
export interface SeriesStore {
  /** By series number, which is key order. */
  readonly series: readonly EconomicSeries[];
  readonly numbers: ReadonlyMap<string, number>;
  /** Observations of series `s` stand from `starts[s]` to before `starts[s + 1]`, oldest first. */
  readonly starts: Int32Array;
  readonly dayNumbers: Int32Array;
  readonly values: Float64Array;
  readonly levels: SeriesMatrix;
}

export async function loadSeriesStore(database: ServingDatabase): Promise<SeriesStore> {
  const series = await loadCatalogue(database);
  const { rowCount, columns } = await database.query(SERIES_OBSERVATIONS, {});
  const starts = new Int32Array(series.length + 1);
  for (let row = 0; row < rowCount; row++) starts[columns.series_number[row] + 1]++;
  for (let number = 0; number < series.length; number++) starts[number + 1] += starts[number];
  const observations = {
    seriesNumbers: columns.series_number,
    months: columns.month_number,
    values: columns.value,
  };
  return {
    series,
    numbers: new Map(series.map((entry, number) => [entry.seriesKey, number])),
    starts,
    dayNumbers: Int32Array.from(columns.day_number),
    values: Float64Array.from(columns.value),
    levels: seriesMatrix(
      observations,
      series.map(({ frequency }) => frequency),
    ),
  };
}

async function loadCatalogue(database: ServingDatabase): Promise<EconomicSeries[]> {
  const { rowCount, columns } = await database.query(SERIES_CATALOGUE, {});
  return Array.from({ length: rowCount }, (_, row) => ({
    seriesKey: columns.series_key[row],
    topic: columns.topic[row],
    metric: columns.metric[row],
    product: columns.product[row],
    regionType: columns.region_type[row],
    regionCode: columns.region_code[row],
    regionName: columns.region_name[row],
    unit: columns.unit[row],
    frequency: columns.frequency[row],
    adjustment: columns.adjustment[row],
    sourceKey: columns.source_key[row],
    sourceLicence: columns.source_licence[row],
    latestPeriod: columns.latest_period[row] ?? undefined,
  }));
}
