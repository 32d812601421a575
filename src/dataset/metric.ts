export interface ColumnMetric {
  readonly key: string;
  readonly kind: "numeric" | "categorical";
  readonly unit: string;
  /** For categorical metrics: values are zero-based indexes into this list. */
  readonly categories: readonly string[];
}

/** A minimum coverage of land, below which a figure is withheld. */
export interface CoverageRule {
  /** Column of the metric's table with the covered share in percent. */
  readonly column: string;
  readonly leastPct: number;
  /** The covered land in the rule's words: `zoning coverage` below so many percent. */
  readonly land: string;
  /** The rule applies only to suburbs whose code starts with this; others have no such figure. */
  readonly codesFrom?: string;
}

export interface Metric extends ColumnMetric {
  readonly label: string;
  /** In words: how the value is computed from the dataset tables, including conditions. */
  readonly derivation: string;
  /** Dataset table whose sources the metric cites. */
  readonly table: string;
  /** The column of that table that the value comes from; the first one of several. */
  readonly column: string;
  /** The kind of rows used, in tables with several kinds; sources of other kinds are not cited. */
  readonly rows?: string;
  /** Fewest residents that a suburb must have for a value. */
  readonly leastResidents?: number;
  /** True for a figure computed from others in the build; import reports do not count it. */
  readonly isDerived?: boolean;
  readonly coverage?: CoverageRule;
  /** SQL expression over the joined tables of the build. */
  readonly sql: string;
}

/** A closed list of metrics with lookup by key, and hints for errors. */
export interface MetricRegistry {
  readonly metrics: readonly ColumnMetric[];
  readonly keys: readonly string[];
  /** Index of a key, or -1; exact and case-sensitive. */
  positionOf(key: string): number;
  /** Ends the error for an unknown key. */
  readonly keysHint: string;
  /** Ends the error for an unknown label of a categorical metric. */
  labelsHint(metric: ColumnMetric): string;
}

export function metricRegistry(
  metrics: readonly ColumnMetric[],
  hints: Pick<MetricRegistry, "keysHint" | "labelsHint">,
): MetricRegistry {
  const keys = metrics.map(({ key }) => key);
  const byKey = new Map(keys.map((key, i) => [key, i]));
  return { metrics, keys, positionOf: (key) => byKey.get(key) ?? -1, ...hints };
}

/** True when the metric's numbers are codes: they can be filtered but not ranked or compared. */
export function isIdentifier(metric: Pick<ColumnMetric, "unit">): boolean {
  return metric.unit === "code";
}
