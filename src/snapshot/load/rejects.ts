import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import type { TableDefinition } from "../../dataset/table-definition.ts";
import { sqlText } from "../tables/sql-text.ts";
import type { BuildDatabase } from "../tables/write-tables.ts";
import type { RejectRule } from "./check-table.ts";

/** One broken rule of one row, as a line of the rejects file. */
export interface Reject {
  readonly table: string;
  /** 1-based number of the data row in its file; a CSV header does not count. */
  readonly row: number;
  readonly column: string;
  readonly value: string | null;
  readonly rule: RejectRule;
  readonly expected: string;
}

const CREATE_REJECTS = `
  CREATE OR REPLACE TEMP TABLE dataset_rejects (
    "table" VARCHAR, "row" BIGINT, "column" VARCHAR, value VARCHAR, rule VARCHAR, expected VARCHAR
  )`;

/** Rejected rows of the dataset under load, kept in the build database until they are written. */
export class Rejects {
  readonly #db: BuildDatabase;
  #isCreated = false;

  constructor(db: BuildDatabase) {
    this.#db = db;
  }

  /** Makes room for rejects, where there is none yet: most tables have none. */
  async create(): Promise<void> {
    if (this.#isCreated) return;
    await this.#db.run(CREATE_REJECTS);
    this.#isCreated = true;
  }

  /** Adds the rows (row, column, value, rule, expected) of a query. */
  async add(table: TableDefinition, sql: string): Promise<void> {
    await this.#db.run(
      `INSERT INTO dataset_rejects
       SELECT ${sqlText(table.name)}, row, "column", value, rule, expected FROM (${sql})`,
    );
  }

  /** SQL for the numbers of a table's rejected rows. */
  rowsSql(table: TableDefinition): string {
    return `SELECT "row" FROM dataset_rejects WHERE "table" = ${sqlText(table.name)}`;
  }

  /** Broken rules of a table by name, in name order. */
  async countByRule(table: TableDefinition): Promise<Record<string, number>> {
    const counts = await this.#db.rows<{ rule: string; n: bigint }>(
      `SELECT rule, count(*) AS n FROM dataset_rejects WHERE "table" = ${sqlText(table.name)}
       GROUP BY rule ORDER BY rule`,
    );
    return Object.fromEntries(counts.map(({ rule, n }) => [rule, Number(n)]));
  }

  /** The first rejects of a table by row. */
  async first(table: TableDefinition, limit: number): Promise<Reject[]> {
    const rows = await this.#db.rows<Omit<Reject, "row"> & { row: bigint }>(
      `SELECT * FROM dataset_rejects WHERE "table" = ${sqlText(table.name)}
       ORDER BY "row", rowid LIMIT ${limit}`,
    );
    return rows.map((reject) => ({ ...reject, row: Number(reject.row) }));
  }

  /** Writes all rejects as NDJSON, tables in load order, rows in file order; an empty file when there are none. */
  async write(path: string): Promise<void> {
    // Of its own: another build of a dataset of this name may write its list at the same time.
    const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
    await this.create();
    try {
      await this.#db.run(
        `COPY (
           SELECT "table", "row", "column", value, rule, expected
           FROM (SELECT *, min(rowid) OVER (PARTITION BY "table") AS place, rowid AS n FROM dataset_rejects)
           ORDER BY place, "row", n
         ) TO ${sqlText(aside)} (FORMAT json, USE_TMP_FILE false)`,
      );
      await rename(aside, path);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
    await this.#db.run("DROP TABLE dataset_rejects");
    this.#isCreated = false;
  }
}
