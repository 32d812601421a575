/** What a column of figures is called and how it reads. */
export interface ColumnMetric {
  readonly key: string;
  readonly kind: "numeric" | "categorical";
  readonly unit: string;
  /** Categorical metrics: the value is the zero-based position in this list. */
  readonly categories: readonly string[];
}

/** A figure is about covered land, and is withheld where too little of it is. */
export interface CoverageRule {
  /** Column of the metric's table with the covered share. */
  readonly column: string;
  readonly leastPct: number;
  /** What is covered, as the rule calls it: `zoning coverage` below so many percent. */
  readonly land: string;
  /** Suburbs whose code begins so have the figure; elsewhere nobody asks for it. */
  readonly codesFrom?: string;
}

/** One column of the closed registry of suburb metrics, declared once: also where it comes from. */
export interface Metric extends ColumnMetric {
  readonly label: string;
  /** How the value follows from the dataset tables, gates included, in words. */
  readonly derivation: string;
  /** Dataset table whose sources the metric cites. */
  readonly table: string;
  /** The column of that table that the value comes from, the first where there are several. */
  readonly column: string;
  /** Kind of the rows, where the table has several: a source of other kinds is none of the metric's. */
  readonly rows?: string;
  /** Fewest residents of a suburb with a value. */
  readonly leastResidents?: number;
  /** True for a figure that is computed from others when a snapshot is built: imports do not count it. */
  readonly isDerived?: boolean;
  /** The land that must be covered for a value. */
  readonly coverage?: CoverageRule;
  /** The value in SQL over the joined tables of the build. */
  readonly sql: string;
}

/** A closed list of metrics, found by key, and how callers come to know it. */
export interface MetricRegistry {
  readonly metrics: readonly ColumnMetric[];
  readonly keys: readonly string[];
  /** Position of a key in the list, or -1; exact and case-sensitive. */
  positionOf(key: string): number;
  /** What to say to a caller whose key is like none of them. */
  readonly keysHint: string;
  /** What to say to a caller whose label is like none of a categorical metric's. */
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

/** Whether the metric's numbers are codes: they can be filtered, but neither ranked nor compared. */
export function isIdentifier(metric: Pick<ColumnMetric, "unit">): boolean {
  return metric.unit === "code";
}
