import { dirname } from "node:path";
import type { TableDefinition } from "../../dataset/table-definition.ts";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";
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
    "row" BIGINT, "column" VARCHAR, value VARCHAR, rule VARCHAR, expected VARCHAR
  )`;

/** SQL for the numbers of the rejected rows. */
export const REJECTED_ROWS = "SELECT row FROM dataset_rejects";

/** Rejected rows of the table under load, kept in the build database until they are written. */
export class Rejects {
  readonly #db: BuildDatabase;
  readonly #table: TableDefinition;
  #isCreated = false;

  constructor(db: BuildDatabase, table: TableDefinition) {
    this.#db = db;
    this.#table = table;
  }

  /** Makes room for rejects: most tables have none. */
  async create(): Promise<void> {
    await this.#db.run(CREATE_REJECTS);
    this.#isCreated = true;
  }

  /** Adds the rows (row, column, value, rule, expected) of a query. */
  async add(sql: string): Promise<void> {
    await this.#db.run(
      `INSERT INTO dataset_rejects SELECT row, "column", value, rule, expected FROM (${sql})`,
    );
  }

  /** Broken rules by name, in name order. */
  async countByRule(): Promise<Record<string, number>> {
    const counts = await this.#db.rows<{ rule: string; n: bigint }>(
      "SELECT rule, count(*) AS n FROM dataset_rejects GROUP BY rule ORDER BY rule",
    );
    return Object.fromEntries(counts.map(({ rule, n }) => [rule, Number(n)]));
  }

  /** The first rejects by row. */
  async first(limit: number): Promise<Reject[]> {
    const rows = await this.#db.rows<Omit<Reject, "table" | "row"> & { row: bigint }>(
      `SELECT * FROM dataset_rejects ORDER BY row, rowid LIMIT ${limit}`,
    );
    return rows.map((reject) => ({ ...reject, table: this.#table.name, row: Number(reject.row) }));
  }

  /** Writes all rejects as NDJSON, rows in file order, unless there are none: a whole file or none. They are forgotten then. */
  async write(path: string): Promise<void> {
    if (!this.#isCreated) return;
    await makeDirectory(dirname(path));
    await this.#db.run(
      `COPY (
         SELECT ${sqlText(this.#table.name)} AS "table", row, "column", value, rule, expected
         FROM dataset_rejects ORDER BY row, rowid
       ) TO ${sqlText(path)} (FORMAT json, USE_TMP_FILE true)`,
    );
    // Its connection loads other tables after this one: what is written is held no longer.
    await this.#db.run("DROP TABLE dataset_rejects");
    this.#isCreated = false;
  }
}
