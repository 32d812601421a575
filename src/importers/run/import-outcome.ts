import type { DatasetSource } from "../../dataset/manifest.ts";
import type { FileReport } from "../importer.ts";
import type { LeftOutRows } from "./complete.ts";
import type { ContestedCells, MergeConflict, MergedTable } from "./merge.ts";
import type { KeptPart } from "./part-store.ts";
import type { RejectedRule } from "./reject-tally.ts";
import type { ForeignRows, Withheld } from "./withhold.ts";

/** What became of one file. */
export type FileOutcome = { readonly path: string } & (
  | {
      readonly status: "read";
      readonly importerId: string;
      readonly what: string;
      readonly report: FileReport;
    }
  /** The content was read before, from another path or in an earlier import. */
  | { readonly status: "known"; readonly importerId: string; readonly what: string }
  | {
      readonly status: "refused";
      readonly importerId?: string;
      readonly what?: string;
      readonly reason: string;
    }
  /** `looksLike` says what it may be: a web page, an empty file, a table of these columns. */
  | { readonly status: "unknown"; readonly looksLike: string }
);

export interface CombineOutcome {
  readonly importerId: string;
  readonly rejects: readonly RejectedRule[];
  readonly notes: readonly string[];
  /** Tables and sources of the rows that its files gave. */
  readonly tables: readonly string[];
  readonly sourceIds: readonly string[];
}

export interface ImportOutcome {
  readonly files: readonly FileOutcome[];
  /** The files of which nothing is in the tables, and why. */
  readonly unused: readonly UnusedFile[];
  readonly combined: readonly CombineOutcome[];
  /** Tables as they are written. */
  readonly tables: readonly MergedTable[];
  readonly conflicts: readonly MergeConflict[];
  /** Cells that two sources give differently, with the one that was taken. */
  readonly contested: readonly ContestedCells[];
  /** Tables that say where each figure was read. */
  readonly origins: readonly MergedTable[];
  /** Rows of sources that the operator did not opt into, in tables without a licence column. */
  readonly withheld: Withheld["leftOut"];
  /** Series, and councils of suburbs, that two sources gave; one owns each. */
  readonly foreign: readonly ForeignRows[];
  /** Rows that lack a required cell or point to a row that is not there. */
  readonly leftOut: readonly LeftOutRows[];
  /** Entries for `dataset.json`, by id. */
  readonly sources: readonly DatasetSource[];
  /** Everything the dataset was made from, in order; kept next to it. */
  readonly parts: readonly KeptPart[];
}

/** A file of which nothing is in the tables, and why. */
export interface UnusedFile {
  readonly path: string;
  readonly reason: string;
}
