import type { Metric } from "../../../dataset/metric.ts";
import { sqlText } from "../../../snapshot/tables/sql-text.ts";

/** Source of a metric. By default `column` is the key, and `sql` the column, or the key if isDerived. */
type Origin = Pick<Metric, "table" | "derivation" | "rows" | "leastResidents" | "coverage" | "isDerived"> &
  Partial<Pick<Metric, "column" | "sql">>;

export function numeric(key: string, unit: string, label: string, origin: Origin): Metric {
  return { key, kind: "numeric", unit, label, categories: [], ...withColumn(key, origin) };
}

/** Declares a categorical metric; its SQL returns the index of the label. */
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

/** SQL: index of a string in the labels, or of the fallback label; null if the string is empty. */
export function labelPlace(labels: readonly string[], text: string, fallback: string): string {
  return `CASE WHEN nullif(trim(${text}), '') IS NOT NULL
    THEN coalesce(list_position(${sqlList(labels)}, trim(${text})) - 1, ${labels.indexOf(fallback)}) END`;
}

/** Below this, shares and culture mean nothing and could identify residents; counts and medians stay. */
export const MIN_SHARE_RESIDENTS = 100;

export const HAS_RESIDENTS = "coalesce(population, 0) > 0";

export const DEMOGRAPHICS = "suburb_demographics";
export const AMENITIES = "suburb_amenities";
export const PLANNING = "suburb_planning";
