import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import type { SnapshotSource } from "../manifest/manifest.ts";
import type { BuildDatabase } from "./write-tables.ts";

/** A table of a published snapshot: one Parquet file, rows in a stated order. */
export interface ServingTable {
  readonly name: string;
  /** SQL order of the rows; unique, so that equal datasets give equal bytes. */
  readonly orderBy: string;
  /**
   * True when rows are pages of lines, tens of kilobytes each, appended in their order: they are written unchanged,
   * fewer to a group, because sorting so much text takes memory that DuckDB cannot put aside on disk.
   */
  readonly holdsPages?: boolean;
}

/** What an aggregate may know next to the dataset's tables. */
export interface BuildContext {
  /** Publishers, licences and vintages, as the manifest will tell them. */
  readonly sources: readonly SnapshotSource[];
  /** Whether the data is invented. */
  readonly synthetic: boolean;
  /** The dataset's as-of instant, taken as "now" in every window; also `getvariable('as_of')` in SQL. */
  readonly asOf: Date;
}

/**
 * One question answered for all keys when a snapshot is built. It reads the dataset's tables (schema `main`, all
 * present, empty when the dataset lacks one) and creates its serving tables in schema `serve`.
 */
export interface Aggregate {
  readonly name: string;
  readonly tables: readonly ServingTable[];
  /**
   * What it reads: dataset tables ("main.lga"), tables of other aggregates ("serve.councils", "work.suburb_price"), and
   * facts of the dataset ("@as_of", "@sources", "@synthetic").
   */
  readonly reads: readonly string[];
  /** The tables that it creates, in schema `serve` or in one that lasts as long as the build. */
  readonly creates?: readonly string[];
  /** All of it, where it is written wholly in SQL. */
  readonly sql?: string;
  /** True when it creates only views: each step that reads one creates it again, and reads what it reads. */
  readonly isViews?: boolean;
  /** Digest of the code that defines it; its result is kept for later builds only with one. */
  readonly code?: string | undefined;
  run(db: BuildDatabase, context: BuildContext): Promise<void>;
}

/** An aggregate written wholly in SQL. */
export function sqlAggregate(name: string, tables: readonly ServingTable[], sql: string): Aggregate {
  return { name, tables, sql, ...tablesInSql(sql), run: (db) => db.run(sql) };
}

/** An aggregate of views: nothing is computed or stored for it. */
export function viewAggregate(name: string, sql: string): Aggregate {
  return { ...sqlAggregate(name, [], sql), isViews: true };
}

/** What SQL reads and creates, by the names of `Aggregate`. */
export interface SqlTables {
  readonly reads: readonly string[];
  readonly creates: readonly string[];
}

const DATASET_NAMES = new Set(DATASET_TABLES.map(({ name }) => name));

const COMMENTS_AND_TEXTS = /--[^\n]*|'(?:[^']|'')*'/g;
const CREATION = /\bCREATE (?:OR REPLACE )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?(\w+\.\w+)/g;
const NAMED_QUERY = /\b(\w+)(?:\s*\([\w\s,]*\))?\s+AS\s+(?:MATERIALIZED\s+)?\(/gi;
const RELATION = /\b(?:FROM|JOIN)\s+((?:\w+\.)?\w+)/gi;

/**
 * The tables that SQL reads and creates, found in its text. A name without a schema is a dataset table unless a query of
 * the same statement has it. What a statement reads beyond this fails the step that runs it.
 */
export function tablesInSql(sql: string): SqlTables {
  const creates = Array.from(sql.matchAll(CREATION), ([, name]) => name);
  const reads = new Set<string>(sql.includes("getvariable('as_of')") ? ["@as_of"] : []);
  for (const statement of sql.replaceAll(COMMENTS_AND_TEXTS, "''").split(";")) {
    const queries = new Set(Array.from(statement.matchAll(NAMED_QUERY), ([, name]) => name));
    for (const [, name] of statement.matchAll(RELATION)) {
      if (name.includes(".")) reads.add(name);
      else if (DATASET_NAMES.has(name) && !queries.has(name)) reads.add(`main.${name}`);
    }
  }
  return { creates, reads: [...reads].filter((name) => !creates.includes(name)).sort() };
}
