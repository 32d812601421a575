/** Where rows of a dataset come from, and under which licence they may be shown. */
export interface DatasetSource {
  readonly id: string;
  readonly publisher: string;
  readonly title: string;
  readonly licence: string;
  /** Date of the publication, YYYY-MM-DD. */
  readonly vintage: string;
  readonly url?: string;
  readonly attribution?: string;
  /** Older vintages that this one replaced, wholly or in part, oldest first. */
  readonly earlierVintages?: readonly string[];
  /** True when the licence keeps the rows out of public reads. */
  readonly withheld?: boolean;
  /** Names of the dataset tables that hold its rows. */
  readonly tables: readonly string[];
  /** Columns it gave, as `table.column`, in tables that several sources fill; without them, the whole table. */
  readonly columns?: readonly string[];
}

/** What `dataset.json` says about a dataset folder. */
export interface DatasetManifest {
  readonly formatVersion: 1;
  readonly id: string;
  readonly title: string;
  /** UTC instant taken as "now" in every aggregate. */
  readonly asOf: string;
  /** True when the rows are invented. */
  readonly synthetic: boolean;
  readonly sources: readonly DatasetSource[];
  /** Name of the folder next to `dataset.json` that holds the table files; without it they are next to it. */
  readonly tablesFolder?: string;
}
