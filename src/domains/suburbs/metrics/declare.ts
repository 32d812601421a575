import type { Metric } from "../../../dataset/metric.ts";
import { sqlText } from "../../../snapshot/tables/sql-text.ts";

/**
 * What a metric is computed from, and how. Unless given, its column is called like the metric, and its SQL is that column,
 * or its key where no column of a dataset has it.
 */
type Origin = Pick<Metric, "table" | "derivation" | "rows" | "leastResidents" | "coverage" | "isDerived"> &
  Partial<Pick<Metric, "column" | "sql">>;

/** A quantity. */
export function numeric(key: string, unit: string, label: string, origin: Origin): Metric {
  return { key, kind: "numeric", unit, label, categories: [], ...withColumn(key, origin) };
}

/** A choice among labels; the SQL gives the place of the label. */
export function categorical(
  key: string,
  label: string,
  categories: readonly string[],
  origin: Origin,
): Metric {
  return { key, kind: "categorical", unit: "", label, categories, ...withColumn(key, origin) };
}

function withColumn(key: string, { column = key, ...origin }: Origin) {
  return { sql: origin.isDerived ? key : column, ...origin, column };
}

export const sqlList = (texts: readonly string[]) => `[${texts.map(sqlText).join(", ")}]`;

/** SQL: place of a text in the labels, or of the fallback label; null when the text is empty. */
export function labelPlace(labels: readonly string[], text: string, fallback: string): string {
  return `CASE WHEN nullif(trim(${text}), '') IS NOT NULL
    THEN coalesce(list_position(${sqlList(labels)}, trim(${text})) - 1, ${labels.indexOf(fallback)}) END`;
}

/** Shares and culture mean nothing in a place this small, and could identify residents; counts and medians stay. */
export const LEAST_SHARE_RESIDENTS = 100;

/** SQL condition: somebody lives there. */
export const HAS_RESIDENTS = "coalesce(population, 0) > 0";

/** The dataset tables that metrics cite. */
export const DEMOGRAPHICS = "suburb_demographics";
export const AMENITIES = "suburb_amenities";
export const PLANNING = "suburb_planning";
