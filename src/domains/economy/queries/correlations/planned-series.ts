import {
  type MatrixRow,
  pickedMatrix,
  type SeriesMatrix,
} from "../../../../engine/statistics/series-matrix.ts";
import { yearOnYear } from "../year-on-year.ts";

export type SeriesTransform = "levels" | "year_on_year";

/** Rows of kept matrices, to be laid side by side when the plan is performed: one that waits holds no figures. */
export interface PickedSeries {
  readonly picked: readonly MatrixRow[];
  readonly transform: SeriesTransform;
}

/** The series that a plan is about: a matrix that is kept, or one to be made for the plan alone. */
export type PlannedSeries = SeriesMatrix | PickedSeries;

/** The matrix whose rows a plan numbers. */
export function matrixOf(series: PlannedSeries): SeriesMatrix {
  if (!("picked" in series)) return series;
  const levels = pickedMatrix(series.picked);
  return series.transform === "levels" ? levels : yearOnYear(levels);
}

/** About how many months are written to make the matrix; 0 for one that is kept. */
export function monthsMade(series: PlannedSeries): number {
  if (!("picked" in series)) return 0;
  const matrices = new Set(series.picked.map(({ matrix }) => matrix));
  return series.picked.length * Math.max(0, ...Array.from(matrices, ({ monthCount }) => monthCount));
}
