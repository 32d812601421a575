import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import type { SnapshotSource } from "../manifest/manifest.ts";
import type { BuildDatabase } from "./write-tables.ts";

/** A table of a published snapshot: one Parquet file, rows in a stated order. */
export interface ServingTable {
  readonly name: string;
  /** SQL order of the rows; unique, so that equal datasets give equal bytes. */
  readonly orderBy: string;
  /**
   * True if rows are pages of lines, tens of kilobytes each, appended in order. They are written unsorted in
   * small row groups: sorting so much text takes memory that DuckDB cannot spill.
   */
  readonly holdsPages?: boolean;
}

/** Dataset facts that an aggregate may use in addition to tables. */
export interface BuildContext {
  /** Publishers, licences and vintages, as in the manifest. */
  readonly sources: readonly SnapshotSource[];
  readonly synthetic: boolean;
  /** The dataset's as-of instant, "now" in every window; `getvariable('as_of')` in SQL. */
  readonly asOf: Date;
}

/**
 * A computation of the build. Reads the dataset's tables (schema `main`, all present, missing ones empty) and
 * creates its serving tables in schema `serve`.
 */
export interface Aggregate {
  readonly name: string;
  readonly tables: readonly ServingTable[];
  /**
   * Inputs: dataset tables ("main.lga"), tables of other aggregates ("serve.councils", "work.suburb_price"),
   * and dataset facts ("@as_of", "@sources", "@synthetic").
   */
  readonly reads: readonly string[];
  /** Tables that it creates, in `serve` or in a schema that lasts only during the build. */
  readonly creates?: readonly string[];
  /** Its SQL, if it consists of SQL alone. */
  readonly sql?: string;
  /** True if it creates views only: each step that reads one creates it again, and reads what it reads. */
  readonly isViews?: boolean;
  /** Digest of the code that defines it; without one, its result is not cached. */
  readonly code?: string | undefined;
  run(db: BuildDatabase, context: BuildContext): Promise<void>;
}

export function sqlAggregate(name: string, tables: readonly ServingTable[], sql: string): Aggregate {
  return { name, tables, sql, ...tablesInSql(sql), run: (db) => db.run(sql) };
}

/** An aggregate of views: nothing is computed or stored. */
export function viewAggregate(name: string, sql: string): Aggregate {
  return { ...sqlAggregate(name, [], sql), isViews: true };
}

/** Tables that SQL reads and creates, named as in `Aggregate`. */
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
 * Finds the tables that SQL reads and creates in its text. A name without a schema is a dataset table unless
 * the statement names a query so. A table that this misses makes the step fail when it runs.
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
