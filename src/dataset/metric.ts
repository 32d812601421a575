/** One column of a closed registry of metrics, declared once: what it is called, where it comes from, how it reads. */
export interface Metric {
  readonly key: string;
  readonly kind: "numeric" | "categorical";
  readonly unit: string;
  readonly label: string;
  /** How the value follows from the dataset tables, gates included, in words. */
  readonly derivation: string;
  /** Dataset table whose sources the metric cites. */
  readonly table: string;
  /** The column of that table that the value comes from, the first where there are several. */
  readonly column: string;
  /** The value in SQL over the joined tables of the build. */
  readonly sql: string;
  /** Categorical metrics: the value is the zero-based position in this list. */
  readonly categories: readonly string[];
}

/** Whether the metric's numbers are codes: they can be filtered, but neither ranked nor compared. */
export function isIdentifier(metric: Pick<Metric, "unit">): boolean {
  return metric.unit === "code";
}
