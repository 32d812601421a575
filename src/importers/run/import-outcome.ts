import type { DatasetSource } from "../../dataset/manifest.ts";
import type { FileReport } from "../importer.ts";
import type { LeftOutRows } from "./complete.ts";
import type { ContestedCells, MergeConflict, MergedTable } from "./merge.ts";
import type { KeptPart } from "./part-store.ts";
import type { RejectedRule } from "./reject-tally.ts";
import type { ForeignRows, Withheld } from "./withhold.ts";

export type FileOutcome = { readonly path: string } & (
  | {
      readonly status: "read";
      readonly importerId: string;
      readonly what: string;
      readonly report: FileReport;
    }
  /** The same content was read from another path or in an earlier import. */
  | { readonly status: "known"; readonly importerId: string; readonly what: string }
  | {
      readonly status: "refused";
      readonly importerId?: string;
      readonly what?: string;
      readonly reason: string;
    }
  /** `looksLike` is a guess: a web page, an empty file, a table with these columns. */
  | { readonly status: "unknown"; readonly looksLike: string }
);

export interface CombineOutcome {
  readonly importerId: string;
  readonly rejects: readonly RejectedRule[];
  readonly notes: readonly string[];
  /** Tables and sources of the rows from its files. */
  readonly tables: readonly string[];
  readonly sourceIds: readonly string[];
}

export interface ImportOutcome {
  readonly files: readonly FileOutcome[];
  /** Files without a row in the tables, with the reason. */
  readonly unused: readonly UnusedFile[];
  readonly combined: readonly CombineOutcome[];
  readonly tables: readonly MergedTable[];
  readonly conflicts: readonly MergeConflict[];
  /** Cells on which two sources differ, with the one that was taken. */
  readonly contested: readonly ContestedCells[];
  /** Tables with the provenance of each figure. */
  readonly origins: readonly MergedTable[];
  /** Rows of sources without opt-in, left out of tables that have no licence column. */
  readonly withheld: Withheld["leftOut"];
  /** Series, and councils of suburbs, supplied by two sources; only one owns each. */
  readonly foreign: readonly ForeignRows[];
  /** Rows that lack a required cell or reference a missing row. */
  readonly leftOut: readonly LeftOutRows[];
  /** Entries for `dataset.json`, by id. */
  readonly sources: readonly DatasetSource[];
  /** All parts of the dataset, in order; stored with it. */
  readonly parts: readonly KeptPart[];
}

export interface UnusedFile {
  readonly path: string;
  readonly reason: string;
}
