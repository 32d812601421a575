import type { Metric } from "../../../dataset/metric.ts";
import { sqlText } from "../../../snapshot/tables/sql-text.ts";

/** What a declaration may leave out: the column is called like the metric, and its SQL is that column. */
interface Origin {
  readonly column?: string;
  readonly sql?: string;
}

export type Declared = Pick<
  Metric,
  "key" | "label" | "table" | "derivation" | "rows" | "leastResidents" | "coverage" | "isDerived"
> &
  Origin;

/** A quantity. */
export function numeric({ unit, ...declared }: Declared & Pick<Metric, "unit">): Metric {
  return { kind: "numeric", unit, categories: [], ...originOf(declared) };
}

/** A choice among labels; the SQL gives the place of the label. */
export function categorical({ categories, ...declared }: Declared & Pick<Metric, "categories">): Metric {
  return { kind: "categorical", unit: "", categories, ...originOf(declared) };
}

function originOf({ column, sql, ...declared }: Declared) {
  return { ...declared, column: column ?? declared.key, sql: sql ?? column ?? declared.key };
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
