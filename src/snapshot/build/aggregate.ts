import type { SnapshotSource } from "../manifest/manifest.ts";
import type { BuildDatabase } from "./write-tables.ts";

/** A table of a published snapshot: one Parquet file, rows in a stated order. */
export interface ServingTable {
  readonly name: string;
  /** SQL order of the rows; unique, so that equal datasets give equal bytes. */
  readonly orderBy: string;
  /**
   * True when rows are pages of lines, tens of kilobytes each, appended in their order: they are written as they lie,
   * fewer to a group, because sorting so much text takes memory that DuckDB cannot put aside on disk.
   */
  readonly holdsPages?: boolean;
}

/** What an aggregate may know beside the dataset's tables. */
export interface BuildContext {
  /** Publishers, licences and vintages, as the manifest will tell them. */
  readonly sources: readonly SnapshotSource[];
  /** Whether the data is invented. */
  readonly synthetic: boolean;
  /** The dataset's as-of instant, which stands for "now" in every window; also `getvariable('as_of')` in SQL. */
  readonly asOf: Date;
}

/**
 * One question answered for all keys when a snapshot is built. It reads the dataset's tables (schema `main`, all
 * present, empty when the dataset lacks one) and creates its serving tables in schema `serve`.
 */
export interface Aggregate {
  readonly name: string;
  readonly tables: readonly ServingTable[];
  /** Aggregates of one group, which stand together, run one after the other. */
  readonly group?: string | undefined;
  /** Groups whose tables those of this one read; every earlier one unless said. */
  readonly needs?: readonly string[] | undefined;
  run(db: BuildDatabase, context: BuildContext): Promise<void>;
}

/** An aggregate written wholly in SQL. */
export function sqlAggregate(name: string, tables: readonly ServingTable[], sql: string): Aggregate {
  return { name, tables, run: (db) => db.run(sql) };
}
