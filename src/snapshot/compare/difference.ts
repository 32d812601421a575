/** A field that differs between two rows of the same key; null means no value. */
export interface ChangedField {
  readonly key: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Keys that only one snapshot has, and fields that differ where both have the key. All sorted. */
export interface KeyedDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ChangedField[];
}

/** How one metric differs, over the suburbs that both snapshots have. */
export interface MetricDifference {
  readonly metric: string;
  readonly changed: number;
  /** Suburbs that had no value and have one now, and the other way round. */
  readonly gained: number;
  readonly lost: number;
  /** Largest absolute change; null when no value changed. */
  readonly largestChange: number | null;
}

export interface ObservationCounts {
  readonly added: number;
  readonly removed: number;
  /** Another value for the same series, source and period. */
  readonly revised: number;
  /** The same value, but preliminary before and final now, or under another licence. */
  readonly reflagged: number;
}

/** How the observations of a kind of series differ. */
export interface ObservationDifference extends ObservationCounts {
  /** The same by source. */
  readonly bySource: readonly (ObservationCounts & { readonly source: string })[];
  /** The largest relative revisions first. */
  readonly examples: readonly {
    readonly series: string;
    readonly period: string;
    readonly before: number;
    readonly after: number;
  }[];
}

export interface SeriesDifference {
  /** The series themselves: names, units, sources, licences. */
  readonly series: KeyedDifference;
  readonly observations: ObservationDifference;
}

/** How addresses differ, each with its listing, price events and valuation. */
export interface AddressDifference {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Address keys in order, some of each kind. */
  readonly examples: readonly {
    readonly address: string;
    readonly change: "added" | "changed" | "removed";
  }[];
}

/** How the rows of a serving table differ; a changed row is one gone and one new. */
export interface TableDifference {
  readonly table: string;
  readonly rowsGone: number;
  readonly rowsNew: number;
  /** Columns that only one of the two has; the rows are compared without them. */
  readonly columnsAdded: readonly string[];
  readonly columnsRemoved: readonly string[];
}

/** All that differs between two snapshots, and nothing else: every list is empty and every count 0 for equal ones. */
export interface SnapshotDifference {
  readonly before: string;
  readonly after: string;
  /** Title, as-of instant and the like of the dataset. */
  readonly dataset: readonly ChangedField[];
  /** By code: name, state, postcode and every other text of a suburb. */
  readonly suburbs: KeyedDifference;
  /** Only metrics that differ. */
  readonly metrics: readonly MetricDifference[];
  readonly prices: SeriesDifference;
  readonly economy: SeriesDifference;
  readonly listings: AddressDifference;
  /** Suburbs whose outline is new, gone or redrawn. */
  readonly outlines: { readonly added: number; readonly removed: number; readonly changed: number };
  /** By id: vintage, licence, publisher, whether it is withheld. */
  readonly sources: KeyedDifference;
  /** Every serving table whose rows differ, also those that say above what changed. */
  readonly tables: readonly TableDifference[];
}
